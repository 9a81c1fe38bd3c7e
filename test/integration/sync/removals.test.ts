import { describe, expect, it } from "vitest";
import { EVERYTHING } from "../../../shared/query/query.ts";
import { asked, companyRecords, expectCopyEqualsCompany, makeRig, type Rig } from "./support.ts";

const START = Date.parse("2026-03-01T12:00:00.000Z");
const MINUTE = 60_000;
const REFERENCES = ["locations 200", "types 200", "types cursor 200"];
const THREE_PAGES = ["items 200", "items cursor 200", "items cursor 200"];

/**
 * The removed items, by their places in the order of the ids. They are removed when the second of three pages has
 * arrived.
 */
const PLACES = [
  ["behind the reader", [3, 60]],
  ["before the reader", [101, 117]],
  ["on both sides of the reader, next to it", [98, 101]],
  ["at the reader's position", [99, 100]],
  ["at both ends of the listing", [0, 119]],
] as const;

/** The first place of the reader's next page. */
const NEXT_PAGE = 100;
const CASES = PLACES.flatMap(([where, places]) =>
  (["first pull", "full check"] as const).map((pass) => [pass, where, places] as const),
);

async function timedRig(): Promise<Rig & { later(): void; readonly now: () => number }> {
  let now = START;
  const rig = await makeRig({ now: () => now });
  return { ...rig, later: () => void (now += MINUTE), now: () => now };
}

/** Calls back once, when a given page of items has arrived. */
const atPage = (page: number, act: () => void): ((resource: string) => void) => {
  let pages = 0;
  return (resource) => {
    if (resource === "items" && (pages += 1) === page) act();
  };
};

const shownIds = async (rig: Rig): Promise<string[]> => {
  const { rows } = await rig.store.reader.window("items", EVERYTHING, 0, 500, 0);
  return rows.map(({ id }) => String(id)).toSorted();
};
const asksFor = (ids: readonly string[]): string[] => ids.toSorted().map((id) => `items/${id} 404`);
const markAt = (milliseconds: number): string => new Date(milliseconds).toISOString();

describe("items removed during a full listing", () => {
  it.each(CASES)(
    "a full check hides an item removed during a full listing (%s, %s)",
    async (pass, _where, places) => {
      const rig = await timedRig();
      const ids = companyRecords(rig.service, "items").map(({ id }) => String(id));
      const gone = places.map((place) => String(ids[place]));
      const missed = places.filter((place) => place >= NEXT_PAGE).map((place) => String(ids[place]));
      if (pass === "full check") await rig.pass();
      rig.later();
      const begun = rig.now();
      rig.service.requests.clear();
      const summary = await rig.pass({
        mode: "full",
        onPage: atPage(2, () => {
          rig.later();
          for (const id of gone) rig.service.company.removeItem(id);
        }),
      });
      // A record that a first pull misses was never in the copy. A full check requests a record that it misses.
      const checked = pass === "full check" ? missed : [];
      expect(asked(rig.service)).toEqual([...REFERENCES, ...THREE_PAGES, ...asksFor(checked)]);
      expect(summary).toMatchObject({
        mode: "full",
        restarts: 0,
        verified: checked.length,
        hidden: checked.length,
        mark: markAt(begun),
        tallies: { items: { seen: 120 - missed.length } },
      });
      expect((await rig.facts()).mark).toBe(markAt(begun));
      // Records that were removed behind the reader count as existing until the next full check.
      expect(await shownIds(rig)).toEqual(ids.filter((id) => !missed.includes(id)).toSorted());

      rig.later();
      await rig.pass();
      expect(await shownIds(rig)).toEqual(ids.filter((id) => !missed.includes(id)).toSorted());
      rig.later();
      rig.service.requests.clear();
      const seen = gone.filter((id) => !missed.includes(id));
      expect(await rig.pass({ mode: "full" })).toMatchObject({ verified: seen.length, hidden: seen.length });
      expect(asked(rig.service)).toEqual([...REFERENCES, ...THREE_PAGES, ...asksFor(seen)]);
      const described = await rig.store.writer.describe();
      expect(described).toMatchObject({
        totals: { items: 118 },
        hidden: { items: pass === "full check" ? 2 : seen.length },
        unverified: 0,
        facts: { mark: markAt(rig.now()), checkedAsOf: markAt(rig.now()) },
      });
      await expectCopyEqualsCompany(rig);
    },
  );
});

describe("items removed during an incremental listing", () => {
  it.each([
    ["behind the reader", [2, 12]],
    ["before the reader", [22, 29]],
    ["at the reader's position", [19, 20]],
  ] as const)(
    "an item removed during an incremental listing (%s) stays until the next full check",
    async (_where, places) => {
      const rig = await timedRig();
      await rig.pass();
      // Pulls again ten minutes later, so that only the edits below are within the overlap.
      for (let minute = 0; minute < 10; minute += 1) rig.later();
      await rig.pass();
      // The items in the order of their updates, on three pages of ten.
      const ids = companyRecords(rig.service, "items")
        .slice(40, 70)
        .map(({ id }) => String(id));
      for (const id of ids) rig.service.company.upsertItem({ id, name: "Edited" });
      const gone = places.map((place) => String(ids[place]));
      const missed = places.filter((place) => place >= 20).length;
      const begun = rig.now();
      rig.service.requests.clear();
      const summary = await rig.pass({
        pageSize: 10,
        withReferences: false,
        onPage: atPage(2, () => {
          for (const id of gone) rig.service.company.removeItem(id);
        }),
      });
      expect(asked(rig.service)).toEqual([
        "items since 200",
        "items since+cursor 200",
        "items since+cursor 200",
      ]);
      const { items } = summary.tallies;
      expect([items.written, summary.verified, summary.hidden]).toEqual([30 - missed, 0, 0]);
      expect([summary.mark, (await rig.facts()).mark]).toEqual([markAt(begun), markAt(begun)]);
      expect((await rig.store.writer.describe()).totals.items).toBe(120);

      rig.later();
      expect((await rig.pass()).tallies.items.written).toBe(0);
      rig.later();
      rig.service.requests.clear();
      expect(await rig.pass({ mode: "full" })).toMatchObject({ verified: 2, hidden: 2 });
      expect(asked(rig.service)).toEqual([...REFERENCES, ...THREE_PAGES, ...asksFor(gone)]);
      expect((await rig.facts()).mark).toBe(markAt(rig.now()));
      await expectCopyEqualsCompany(rig);
    },
  );

  it("a removed item that returns before the next full check keeps one visible row", async () => {
    const rig = await timedRig();
    const ids = companyRecords(rig.service, "items").map(({ id }) => String(id));
    await rig.pass();
    rig.later();
    rig.service.requests.clear();
    const summary = await rig.pass({
      mode: "full",
      onPage: atPage(1, () => {
        rig.service.company.removeItem(String(ids[110]));
        rig.service.company.removeItem(String(ids[4]));
        rig.service.company.upsertItem({ id: String(ids[110]), name: "Back again" });
        rig.service.company.upsertItem({ id: String(ids[4]), name: "Back again" });
      }),
    });
    expect(summary).toMatchObject({ verified: 0, hidden: 0, mark: markAt(rig.now()) });
    expect(asked(rig.service)).toEqual([...REFERENCES, ...THREE_PAGES]);
    rig.later();
    await rig.pass();
    expect((await rig.facts()).mark).toBe(markAt(rig.now()));
    await expectCopyEqualsCompany(rig);
  });
});
