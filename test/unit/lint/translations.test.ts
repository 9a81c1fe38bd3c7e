import { describe, expect, it, onTestFinished } from "vitest";
import { textsInTree } from "../../../scripts/texts-in-tree.ts";
import { readTranslations } from "../../../scripts/translations.ts";
import { setCatalogue } from "../../../shared/base/text/catalogue.ts";
import { plainText, texts, type MarkedText } from "../../../shared/base/text/texts.ts";

const ENGLISH = textsInTree().flatMap(({ texts: declared }) =>
  declared.map(({ group, key, text }) => ({ id: `${group}.${key}`, text })),
);

/** Values for all arguments of a text: words for names and kinds, and one number. */
function valuesOf(text: string, number: number): Readonly<Record<string, string | number>> {
  const values: Record<string, string | number> = {};
  for (const [, name = "", type] of text.matchAll(/\{\s*(\w+)\s*(?:,\s*(\w+))?/g))
    if (/^(plural|selectordinal|number)$/.test(type ?? "")) values[name] = number;
    else values[name] ??= "X";
  return values;
}

const languages = [...readTranslations()].map(([language, translations]) => ({
  language,
  catalogue: Object.fromEntries([...translations].map(([id, { text }]) => [id, text])),
}));

describe.each(languages)("the texts in $language", ({ language, catalogue }) => {
  it("each text can be written with its arguments for the numbers 0, 1, 2 and a million", () => {
    setCatalogue({ language, texts: catalogue });
    onTestFinished(() => setCatalogue(null));
    const problems: string[] = [];
    for (const { id, text } of ENGLISH) {
      const at = id.lastIndexOf(".");
      const own = texts(id.slice(0, at), { [id.slice(at + 1)]: text }) as Readonly<Record<string, unknown>>;
      const written = own[id.slice(at + 1)];
      if (typeof written === "string") continue;
      const write = written as (values: object) => string | MarkedText;
      for (const number of [0, 1, 2, 1_000_000]) {
        const result = write(valuesOf(text, number));
        const line = typeof result === "string" ? result : plainText(result);
        if (/undefined|[{}]/.test(line) || line.trim() === "") problems.push(`${id}: ${line}`);
      }
    }
    expect(problems).toEqual([]);
  });
});

it.each([
  ["de", ["0 Zeilen", "1 Zeile", "2 Zeilen"]],
  ["es", ["0 filas", "1 fila", "2 filas"]],
  ["fr", ["0 ligne", "1 ligne", "2 lignes"]],
  ["pt-BR", ["0 linha", "1 linha", "2 linhas"]],
] as const)("numbers of rows in %s have the plurals of the language", (language, wanted) => {
  const { catalogue } = languages.find((one) => one.language === language) ?? { catalogue: {} };
  setCatalogue({ language, texts: catalogue });
  onTestFinished(() => setCatalogue(null));
  const { rows } = texts("mail.letter", { rows: "{view}: {rows, plural, one {# row} other {# rows}}" });
  expect([0, 1, 2].map((count) => rows({ view: "X", rows: count }).replace(/^X\s?: /, ""))).toEqual(wanted);
});
