import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  idsToLookUp,
  isOpenDifference,
  reconcile,
  type CountedItem,
  type CountInput,
  type ExpectedRow,
  type ItemState,
  type SeenChange,
} from "../../../../../shared/features/counts/reconcile.ts";

const item = (id: string, parts: Partial<CountedItem> = {}): CountedItem => ({
  id,
  name: `Roll ${id}`,
  typeId: "t-1",
  locationId: "hall",
  status: "available",
  length: 100,
  weight: 5,
  ...parts,
});
const expected = (id: string, parts: Partial<CountedItem> = {}, isDrawn = true): ExpectedRow => ({
  item: item(id, parts),
  isDrawn,
});
const scan = (
  itemId: string | null,
  parts: Partial<{ text: string; by: string; length: number; weight: number }> = {},
) => ({
  text: itemId ?? "?",
  itemId,
  by: "scan",
  length: null,
  weight: null,
  ...parts,
});
const change = (type: SeenChange["type"], ...fields: readonly string[]): SeenChange => ({
  type,
  fields,
  after: "2026-11-01T09:00:00.000Z",
  before: "2026-11-01T10:00:00.000Z",
});
const state = (
  id: string,
  parts: Partial<CountedItem> = {},
  ...changes: readonly SeenChange[]
): ItemState => ({
  item: item(id, parts),
  isGone: false,
  changes,
});

function result(
  rows: readonly ExpectedRow[],
  scans: CountInput["scans"],
  states: readonly ItemState[] = [],
  tolerance = 2,
) {
  const byId = new Map(states.map((one) => [one.item.id, one]));
  return reconcile({ expected: rows, scans, states: byId, place: "hall", tolerance });
}
const kinds = (...args: Parameters<typeof result>) =>
  result(...args).map(({ kind, item: found, text }) => [found?.id ?? text, kind]);

