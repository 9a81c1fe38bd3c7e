import { afterEach, describe, expect, it } from "vitest";
import { formatCount, listOfAll, listOfAny, setLocale } from "../../../../../shared/base/text/locale.ts";
import { texts } from "../../../../../shared/base/text/texts.ts";

const COUNTS = texts("test.counts", {
  items: "{count, plural, one {# item} other {# items}}",
  refreshes: "{count, plural, one {# refresh} other {# refreshes}}",
  form: "{count, plural, one {is} other {are}}",
});

describe("counts with their nouns", () => {
  afterEach(() => setLocale(undefined));

  it.each([
    [0, "0 items"],
    [1, "1 item"],
    [2, "2 items"],
    [1.5, "1.5 items"],
    [1_234, "1,234 items"],
  ])("a text writes the count %d as %s", (count, text) => {
    setLocale("en-US");
    expect(COUNTS.items({ count })).toBe(text);
  });

  it("a noun may have an irregular plural", () => {
    expect(COUNTS.refreshes({ count: 2 })).toBe("2 refreshes");
    expect(COUNTS.form({ count: 1 })).toBe("is");
    expect(COUNTS.form({ count: 0 })).toBe("are");
  });

  it("the locale decides the digits, and the language decides the plural", () => {
    setLocale("fr-FR");
    // French uses the singular for 0 and 1.5.
    expect(COUNTS.items({ count: 0 })).toBe("0 items");
    expect(COUNTS.items({ count: 1.5 })).toBe("1,5 items");
    setLocale("de-DE");
    expect(formatCount(1_234)).toBe("1.234");
  });
});

describe("lists in sentences", () => {
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
