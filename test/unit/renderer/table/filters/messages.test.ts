import { describe, expect, it } from "vitest";
import { describeChip } from "../../../../../renderer/table/filters/messages.ts";
import { plainText } from "../../../../../shared/base/text/texts.ts";
import type { ChipFilter, FieldFilter } from "../../../../../shared/query/field-filter.ts";

const labelOf = (field: string): string => (field === "startingLength" ? "Starting length" : "Location");
const unitOf = (field: string): string => (field === "remainingLength" ? "m" : "");
const NAMES: Readonly<Record<string, string>> = { l1: "Hall 1", l2: "Hall 2" };
const nameOf = (_field: string, id: string): string => NAMES[id] ?? id;
const sentence = (filter: ChipFilter): string => plainText(describeChip(filter, { labelOf, nameOf, unitOf }));
const choice = { kind: "choice", field: "locationId", negate: false, empty: false } as const;

describe("describeChip()", () => {
  it("describeChip() lists names instead of ids and counts the names that it leaves out", () => {
    expect(sentence({ ...choice, values: ["l2"] })).toBe("Location is Hall 2");
    expect(sentence({ ...choice, values: [""] })).toBe("Location is (empty text)");
    expect(sentence({ ...choice, values: ["l1", "l2"] })).toBe("Location is Hall 1 or Hall 2");
    expect(sentence({ ...choice, negate: true, values: ["l1"], empty: true })).toBe(
      "Location is not Hall 1 or empty",
    );
    expect(sentence({ ...choice, values: ["l1", "l2", "l9", "l10", "l11"] })).toBe(
      "Location is Hall 1, Hall 2 or 3 more",
    );
  });

  it("describeChip() describes numbers, texts and dates", () => {
    const field = "x";
    expect(sentence({ kind: "range", field, min: 0, max: null })).toBe("Location is at least 0");
    expect(sentence({ kind: "range", field, min: 1, max: 2 })).toBe("Location is 1 to 2");
    const currency = { field: "valueCurrency", value: "EUR" };
    expect(sentence({ kind: "range", field, min: 5, max: null, currency })).toBe(
      "Location is at least 5 EUR",
    );
    expect(sentence({ kind: "range", field, min: 351.17, max: 351.17 })).toBe("Location is 351.17");
    expect(sentence({ kind: "text", field, op: "startsWith", value: "A" })).toBe("Location starts with “A”");
    expect(sentence({ kind: "relative", field, op: "withinLast", duration: "P7D" })).toBe(
      "Location within the last 7 days",
    );
    expect(sentence({ kind: "relative", field, op: "olderThan", duration: "P45D" })).toBe(
      "Location more than 45 days ago",
    );
    expect(sentence({ kind: "presence", field, empty: true })).toBe("Location is empty");
    expect(sentence({ kind: "today", field })).toBe("Location is today");
    expect(sentence({ kind: "share", field, of: "startingLength", share: 0.07 })).toBe(
      "Location is under 7 % of Starting length",
    );
  });

  it("describeChip() adds the unit to numbers", () => {
    const inMetres = (min: number | null, max: number | null): string =>
      sentence({ kind: "range", field: "remainingLength", min, max });
    expect(inMetres(5, null)).toBe("Location is at least 5 m");
    expect(inMetres(5, 8)).toBe("Location is 5 to 8 m");
    expect(inMetres(null, null)).toBe("Location is not empty");
  });

  it("describeChip() shows the chosen local day in any time zone", () => {
    const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" }).format(new Date(2026, 2, 5));
    const filter: FieldFilter = { kind: "days", field: "x", from: "2026-03-05", to: null };
    expect(describeChip(filter, { labelOf: () => "Updated", nameOf, unitOf })).toEqual([
      "Updated ",
      { tag: "dim", text: "since" },
      " ",
      { tag: "b", text: day },
    ]);
  });

  const inHall: FieldFilter = { ...choice, values: ["l1"] };
  const empty: FieldFilter = { kind: "presence", field: "locationId", empty: true };

  it("describeChip() describes a group of filters with brackets around nested groups", () => {
    expect(sentence({ kind: "group", match: "any", parts: [inHall, empty] })).toBe(
      "Location is Hall 1 or Location is empty",
    );
    const inner: ChipFilter = { kind: "group", match: "any", parts: [inHall, empty] };
    expect(sentence({ kind: "group", match: "all", parts: [empty, inner] })).toBe(
      "Location is empty and (Location is Hall 1 or Location is empty)",
    );
    expect(sentence({ kind: "group", match: "none", parts: [empty, { ...inner, match: "notAll" }] })).toBe(
      "not (Location is empty or not (Location is Hall 1 and Location is empty))",
    );
    expect(sentence({ kind: "group", match: "all", parts: [empty, { ...inner, parts: [inHall] }] })).toBe(
      "Location is empty and Location is Hall 1",
    );
  });
});