describe("reconcile()", () => {
  it("an expected item is present if it was counted, or else missing", () => {
    expect(kinds([expected("a"), expected("b")], [scan("a")], [state("b")])).toEqual([
      ["a", "present"],
      ["b", "missing"],
    ]);
  });
  it.each([
    ["unexpected", {}],
    ["unexpected", { locationId: null }],
    ["elsewhere", { locationId: "yard" }],
    ["checkedOut", { status: "checked_out", locationId: "yard" }],
    ["archived", { status: "archived" }],
  ] as const)("an unlisted item has the finding %s if its record has %j", (kind, record) => {
    expect(kinds([], [scan("x")], [state("x", record)])).toEqual([["x", kind]]);
  });
  it("a scanned item that the service no longer returns counts as archived", () => {
    const gone = { ...state("x"), isGone: true };
    expect(kinds([], [scan("x"), scan(null, { text: "label" })], [gone])).toEqual([
      ["x", "archived"],
      ["label", "unknown"],
    ]);
  });
  it('a scanned item outside the random sample counts as "not drawn"', () => {
    const rows = [expected("a", {}, false), expected("b", {}, false)];
    expect(kinds(rows, [scan("a")])).toEqual([["a", "notDrawn"]]);
  });
  it("only repeated scans and typed texts count as repetitions; ticks and file rows do not", () => {
    const by = (...ways: readonly string[]) =>
      result(
        [expected("a")],
        ways.map((way) => scan("a", { by: way })),
      )[0]?.scans;
    expect([by("scan", "scan"), by("scan", "typed"), by("scan", "tick"), by("file", "file")]).toEqual([
      2, 2, 1, 0,
    ]);
  });
  it.each([
    [100, 98, 2, false],
    [100, 97.99, 2, true],
    [0.3, 0.1 + 0.2, 0, false],
    [0, 0, 2, false],
    [0, 1, 2, true],
    [null, 1, 2, true],
  ] as const)(
    "a length of %d measured as %d with a tolerance of %d % differs: %s",
    (recorded, measured, tolerance, differs) => {
      const [found] = result(
        [expected("a", { length: recorded })],
        [scan("a", { length: measured })],
        [],
        tolerance,
      );
      expect(found).toMatchObject({ lengthDiffers: differs, weightDiffers: false });
    },
  );
  it("an item's last measurement counts", () => {
    const [found] = result(
      [expected("a")],
      [scan("a", { length: 50 }), scan("a", { length: 100, weight: 9 })],
    );
    expect(found).toMatchObject({ length: 100, weight: 9, lengthDiffers: false, weightDiffers: true });
  });
  it.each([
    [
      "a move to another location",
      { locationId: "yard" },
      change("inventory.item.transferred", "locationId"),
      true,
    ],
    ["a check-out", { status: "checked_out" }, change("inventory.item.checked_out", "status"), true],
    ["a move there and back", {}, change("inventory.item.transferred", "locationId"), false],
    ["another name", { name: "Roll" }, change("inventory.item.updated", "name"), false],
    ["a move not observed during the count", { locationId: "yard" }, change("inventory.item.updated"), false],
  ] as const)(
    "only a change that takes an item away explains its absence: %s",
    (_what, record, seen, isExplained) => {
      const [found] = result([expected("a")], [], [state("a", record, seen)]);
      expect(found?.explained !== null).toBe(isExplained);
      expect(found && isOpenDifference(found)).toBe(!isExplained);
    },
  );
  it("a missing item that the service no longer returns is explained", () => {
    const gone = { ...state("a", {}, change("stockdeck.item.no_longer_returned")), isGone: true };
    expect(result([expected("a")], [], [gone])).toMatchObject([
      { kind: "missing", explained: { type: "stockdeck.item.no_longer_returned" } },
    ]);
  });
  it("the difference of a found item is computed from the item's current record", () => {
    const moved = state("a", { locationId: "yard" }, change("inventory.item.transferred", "locationId"));
    expect(result([expected("a")], [scan("a")], [moved])).toMatchObject([
      { kind: "elsewhere", explained: { type: "inventory.item.transferred" } },
    ]);
    const out = { status: "checked_out" };
    expect(result([expected("a", out)], [scan("a")], [state("a", out)])).toMatchObject([
      { kind: "checkedOut", explained: null },
    ]);
  });
  it("a missing item that the local copy lost counts as no longer returned", () => {
    expect(result([expected("a")], [])).toMatchObject([{ kind: "missing", isGone: true, explained: null }]);
  });
  it("an item that arrived during the count is explained by its arrival", () => {
    const created = state("x", {}, change("inventory.item.created"));
    expect(result([], [scan("x")], [created])).toMatchObject([
      { kind: "unexpected", explained: { type: "inventory.item.created" } },
    ]);
  });
  it("a difference is explained only if each differing amount changed during the count", () => {
    const updated = (...fields: readonly string[]) =>
      state("a", {}, change("inventory.item.updated", ...fields));
    const measured = [scan("a", { length: 50, weight: 1 })];
    const explained = (one: ItemState) => result([expected("a")], measured, [one])[0]?.explained !== null;
    expect([
      explained(updated("remainingLength", "weight")),
      explained(updated("remainingLength")),
      explained(updated("locationId")),
    ]).toEqual([true, false, false]);
  });
  it("each expected or scanned item has exactly one finding", () => {
    const ids = fc.integer({ min: 0, max: 12 }).map(String);
    fc.assert(
      fc.property(
        fc.uniqueArray(ids),
        fc.array(fc.option(ids)),
        fc.uniqueArray(ids),
        (listed, scanned, known) => {
          const rows = listed.map((id) => expected(id));
          const scans = scanned.map((id) => scan(id));
          const wanted = new Set(idsToLookUp(rows, scans));
          const states = known.filter((id) => wanted.has(id)).map((id) => state(id));
          const found = result(rows, scans, states);
          const keyOf = (id: string | null): string => id ?? "?";
          const keys = found.map(({ item: one, text }) => one?.id ?? keyOf(text));
          expect(new Set(keys).size).toBe(keys.length);
          expect(new Set(keys)).toEqual(new Set([...listed, ...scanned.map(keyOf)]));
          const missing = found.filter(({ kind }) => kind === "missing").map(({ item: one }) => one?.id);
          expect(missing).toEqual(listed.filter((id) => !scanned.includes(id)));
        },
      ),
    );
  });
});

describe("idsToLookUp()", () => {
  it("idsToLookUp() returns all drawn items and all found items", () => {
    const rows = [
      expected("missing"),
      expected("present"),
      expected("measured"),
      expected("left", {}, false),
    ];
    const scans = [scan("present"), scan("measured", { weight: 1 }), scan("other"), scan(null)];
    expect(idsToLookUp(rows, scans)).toEqual(["missing", "present", "measured", "other"]);
  });
});
