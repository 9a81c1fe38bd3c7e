import { describe, expect, it } from "vitest";
import { hasWords, problemsOfText, problemsOfTranslation } from "../../../scripts/text-problems.ts";
import { textsOfSource } from "../../../scripts/texts-of-source.ts";
import { unreadTexts } from "../../../scripts/unread-texts.ts";

it.each([
  ["Nothing is here.", "en"],
  ["{rows, plural, one {# row} other {# rows}}", "en"],
  ["{rows, plural, =0 {Nothing} one {# row} other {# rows}}", "en"],
  ["{rows, plural, one {is} other {are}} {name}", "en"],
  ["{rows, plural, one {# wiersz} few {# wiersze} many {# wierszy} other {# wiersza}}", "pl"],
  ["<b>{name}</b> is {kind, select, a {{rows, plural, one {#} other {#}}} other {none}}", "en"],
])("the text %s has no error", (text, language) => {
  expect(problemsOfText(text, language)).toEqual([]);
});

it.each([
  ["", "it is empty"],
  ["It's", "’ is the apostrophe: ' escapes in ICU messages"],
  ["{rows, plural, offset:1 one {# row} other {# rows}}", "offset: is not supported"],
  ["Made <time>{time}</time>", "{time} has the name of a tag"],
  ["{rows", "it cannot be parsed: EXPECT_ARGUMENT_CLOSING_BRACE"],
  ["{rows, plural, one {# row}}", "it cannot be parsed: MISSING_OTHER_CLAUSE"],
  ["{rows, plural, other {# rows}}", "the plural of rows has the forms other instead of one, other"],
  ["{rows, plural, one {one row} other {# rows}}", "the plural of rows shows its number only in other"],
  [
    "{kind, select, a {{rows, plural, one {# row} few {# rows} other {# rows}}} other {b}}",
    "the plural of rows has the forms one, few, other instead of one, other",
  ],
])("the check names the error of %j", (text, problem) => {
  expect(problemsOfText(text, "en")).toContain(problem);
});

const IMPORT = 'import { texts } from "../base/text/texts.ts";\n';

it("all texts of a source file are found with their groups", () => {
  const source = `${IMPORT}export const A = texts("a.b", { one: "1", "two.x": "2 {n}" });\nconst B = f(texts("c", { d: "3" }));`;
  expect(textsOfSource("x.ts", source).map(({ group, key, text }) => [group, key, text])).toEqual([
    ["a.b", "one", "1"],
    ["a.b", "two.x", "2 {n}"],
    ["c", "d", "3"],
  ]);
  expect(textsOfSource("x.ts", 'const found = texts("a", { b: "c" });')).toEqual([]);
});

it("a text that is not a single string is refused", () => {
  expect(() => textsOfSource("x.ts", `${IMPORT}texts("a", { b: "c" + d });`)).toThrow(
    "a.b is not one string",
  );
  expect(() => textsOfSource("x.ts", `${IMPORT}texts(name, { b: "c" });`)).toThrow("is not a string");
});

it.each([
  [
    "{days, plural, one {# Tag} other {# Tage}} bei {name}",
    "{name}: {days, plural, one {# day} other {# days}}",
  ],
  ["{rows, number} Zeilen", "{rows, plural, one {# row} other {# rows}}"],
  ["<b>{name}</b> fehlt", "<b>{name}</b> is missing"],
  ["{kind, select, a {A} b {B} other {C}}", "{kind, select, a {a} other {c}}"],
])("the translation %s has no fault", (text, english) => {
  expect(problemsOfTranslation(text, english, "de")).toEqual([]);
});

it.each([
  ["", "Nothing", ["it is empty"]],
  ["{nam} fehlt", "{name} is missing", ["it lacks {name}", "the English text has no {nam}"]],
  ["{rows} Zeilen", "{rows, number} rows", ["it lacks {rows, number}", "the English text has no {rows}"]],
  ["{name} fehlt", "<b>{name}</b> is missing", ["it lacks <b>"]],
  ["{kind, select, a {A} other {B}}", "{kind, select, a {a} other {{name}}}", ["it lacks {name}"]],
  [
    "{rows, plural, one {# Zeile} few {# Zeilen} other {# Zeilen}}",
    "{rows, plural, one {# row} other {# rows}}",
    ["the plural of rows has the forms one, few, other instead of one, other"],
  ],
])("the faults of the translation %j are named", (text, english, problems) => {
  expect(problemsOfTranslation(text, english, "de")).toEqual(problems);
});

it("a comment above a text is its description for translators", () => {
  const source = `${IMPORT}/** Not this. */\nconst A = texts("a", {\n  /** A verb,\n   * in a button. */\n  open: "Open",\n  shut: "Shut",\n});`;
  expect(textsOfSource("x.ts", source).map(({ description }) => description)).toEqual([
    "A verb, in a button.",
    undefined,
  ]);
});

describe("unread texts", () => {
  const file = (name: string, code: string) => ({ file: name, code, texts: textsOfSource(name, code) });
  const messages = file("m.ts", `${IMPORT}export const WORDS = texts("words", {\n  a: "A",\n  b: "B",\n});`);

  it("the check finds a text that no code reads", () => {
    expect(
      unreadTexts([messages, file("x.ts", 'import { WORDS } from "./m.ts";\nf(WORDS.a, OTHER.WORDS.b);')]),
    ).toEqual([{ file: "m.ts", name: "WORDS", key: "b" }]);
  });

  it.each(["f(WORDS.a); g(WORDS[key]);", "f({ ...WORDS });", "const { a } = WORDS;"])(
    "all texts of a constant count as read by %s",
    (code) => {
      expect(unreadTexts([messages, file("x.ts", code)])).toEqual([]);
    },
  );
});

it.each([
  ["Rows", true],
  ["{title}: {reason}", false],
  ["{first} → {next} ({count, number})", false],
  ["{rows, plural, one {#} other {#}}", false],
  ["{rows, plural, one {# row} other {#}}", true],
  ["{kind, select, a {{name}} other {none}}", true],
  ["<b>{name}</b>", false],
  ["<b>{name} is</b>", true],
])("hasWords() reports whether the text %s has words: %s", (text, has) => {
  expect(hasWords(text)).toBe(has);
});
