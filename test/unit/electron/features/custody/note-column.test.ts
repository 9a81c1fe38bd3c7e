import { expect, it } from "vitest";
import type { Query } from "../../../../../shared/query/query.ts";
import { compute, item, openStore, type TestStore } from "../../store/support.ts";

const NOW = Date.parse("2026-06-15T12:00:00Z");
const OUT_AT = "2026-06-01T00:00:00.000Z";

interface Note {
  readonly itemId: string;
  readonly text: string;
  readonly outAt: string | null;
}

/** Writes the notes. @returns the number of commits that changed rows. */
const write = (store: TestStore, notes: readonly Note[]): number =>
  compute(store, "rows", NOW, { notes }).filter(({ changed }) => changed).length;

const found = (store: TestStore, query: Partial<Query>): readonly unknown[] =>
  store.reader
    .window("items", { version: 1, ...query }, 0, 10, NOW)
    .rows.map(({ id, itemNote }) => [id, itemNote]);

async function storeOf(): Promise<TestStore> {
  const store = await openStore();
  store.list("items", [
    item("free"),
    item("out", { status: "checked_out", checkedOutAt: OUT_AT }),
    item("third"),
  ]);
  return store;
}

it("each item has the text of its note; the later of two notes counts", async () => {
  const store = await storeOf();
  const notes = [
    { itemId: "free", text: "first", outAt: "" },
    { itemId: "free", text: "Box is dämaged", outAt: "" },
    { itemId: "unknown", text: "lost", outAt: "" },
  ];
  expect(write(store, notes)).toBe(1);
  expect(found(store, { filter: { field: "itemNote", op: "notEmpty" } })).toEqual([
    ["free", "Box is dämaged"],
  ]);
  expect(write(store, notes)).toBe(0);
  expect(write(store, [])).toBe(1);
  expect(found(store, { filter: { field: "itemNote", op: "notEmpty" } })).toEqual([]);
});

it("a note on a check-out is shown until the item is returned or checked out again", async () => {
  const store = await storeOf();
  const notes = [{ itemId: "out", text: "back on Friday", outAt: "2026-05-01T00:00:00.000Z" }];
  write(store, notes);
  expect(found(store, { search: "friday" })).toEqual([]);
  const present = [{ itemId: "out", text: "back on Friday", outAt: OUT_AT }];
  write(store, present);
  expect(found(store, { search: "friday" })).toEqual([["out", "back on Friday"]]);
  store.list("items", [item("out")]);
  write(store, present);
  expect(found(store, { search: "friday" })).toEqual([]);
});

it("a search finds the words of a note in any part of a row, before and after the index is loaded", async () => {
  const store = await storeOf();
  write(store, [
    { itemId: "free", text: "Box is dämaged", outAt: "" },
    { itemId: "third", text: "is new", outAt: "" },
  ]);
  const searches = (): readonly unknown[] =>
    ["damaged", "BOX dam", "free box", "third box", "is"].map((search) =>
      found(store, { search }).map((row) => (row as [string])[0]),
    );
  const expected = [["free"], ["free"], ["free"], [], ["free", "third"]];
  expect(searches()).toEqual(expected);
  // A count needs the index, and loads it.
  expect(store.reader.count("items", { version: 1, search: "damaged" }, NOW).total).toBe(1);
  expect(searches()).toEqual(expected);
});
