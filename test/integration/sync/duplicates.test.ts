import { describe, expect, it } from "vitest";
import {
  asked,
  clientBringing,
  companyRecords,
  expectCopyEqualsCompany,
  itemRequests,
  makeRig,
  type Rig,
} from "./support.ts";

const START = Date.parse("2026-03-01T12:00:00.000Z");
const [OLDER, NEWER] = ["2026-02-01T00:00:00.000Z", "2026-02-02T00:00:00.000Z"];
const THREE_PAGES = ["items 200", "items cursor 200", "items cursor 200"];

type Stamp = string | null;

/**
 * The version to keep, by the stamps of a record's two versions (design 4.4). The stamps are in the order in
 * which the versions arrive.
 */
const ORDERS: readonly (readonly [string, Stamp, Stamp, "first" | "second"])[] = [
  ["[null, value]", null, NEWER, "second"],
  ["[value, null]", NEWER, null, "second"],
  ["[null, null]", null, null, "second"],
  ["[value, the same]", NEWER, NEWER, "second"],
  ["[value, an older one]", NEWER, OLDER, "first"],
  ["[value, a newer one]", OLDER, NEWER, "second"],
];

/**
 * The places of the two versions: their pages of items, and the number of records before them. Pages are
 * counted from 0.
 */
const PLACES = [
  ["next to each other on one page", [0, 0], [3, 4]],
  ["apart on one page", [0, 0], [3, 34]],
  ["at the end of one page", [0, 0], [50, 51]],
  ["across two pages", [0, 1], [50, 0]],
  ["across the first page and the last", [0, 2], [3, 13]],
] as const;
type Place = (typeof PLACES)[number];

const CASES = PLACES.flatMap((place) =>
  ORDERS.map(([order, ...versions]) => [place[0], order, place, versions] as const),
);

/** A client whose listings of items also return two versions of a record. Each version is on its own page. */
function bringingTwice(
  rig: Rig,
  [, pages, indices]: Place,
  versions: readonly [object, object],
): Rig["client"] {
  let page = -1;
  return clientBringing(rig, (received, resource) => {
    if (resource !== "items") return received;
    page += 1;
    const records = [...received];
    for (const [which, version] of versions.entries())
      if (pages[which] === page) records.splice(indices[which] ?? 0, 0, version);
    return records;
  });
}

/** The two versions of a record. A listing that returns them has the record in no other place. */
const versionsOf = (first: Stamp, second: Stamp): readonly [object, object] => [
  { id: "twice", name: "first", status: "available", updatedAt: first },
  { id: "twice", name: "second", status: "available", updatedAt: second },
];

const nameOf = async (rig: Rig): Promise<unknown> =>
  (await rig.store.reader.record("items", "twice"))?.raw["name"];

describe("a record listed twice", () => {
  it.each(CASES)(
    "a record listed twice by the first pull (%s, %s) becomes one correct row",
    async (_place, _order, place, [first, second, kept]) => {
      const rig = await makeRig({ now: () => START });
      const client = bringingTwice(rig, place, versionsOf(first, second));
      const { tallies, mark } = await rig.pass({ client });
      expect(await nameOf(rig)).toBe(kept);
      expect(tallies.items.seen).toBe(121);
      expect((await rig.store.writer.describe()).totals.items).toBe(121);
      expect(asked(rig.service).slice(3)).toEqual(THREE_PAGES);
      expect([mark, (await rig.facts()).mark]).toEqual([new Date(START).toISOString(), mark]);
      // The service itself does not have this record, and the next full check detects that.
      expect(await rig.pass({ mode: "full" })).toMatchObject({ verified: 1, hidden: 1 });
      await expectCopyEqualsCompany(rig);
    },
  );

  it.each(CASES)(
    "a record listed twice by a full check (%s, %s) updates one row correctly",
    async (_place, _order, place, [first, second, kept]) => {
      for (const stored of [OLDER, null]) {
        let now = START;
        const rig = await makeRig({ now: () => now });
        // A stored row with an older stamp or no stamp, so that each version may replace it.
        const before = { ...versionsOf(stored, stored)[0], name: "before" };
        rig.service.company.upsertItem({ id: "twice", ...before });
        await rig.pass();
        rig.service.company.removeItem("twice");
        now += 600_000;
        rig.service.requests.clear();
        const client = bringingTwice(rig, place, versionsOf(first, second));
        const { tallies, mark } = await rig.pass({ mode: "full", client });
        expect([stored, await nameOf(rig)]).toEqual([stored, kept]);
        expect(tallies.items).toMatchObject({ seen: 121, quarantined: 0 });
        expect(asked(rig.service).slice(3)).toEqual(THREE_PAGES);
        expect([mark, (await rig.facts()).mark]).toEqual([new Date(now).toISOString(), mark]);
        // Each version that replaced the row is a change, and there are no other changes.
        const { changes } = await rig.store.reader.changes({ id: "twice" }, 0, 10);
        const names = changes.toReversed().map(({ fields }) => fields["name"]);
        expect(names).toEqual(
          kept === "first"
            ? [{ old: "before", new: "first" }]
            : [
                { old: "before", new: "first" },
                { old: "first", new: "second" },
              ],
        );
      }
    },
  );
});

/** The stored stamp and the next pass's stamp. The later version always replaces the row. */
const LATER = [
  ["null on stored, value on page", null, OLDER],
  ["value on stored, null on page", NEWER, null],
  ["null on both", null, null],
] as const;

describe("duplicates of a record without updatedAt", () => {
  it.each(
    LATER.flatMap((stamps) => (["full", "incremental"] as const).map((mode) => [...stamps, mode] as const)),
  )(
    "a record without updatedAt (%s: %j, then %j, %s) is stored as last fetched",
    async (_stamps, stored, page, mode) => {
      let now = START;
      const rig = await makeRig({ now: () => now });
      const [first, second] = versionsOf(stored, page);
      rig.service.company.upsertItem({ id: "twice", ...first });
      await rig.pass();
      const record = rig.service.company.upsertItem({ id: "twice", ...second });
      now += 600_000;
      rig.service.requests.clear();
      // With `updatedSince`, a service need not return records that have no stamp or an old one, but it may.
      const client = mode === "full" ? rig.client : bringingTwice(rig, PLACES[0], [record, record]);
      const { tallies, mark } = await rig.pass({ mode, client, withReferences: false });
      expect(await nameOf(rig)).toBe("second");
      // An edit within the overlap arrives again with an incremental pass.
      const since = Date.parse(itemRequests(rig.service).at(-1)?.["updatedSince"] ?? "");
      const again = companyRecords(rig.service, "items").filter(
        ({ id, updatedAt }) => id !== "twice" && Date.parse(String(updatedAt)) >= since,
      );
      expect(tallies.items).toMatchObject({
        seen: mode === "full" ? 121 : again.length + 1,
        written: 1,
        changes: 1,
      });
      expect(asked(rig.service).slice(mode === "full" ? 3 : 0)).toEqual(
        mode === "full" ? THREE_PAGES : ["items since 200"],
      );
      expect([mark, (await rig.facts()).mark]).toEqual([new Date(now).toISOString(), mark]);
      await expectCopyEqualsCompany(rig);
      // The record is up to date, so a pass that lists it again writes nothing.
      expect((await rig.pass({ mode: "full" })).tallies.items.written).toBe(0);
      expect(companyRecords(rig.service, "items").find(({ id }) => id === "twice")).toMatchObject(second);
    },
  );
});
