import { expect, it } from "vitest";
import { WindowRegistry } from "../../../../../electron/app/windows/window-registry.ts";
import { MAX_WINDOWS } from "../../../../../shared/contract/window-names.ts";

const TABLES = { kind: "tables" } as const;
const record = (id: string) => ({ profileId: "p", resource: "items", id }) as const;
/** A record's own window. */
const own = (id: string, opener: number | null) =>
  ({ kind: "record", record: record(id), listContext: null, opener }) as const;

it("assigns the lowest free number up to sixteen, and reuses released ones", () => {
  const book = new WindowRegistry();
  for (let number = 1; number <= MAX_WINDOWS; number += 1) expect(book.open(TABLES)).toBe(number);
  expect(() => book.open(TABLES)).toThrow(/^16 windows are open/);
  book.close(5);
  expect(book.open(own("a", null))).toBe(5);
});

it("keeps windows in order of use", () => {
  const book = new WindowRegistry();
  book.reopen(4, TABLES);
  book.reopen(2, TABLES);
  expect(book.numbers).toEqual([4, 2]);
  book.use(4);
  expect(book.numbers).toEqual([2, 4]);
  book.use(9);
  expect(book.numbers).toEqual([2, 4]);
});

it("finds a record's window by profile, resource and id", () => {
  const book = new WindowRegistry();
  book.open(TABLES);
  const number = book.open(own("a", 1));
  expect(book.findRecord(record("a"))).toBe(number);
  expect(book.findRecord(record("b"))).toBeNull();
  expect(book.findRecord({ ...record("a"), profileId: "q" })).toBeNull();
  expect(book.findRecord({ ...record("a"), resource: "types" })).toBeNull();
});

it("follows a record's window to its next record with its list context; of two it finds the last used", () => {
  const book = new WindowRegistry();
  const listContext = { version: 1, search: "film" } as const;
  book.reopen(1, TABLES);
  book.reopen(2, { ...own("a", 1), listContext });
  book.reopen(3, own("b", 1));
  const shown = { ...own("b", 1), listContext };
  expect(book.showRecord(2, "b")).toEqual(shown);
  expect(book.contentOf(2)).toEqual(shown);
  expect(book.numbers).toEqual([1, 2, 3]);
  expect([book.findRecord(record("a")), book.findRecord(record("b"))]).toEqual([null, 3]);
  book.use(2);
  expect(book.findRecord(record("b"))).toBe(2);
  expect([book.showRecord(1, "b"), book.showRecord(9, "b")]).toEqual([null, null]);
  expect(book.contentOf(1)).toEqual(TABLES);
});

it("finds the tables behind a window: its own, those it was opened from, else the last used", () => {
  const book = new WindowRegistry();
  book.reopen(1, TABLES);
  book.reopen(2, TABLES);
  book.reopen(3, own("a", 1));
  expect([1, 2, 3, undefined].map((window) => book.tablesOf(window))).toEqual([1, 2, 1, 2]);
  book.close(1);
  expect(book.tablesOf(3)).toBe(2);
  book.close(2);
  expect([3, undefined].map((window) => book.tablesOf(window))).toEqual([null, null]);
});
