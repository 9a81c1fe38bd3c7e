import { afterEach, describe, expect, it } from "vitest";
import {
  formatCount,
  listOfAll,
  listOfAny,
  plural,
  pluralForm,
  setLocale,
} from "../../../../../shared/base/text/locale.ts";

describe("counts with their nouns", () => {
  afterEach(() => setLocale(undefined));

  it.each([
    [0, "0 items"],
    [1, "1 item"],
    [2, "2 items"],
    [1.5, "1.5 items"],
    [1_234, "1,234 items"],
  ])("plural writes %d as %s", (count, text) => {
    setLocale("en-US");
    expect(plural(count, "item")).toBe(text);
  });

  it("a noun may have an irregular plural", () => {
    expect(plural(2, "refresh", "refreshes")).toBe("2 refreshes");
    expect(pluralForm(1, "is", "are")).toBe("is");
    expect(pluralForm(0, "is", "are")).toBe("are");
  });

  it("the locale decides the digits, the language decides the plural", () => {
    setLocale("fr-FR");
    // French uses the singular for 0 and 1.5.
    expect(plural(0, "item")).toBe("0 items");
    expect(plural(1.5, "item")).toBe("1,5 items");
    setLocale("de-DE");
    expect(formatCount(1_234)).toBe("1.234");
  });
});

describe("lists", () => {
  it.each([
    [[], "", ""],
    [["views"], "views", "views"],
    [["views", "names"], "views and names", "views or names"],
    [["views", "names", "notes"], "views, names and notes", "views, names or notes"],
  ])('a list in a sentence turns %j into %j with "and" and into %j with "or"', (parts, all, any) => {
    expect(listOfAll(parts)).toBe(all);
    expect(listOfAny(parts)).toBe(any);
  });
});
