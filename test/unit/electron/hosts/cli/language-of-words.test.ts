import { expect, it } from "vitest";
import { languageOfWords, requireLanguage } from "../../../../../electron/hosts/cli/language-of-words.ts";

it.each([
  [["collect", "--data-dir", "x", "--language", "de"], "de"],
  [["collect", "--language=pt-BR", "--data-dir", "x"], "pt-BR"],
  [["collect", "test-mail", "a@example.com", "--language", "es"], "es"],
  [["collect", "--language", "fr", "--language", "de"], "de"],
  [["collect", "--language", "xx"], "en"],
  [["collect", "--language"], "en"],
  [["collect"], "en"],
  [["status", "--language", "de"], "en"],
  [[], "en"],
])("the command line %j is answered in %s", (words, language) => {
  expect(languageOfWords(words)).toBe(language);
});

it("--language refuses a language that the app does not have", () => {
  expect(() => requireLanguage("xx")).toThrow(/--language must be one of en, de/);
  expect(() => requireLanguage("de")).not.toThrow();
  expect(() => requireLanguage(undefined)).not.toThrow();
});
