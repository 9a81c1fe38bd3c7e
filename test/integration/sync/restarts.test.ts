import { describe, expect, it } from "vitest";
import { EVERYTHING } from "../../../shared/query/query.ts";
import {
  asked,
  companyRecords,
  expectCopyEqualsCompany,
  makeRig,
  type Rig,
  type RigOptions,
} from "./support.ts";

const onlyPath = "/inventory/items";
const START = Date.parse("2026-03-01T12:00:00.000Z");
const MINUTE = 60_000;
const THREE_PAGES = ["items 200", "items cursor 200", "items cursor 200"];
/** The listing whose cursor is refused, and the listing that replaces it. */
const THIRD_PAGE_REFUSED = ["items 200", "items cursor 200", "items cursor 400", ...THREE_PAGES];

interface Timed extends Rig {
  /** Moves the service's clock. */
  later(milliseconds: number): void;
  /** Runs a pass with an action at each arriving page of items. Pages are counted from 1. */
  passWith(mode: "full" | "incremental", happen: (page: number) => void): ReturnType<Rig["pass"]>;
}

/** A rig whose service has a clock that the test moves. So the mark is known exactly. */
async function timedRig(options: RigOptions = {}): Promise<Timed> {
  let now = START;
  const rig = await makeRig({ now: () => now, ...options });
  return {
    ...rig,
    later: (milliseconds) => void (now += milliseconds),
    passWith: (mode, happen) => {
      let page = 0;
      return rig.pass({
        mode,
        withReferences: false,
        onPage: (resource) => {
          if (resource === "items") happen((page += 1));
        },
      });
    },
  };
}

/** Makes the service refuse the cursors of the next requests. */
const refuseCursor = (rig: Rig, times = 1): void =>
  rig.service.setFaults({ onlyPath, cursorFailures: times });
const idsOf = (rig: Rig): string[] => companyRecords(rig.service, "items").map(({ id }) => String(id));
const shownIds = async (rig: Rig): Promise<string[]> => {
  const { rows } = await rig.store.reader.window("items", EVERYTHING, 0, 500, 0);
  return rows.map(({ id }) => String(id)).toSorted();
};
const changeTypes = async (rig: Rig): Promise<string[]> =>
  (await rig.store.reader.changes({}, 0, 100)).changes.map(({ type, id }) => `${type} ${id}`).toSorted();

describe("full checks with a refused cursor", () => {
  it("a restarted full check hides the rows removed before the restart", async () => {
    const rig = await timedRig();
    await rig.pass();
    rig.later(10 * MINUTE);
    const gone = idsOf(rig).slice(3, 5);
    rig.service.requests.clear();
    const summary = await rig.passWith("full", (page) => {
      rig.later(MINUTE);
      // The second page has arrived, so the first page, which contains both items, is stored.
      if (page !== 2) return;
      for (const id of gone) rig.service.company.removeItem(id);
      refuseCursor(rig);
    });
    expect(asked(rig.service)).toEqual([
      "locations 200",
      "types 200",
      "types cursor 200",
      ...THIRD_PAGE_REFUSED,
      ...gone.map((id) => `items/${id} 404`),
    ]);
    const mark = new Date(START + 10 * MINUTE).toISOString();
    expect(summary).toMatchObject({
      restarts: 1,
      verified: 2,
      hidden: 2,
      mark,
      tallies: { items: { seen: 118, written: 0, changes: 0 } },
    });
    const described = await rig.store.writer.describe();
    expect(described).toMatchObject({ hidden: { items: 2 }, totals: { items: 118 }, unverified: 0 });
    expect(described.facts).toMatchObject({ mark, checkedAsOf: mark });
    expect(await shownIds(rig)).toEqual(idsOf(rig));
    for (const id of gone) {
      expect((await rig.store.reader.record("items", id))?.row["noLongerReturnedSince"]).not.toBeNull();
    }
    expect(await changeTypes(rig)).toEqual(
      gone.map((id) => `stockdeck.item.no_longer_returned ${id}`).toSorted(),
    );
    await expectCopyEqualsCompany(rig);
  });

  it("a refused cursor discards the staged pages of a full check", async () => {
    const rig = await timedRig();
    await rig.pass();
    rig.later(10 * MINUTE);
    const [first = ""] = idsOf(rig);
    const { company } = rig.service;
    company.upsertItem({ id: "0-new", name: "Here and gone" });
    company.upsertItem({ id: first, name: "Renamed once" });
    rig.service.requests.clear();
    const summary = await rig.passWith("full", (page) => {
      if (page !== 2) return;
      company.removeItem("0-new");
      company.upsertItem({ id: first, name: "Renamed twice" });
      refuseCursor(rig);
    });
    expect(asked(rig.service).slice(3)).toEqual(THIRD_PAGE_REFUSED);
    expect(summary).toMatchObject({
      restarts: 1,
      verified: 0,
      hidden: 0,
      mark: new Date(START + 10 * MINUTE).toISOString(),
      tallies: { items: { seen: 120, written: 1, changes: 1 } },
    });
    expect(await rig.store.reader.record("items", "0-new")).toBeNull();
    expect(await changeTypes(rig)).toEqual([`inventory.item.updated ${first}`]);
    await expectCopyEqualsCompany(rig);
  });

  it("a full check with two refused cursors ends with the records of the last listing", async () => {
    const rig = await timedRig();
    await rig.pass();
    rig.later(10 * MINUTE);
    const ids = idsOf(rig);
    rig.service.requests.clear();
    // The third page of the listing is refused, and then the second page of the listing that replaces it.
    const summary = await rig.passWith("full", (page) => {
      if (page === 2 || page === 3) {
        rig.service.company.removeItem(String(ids[page]));
        refuseCursor(rig);
      }
    });
    expect(asked(rig.service).slice(3)).toEqual([
      "items 200",
      "items cursor 200",
      "items cursor 400",
      "items 200",
      "items cursor 400",
      ...THREE_PAGES,
      `items/${ids[2]} 404`,
      `items/${ids[3]} 404`,
    ]);
    expect(summary).toMatchObject({ restarts: 2, verified: 2, hidden: 2 });
    expect((await rig.facts()).mark).toBe(new Date(START + 10 * MINUTE).toISOString());
    await expectCopyEqualsCompany(rig);
  });

  it("the pass ignores material types from a listing with a refused cursor", async () => {
    const rig = await timedRig();
    await rig.pass();
    rig.later(10 * MINUTE);
    const [gone = ""] = companyRecords(rig.service, "types").map(({ id }) => String(id));
    rig.service.requests.clear();
    let pages = 0;
    const summary = await rig.pass({
      mode: "full",
      pageSize: 20,
      onPage: (resource) => {
        if (resource !== "types" || (pages += 1) !== 2) return;
        rig.service.company.removeType(gone);
        rig.service.setFaults({ onlyPath: "/inventory/types", cursorFailures: 1 });
      },
    });
    expect(asked(rig.service)).toEqual([
      "locations 200",
      "types 200",
      "types cursor 200",
      "types cursor 400",
      "types 200",
      "types cursor 200",
      "types cursor 200",
      "items 200",
      ...Array.from({ length: 5 }, () => "items cursor 200"),
      `types/${gone} 404`,
    ]);
    expect(summary).toMatchObject({ restarts: 1, verified: 1, hidden: 1 });
    expect((await rig.facts()).mark).toBe(new Date(START + 10 * MINUTE).toISOString());
    await expectCopyEqualsCompany(rig);
  });
});

