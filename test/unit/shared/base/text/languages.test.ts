import { describe, expect, it } from "vitest";
import { environmentLanguage, languageFor } from "../../../../../shared/base/text/languages.ts";

describe("languageFor()", () => {
  it.each([
    ["de", "de"],
    ["de-CH", "de"],
    ["de_AT.UTF-8", "de"],
    ["es-419", "es"],
    ["fr_CA@euro", "fr"],
    ["pt-BR", "pt-BR"],
    ["pt_BR.UTF-8", "pt-BR"],
    ["pt-PT", "pt-BR"],
    ["en-GB", "en"],
    ["it_IT.UTF-8", "en"],
    ["C", "en"],
    ["POSIX", "en"],
    ["", "en"],
    [undefined, "en"],
    ["not a locale", "en"],
  ])("the locale %s has the language %s", (locale, language) => {
    expect(languageFor(locale)).toBe(language);
  });
});

describe("environmentLanguage()", () => {
  it.each([
    [{ LANG: "de_DE.UTF-8" }, "de_DE.UTF-8"],
    [{ LANG: "de_DE.UTF-8", LC_MESSAGES: "fr_FR.UTF-8" }, "fr_FR.UTF-8"],
    [{ LANG: "de_DE.UTF-8", LC_MESSAGES: "fr_FR.UTF-8", LC_ALL: "es_ES.UTF-8" }, "es_ES.UTF-8"],
    [{ LANG: "de_DE.UTF-8", LANGUAGE: "it:fr:de" }, "it"],
    [{ LANG: "C", LANGUAGE: "fr" }, "C"],
    [{ LC_ALL: "C.UTF-8", LANG: "de_DE.UTF-8", LANGUAGE: "fr" }, "C.UTF-8"],
    [{ LC_ALL: "", LANG: "POSIX", LANGUAGE: "fr" }, "POSIX"],
  ])("the environment %o prefers %s", (env, preferred) => {
    expect(environmentLanguage(env)).toBe(preferred);
  });

  it("an empty environment has the locale of the runtime", () => {
    expect(environmentLanguage({})).toBe(Intl.DateTimeFormat().resolvedOptions().locale);
  });
});
