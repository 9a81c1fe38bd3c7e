import { describe, expect, it } from "vitest";
import { deriveChanges } from "../../../../../electron/store/ingest/derive-changes.ts";
import { item } from "../support.ts";

const T1 = "2026-03-01T08:00:00.000Z";
const T2 = "2026-03-01T09:00:00.000Z";

/** The changes between two versions of an item: types, with the names of their fields. */
const between = (before: Record<string, unknown> | null, after: Record<string, unknown>) =>
  deriveChanges("items", before, after).map(({ type, fields }) => [type, Object.keys(fields)]);

describe("changes derived from two versions (design 4.10)", () => {
  it.each([
    ["a new status, checked out", { status: "checked_out" }, "inventory.item.checked_out"],
    ["a new status, archived", { status: "archived" }, "inventory.item.archived"],
    ["an unknown new status", { status: "lost" }, "inventory.item.updated"],
    ["a new location", { locationId: "l2" }, "inventory.item.transferred"],
    ["another field", { weight: 3 }, "inventory.item.updated"],
    ["a field that the specification does not name", { colour: "red" }, "inventory.item.updated"],
  ] as const)("deriveChanges() returns the right event for %s", (_what, change, type) => {
    const before = item("a", { locationId: "l1" });
    expect(between(before, { ...before, ...change })).toEqual([[type, Object.keys(change)]]);
  });

  it("an item that comes back from a check-out counts as returned", () => {
    const out = item("a", { status: "checked_out", checkedOutToUserId: "u", checkedOutAt: T1 });
    const back = item("a");
    expect(between(out, back)).toEqual([
      ["inventory.item.returned", ["status", "checkedOutToUserId", "checkedOutAt"]],
    ]);
    expect(between(item("a", { status: "archived" }), back)).toEqual([
      ["inventory.item.updated", ["status"]],
    ]);
  });

  it("an item with a new holder is a check-out", () => {
    const out = item("a", { status: "checked_out", checkedOutToUserId: "u" });
    expect(between(out, { ...out, checkedOutToUserId: "v" })).toEqual([
      ["inventory.item.checked_out", ["checkedOutToUserId"]],
    ]);
  });

  it("a new status and a new location are two changes", () => {
    const before = item("a", { locationId: "l1" });
    const after = { ...before, status: "archived", locationId: "l2", weight: 2, updatedAt: T2 };
    expect(between(before, after)).toEqual([
      ["inventory.item.archived", ["status", "weight", "updatedAt"]],
      ["inventory.item.transferred", ["locationId"]],
    ]);
  });

  it("a change has old and new values, with null for a missing field", () => {
    const before = item("a");
    delete before["weight"];
    const [change] = deriveChanges("items", before, item("a", { weight: 4, updatedAt: T1 }));
    expect(change?.fields).toEqual({
      weight: { old: null, new: 4 },
      updatedAt: { old: "2025-06-01T00:00:00.000Z", new: T1 },
    });
  });

  it("equal versions cause no change, even with missing fields or other date formats", () => {
    const before = item("a", { updatedAt: "2026-03-01T10:00:00+02:00" });
    delete before["weight"];
    expect(between(before, item("a", { updatedAt: T1 }))).toEqual([]);
  });

  it("a new item's change lists all its fields", () => {
    const [change] = deriveChanges("items", null, item("a", { weight: 4 }));
    expect(change).toEqual({
      type: "inventory.item.created",
      stamp: "2025-01-01T00:00:00.000Z",
      fields: {
        name: { old: null, new: "Item a" },
        status: { old: null, new: "available" },
        weight: { old: null, new: 4 },
        createdAt: { old: null, new: "2025-01-01T00:00:00.000Z" },
        updatedAt: { old: null, new: "2025-06-01T00:00:00.000Z" },
      },
    });
  });

  it("a change has the service's new event time, or else the update time", () => {
    const before = item("a");
    const stampOf = (after: Record<string, unknown>): unknown =>
      deriveChanges("items", before, after)[0]?.stamp;
    expect(stampOf({ ...before, status: "checked_out", checkedOutAt: T1, updatedAt: T2 })).toBe(T1);
    expect(stampOf({ ...before, status: "archived", archivedAt: T1, updatedAt: T2 })).toBe(T1);
    expect(stampOf({ ...before, weight: 1, updatedAt: T2 })).toBe(T2);
    expect(stampOf({ ...before, weight: 1, updatedAt: null })).toBeNull();
  });

  it("every change of a type or location becomes the only event that the specification defines", () => {
    const hall = { id: "l", name: "Hall", createdAt: null, updatedAt: null };
    expect(deriveChanges("locations", null, hall)).toMatchObject([{ type: "inventory.location.updated" }]);
    expect(deriveChanges("types", hall, { ...hall, name: "Film" })).toMatchObject([
      { type: "inventory.type.updated", fields: { name: { old: "Hall", new: "Film" } } },
    ]);
  });

  it("a change lists a field called __proto__ like any other field", () => {
    const after = JSON.parse('{"id":"a","name":"A","__proto__":"x"}') as Record<string, unknown>;
    const [change] = deriveChanges("items", { id: "a", name: "A" }, after);
    expect(Object.entries(change?.fields ?? {})).toEqual([["__proto__", { old: null, new: null }]]);
  });
});
