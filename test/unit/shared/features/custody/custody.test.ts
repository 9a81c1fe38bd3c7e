import { describe, expect, it } from "vitest";
import { custodyOf, custodyTime } from "../../../../../shared/features/custody/custody.ts";

const HOUR = 3_600_000;
const at = (hour: number): string => new Date(Date.UTC(2026, 0, 1) + hour * HOUR).toISOString();
type Type = "checked_out" | "returned" | "archived";
type Fields = Readonly<Record<string, readonly [old: unknown, now: unknown]>>;
/** A change between the refreshes of two consecutive hours. */
const change = (type: Type, id: string, hour: number, fields: Fields) => ({
  type: `inventory.item.${type}` as const,
  id,
  name: `Item ${id}`,
  observedAfter: at(hour - 1),
  observedBefore: at(hour),
  holder: (fields["checkedOutToUserId"]?.[1] ?? null) as string | null,
  oldHolder: (fields["checkedOutToUserId"]?.[0] ?? null) as string | null,
  fields: Object.fromEntries(Object.entries(fields).map(([name, [old, now]]) => [name, { old, new: now }])),
});
/** A record that the service no longer returns, or returns again. */
const presence = (type: "no_longer_returned" | "returned_again", id: string, hour: number) => ({
  ...change("returned", id, hour, {}),
  type: `stockdeck.item.${type}` as const,
});
const out = (id: string, hour: number, holder: string) =>
  change("checked_out", id, hour, {
    status: ["available", "checked_out"],
    checkedOutToUserId: [null, holder],
    checkedOutAt: [null, at(hour - 0.5)],
  });
const back = (id: string, hour: number, holder: string, since: string) =>
  change("returned", id, hour, {
    status: ["checked_out", "available"],
    checkedOutToUserId: [holder, null],
    checkedOutAt: [since, null],
  });

describe("custodies of an item", () => {
  it("a check-out and its return form one custody", () => {
    const [one, ...others] = custodyOf([back("a", 10, "u", at(1.5)), out("a", 2, "u")]);
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      holder: "u",
      outAt: at(1.5),
      end: { how: "returned", after: at(9), before: at(10) },
    });
    expect(one && custodyTime(one, 0)).toEqual({ least: 7.5 * HOUR, most: 8.5 * HOUR });
  });

  it("a check-out time without an offset is UTC", () => {
    const written = at(1.5).replace(".000Z", "");
    const [one] = custodyOf([back("a", 10, "u", written)]);
    expect(one?.outAt).toBe(at(1.5));
  });

  it("a return's old values reveal a check-out before the first refresh", () => {
    const [one] = custodyOf([back("a", 10, "u", at(-48))]);
    expect(one).toMatchObject({ holder: "u", outAt: at(-48), out: null });
  });

  it("a new holder or archiving also ends a custody", () => {
    const handedOn = change("checked_out", "a", 5, {
      checkedOutToUserId: ["u", "v"],
      checkedOutAt: [at(1.5), at(4.5)],
    });
    const archived = change("archived", "b", 6, {
      status: ["checked_out", "archived"],
      checkedOutToUserId: ["w", null],
    });
    const inStock = change("archived", "c", 7, { status: ["available", "archived"] });
    const list = custodyOf([inStock, archived, handedOn, out("a", 2, "u")]);
    expect(list.map(({ itemId, holder, end }) => [itemId, holder, end?.how ?? null])).toEqual([
      ["a", "v", null],
      ["b", "w", "archived"],
      ["a", "u", "handedOn"],
    ]);
    const [open] = list;
    expect(open && custodyTime(open, Date.parse(at(10)))).toEqual({ least: 5.5 * HOUR, most: 5.5 * HOUR });
  });

  it("a custody ends if its item goes missing and continues if it returns", () => {
    const gone = [presence("no_longer_returned", "a", 5), out("a", 2, "u")];
    const [ended, ...others] = custodyOf([presence("no_longer_returned", "b", 6), ...gone]);
    expect(others).toEqual([]);
    expect(ended).toMatchObject({
      itemId: "a",
      holder: "u",
      end: { how: "noLongerReturned", after: at(4), before: at(5) },
    });
    const again = [presence("returned_again", "a", 7), ...gone];
    expect(custodyOf(again)).toEqual(custodyOf([out("a", 2, "u")]));
    const returned = [back("a", 7, "u", at(1.5)), ...again];
    expect(custodyOf(returned)).toEqual(custodyOf([back("a", 7, "u", at(1.5)), out("a", 2, "u")]));
  });

  it("a new custody has a holder even if the check-out did not change the holder field", () => {
    const kept = { holder: "u", oldHolder: "u" };
    const outAgain = { ...change("checked_out", "a", 2, { status: ["available", "checked_out"] }), ...kept };
    const returned = { ...change("returned", "a", 5, { status: ["checked_out", "available"] }), ...kept };
    expect(custodyOf([outAgain])).toMatchObject([{ holder: "u", end: null }]);
    expect(custodyOf([returned])).toMatchObject([{ holder: "u", end: { how: "returned" } }]);
  });

  it("a custody with an impossible check-out date uses the observed check-out", () => {
    const [one] = custodyOf([
      change("checked_out", "a", 2, {
        status: ["available", "checked_out"],
        checkedOutAt: [null, "1901-01-01T00:00:00.000Z"],
      }),
    ]);
    expect(one && custodyTime(one, Date.parse(at(10)))).toEqual({ least: 8 * HOUR, most: 9 * HOUR });
    const [unseen] = custodyOf([back("a", 10, "u", "2030-01-01T00:00:00.000Z")]);
    expect(unseen && custodyTime(unseen, 0)).toBeNull();
  });

  it("a custody with an unknown start has no duration", () => {
    const [one] = custodyOf([change("archived", "b", 6, { status: ["checked_out", "archived"] })]);
    expect(one && custodyTime(one, 0)).toBeNull();
  });
});
