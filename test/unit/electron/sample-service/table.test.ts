import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EMPTY_BASE, lowerBound, Table, type Position } from "../../../../electron/sample-service/table.ts";
import { makeCompany } from "../../../../electron/sample-service/company.ts";
import { parseInstant } from "../../../../electron/api-server/instant.ts";
import type { Item } from "../../../../shared/inventory/resources.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
const BASE = 30;
const company = () => makeCompany({ seed: 3, items: BASE, now: () => NOW });
const baseIds = [...company().items.all()].map((item) => item.id);

const byId = (left: Item, right: Item): number => (left.id < right.id ? -1 : 1);
const byUpdate = (left: Item, right: Item): number =>
  parseInstant(left.updatedAt ?? "") - parseInstant(right.updatedAt ?? "") || byId(left, right);

/** All records of a listing, page after page. */
function listed(table: Table<Item>, since: number | null, count: number): readonly Item[] {
  const seen: Item[] = [];
  let after: Position | null = null;
  for (;;) {
    const page = table.evaluate({ after, since, count });
    seen.push(...page.records);
    if (!page.more) return seen;
    expect(page.records).toHaveLength(count);
    after = page.end;
  }
}

describe("lowerBound()", () => {
  it("lowerBound() finds the first index that passes the test", () => {
    expect(lowerBound(10, (index) => index >= 4)).toBe(4);
    expect(lowerBound(10, () => true)).toBe(0);
    expect(lowerBound(10, () => false)).toBe(10);
  });
});

describe("Table", () => {
  const change = fc.record({
    id: fc.oneof(fc.constantFrom(...baseIds), fc.constantFrom("a", "itm_8", "zz", "itm_zzzzzzzzzz", "é/1")),
    remove: fc.boolean(),
    updatedAt: fc.constantFrom(
      null,
      "2024-01-01T00:00:00Z",
      "2026-06-01T11:59:59.9995Z",
      "2026-06-01T14:00:00+02:00",
    ),
  });

  it("a table lists the same records as a plain map after any changes", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), (changes, count) => {
        const live = company();
        const model = new Map([...live.items.all()].map((item) => [item.id, item]));
        for (const { id, remove, updatedAt } of changes) {
          if (remove) {
            expect(live.removeItem(id)).toBe(model.delete(id));
          } else {
            model.set(id, live.upsertItem({ id, updatedAt }));
          }
        }
        const table = live.items;
        expect(table.size).toBe(model.size);
        expect(listed(table, null, count)).toEqual([...model.values()].sort(byId));
        const since = Date.UTC(2024, 0, 1);
        const dated = [...model.values()].filter((item) => parseInstant(item.updatedAt ?? "") >= since);
        expect(listed(table, since, count)).toEqual(dated.sort(byUpdate));
      }),
      { numRuns: 200 },
    );
  });

  it("a table includes records updated at exactly `since` (specification 4.2)", () => {
    const table = new Table<Item>(EMPTY_BASE);
    table.put({ id: "one", name: "One", updatedAt: "2026-01-01T00:00:00.001Z" });
    const at = Date.UTC(2026, 0, 1, 0, 0, 0, 1);
    expect(table.evaluate({ after: null, since: at, count: 9 }).records).toHaveLength(1);
    expect(table.evaluate({ after: null, since: at + 1, count: 9 }).records).toHaveLength(0);
  });

  it("changes to records already read do not shift the next page", () => {
    const live = company();
    const table = live.items;
    const first = table.evaluate({ after: null, since: null, count: 10 });
    live.upsertItem({ id: baseIds[2] ?? "", name: "Edited behind" });
    live.removeItem(baseIds[3] ?? "");
    live.removeItem(baseIds[15] ?? "");
    live.upsertItem({ id: "aaa" });
    live.upsertItem({ id: "zzz" });
    const rest = table.evaluate({ after: first.end, since: null, count: 100 });
    expect(rest.records.map((item) => item.id)).toEqual([
      ...baseIds.slice(10).filter((id) => id !== baseIds[15]),
      "zzz",
    ]);
  });

  it("a table iterates over all records even if records are removed during the iteration", () => {
    const live = company();
    let seen = 0;
    for (const item of live.items.all()) {
      live.removeItem(item.id);
      seen++;
    }
    expect(seen).toBe(BASE);
    expect(live.items.size).toBe(0);
  });
});
