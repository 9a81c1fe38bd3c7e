import { expect, it } from "vitest";
import { problemsOfText } from "../../../scripts/text-problems.ts";
import { textsOfSource } from "../../../scripts/texts-of-source.ts";

it.each([
  ["Nothing is here.", "en"],
  ["{rows, plural, one {# row} other {# rows}}", "en"],
  ["{rows, plural, =0 {Nothing} one {# row} other {# rows}}", "en"],
  ["{rows, plural, one {is} other {are}} {name}", "en"],
  ["{rows, plural, one {# wiersz} few {# wiersze} many {# wierszy} other {# wiersza}}", "pl"],
  ["<b>{name}</b> is {kind, select, a {{rows, plural, one {#} other {#}}} other {none}}", "en"],
])("%s has no error", (text, language) => {
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