describe("other passes with a refused cursor", () => {
  it("the first pull verifies records missing from the restarted listing", async () => {
    const rig = await timedRig();
    const [gone = ""] = idsOf(rig);
    const summary = await rig.passWith("full", (page) => {
      rig.later(MINUTE);
      // The second page has arrived, so the first page is stored.
      if (page !== 2) return;
      rig.service.company.removeItem(gone);
      refuseCursor(rig);
    });
    expect(asked(rig.service).slice(3)).toEqual([...THIRD_PAGE_REFUSED, `items/${gone} 404`]);
    const mark = new Date(START).toISOString();
    expect(summary).toMatchObject({ restarts: 1, verified: 1, hidden: 1, mark });
    expect(await rig.facts()).toMatchObject({ mark, firstPullComplete: true });
    expect(await shownIds(rig)).toEqual(idsOf(rig));
    await expectCopyEqualsCompany(rig);
  });

  it("an incremental pass with a refused cursor starts again from the same time", async () => {
    const rig = await timedRig();
    const ids = idsOf(rig);
    rig.service.company.upsertItem({ id: String(ids[0]), name: "Edited just now" });
    await rig.pass();
    rig.later(10 * MINUTE);
    for (const id of ids.slice(20, 90)) rig.service.company.upsertItem({ id, name: "Renamed" });
    rig.service.requests.clear();
    const summary = await rig.passWith("incremental", (page) => {
      rig.later(MINUTE);
      if (page !== 1) return;
      rig.service.company.removeItem(String(ids[20]));
      rig.service.company.upsertItem({ id: String(ids[21]), name: "Renamed again" });
      refuseCursor(rig);
    });
    const since = new Date(START - 5 * MINUTE).toISOString();
    expect(asked(rig.service)).toEqual([
      "items since 200",
      "items since+cursor 400",
      "items since 200",
      "items since+cursor 200",
    ]);
    expect(rig.service.requests.entries.map(({ query }) => query["updatedSince"])).toEqual(
      Array.from({ length: 4 }, () => since),
    );
    const mark = new Date(START + 10 * MINUTE).toISOString();
    // The items are 70 edited ones without the removed item, and the first item, which is within the overlap.
    expect(summary).toMatchObject({ restarts: 1, verified: 0, mark, tallies: { items: { seen: 70 } } });
    expect((await rig.facts()).mark).toBe(mark);
    // Only a full check finds a removal.
    expect(await shownIds(rig)).toEqual(ids);
    expect(await rig.pass({ mode: "full" })).toMatchObject({ verified: 1, hidden: 1 });
    await expectCopyEqualsCompany(rig);
  });
});
