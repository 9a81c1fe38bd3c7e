import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { INDEXES } from "../../../electron/store/database/columns.ts";
import { formatInstant } from "../../../shared/base/time/instant.ts";
import {
  asked,
  CANARY,
  companyRecords,
  editFirstItem,
  expectCopyEqualsCompany,
  expectMarkOf,
  FULL_PULL_REQUESTS,
  itemRequests,
  ITEMS,
  makeRig,
  PAGE_SIZE,
} from "./support.ts";

const ITEMS_PATH = "/inventory/items";

describe("the first pull", () => {
  it("the first pull requests each page exactly once", async () => {
    const rig = await makeRig({ threads: true });
    const before = Math.floor(Date.now() / 1_000) * 1_000;
    const summary = await rig.pass();
    expect(summary).toMatchObject({
      mode: "full",
      restarts: 0,
      tallies: { items: { seen: ITEMS, written: ITEMS, quarantined: 0 } },
    });
    await expectCopyEqualsCompany(rig);
    expect(rig.service.requests.total).toBe(FULL_PULL_REQUESTS);
    expect(itemRequests(rig.service).map(({ limit, updatedSince }) => [limit, updatedSince])).toEqual(
      [1, 2, 3].map(() => [String(PAGE_SIZE), undefined]),
    );
    const { mark, firstPullComplete, passes } = await rig.facts();
    expect([firstPullComplete, passes, mark === summary.mark]).toEqual([true, 1, true]);
    expect(Date.parse(mark ?? "")).toBeGreaterThanOrEqual(before);
    expect(Date.parse(mark ?? "")).toBeLessThanOrEqual(Date.now());
    expect(rig.client.traffic).toEqual({ requests: FULL_PULL_REQUESTS, retries: 0, waitedMs: 0 });
  });

  it("the first pull of an empty company sets a mark", async () => {
    const rig = await makeRig({ items: 0 });
    const summary = await rig.pass();
    expect(summary.tallies.items).toEqual({ seen: 0, written: 0, quarantined: 0, changes: 0 });
    expect(asked(rig.service)).toEqual(["locations 200", "types 200", "types cursor 200", "items 200"]);
    await expectMarkOf(rig, summary);
  });

  it("the first pull builds missing indexes after an earlier process died", async () => {
    const rig = await makeRig();
    const writer = rig.store.writer;
    // The copy as the ended process leaves it: with its first pull marked as complete, and without one index.
    await writer.beginPass();
    await writer.saveFacts({ firstPullComplete: true });
    await rig.pass();
    const database = new DatabaseSync(rig.file);
    const indexes = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
      .all();
    database.close();
    const names = indexes.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(
        Object.values(INDEXES)
          .flat()
          .map(([name]) => name),
      ),
    );
  });
});

describe("an incremental pass", () => {
  it("an incremental pass requests the changes since the mark minus the overlap", async () => {
    const rig = await makeRig();
    editFirstItem(rig.service);
    const { mark } = await rig.pass();
    for (let event = 0; event < 40; event += 1) rig.service.company.step();
    rig.service.company.upsertItem({ id: "brand-new", name: "New roll" });
    rig.service.requests.clear();
    const summary = await rig.pass({ overlap: 7 });
    expect(summary.mode).toBe("incremental");
    await expectCopyEqualsCompany(rig);
    const since = new Date(Date.parse(mark ?? "") - 7_000).toISOString();
    for (const query of itemRequests(rig.service)) expect(query["updatedSince"]).toBe(since);
    expect(summary.tallies.items.written).toBeLessThan(60);
    expect(Date.parse(summary.mark ?? "")).toBeGreaterThanOrEqual(Date.parse(mark ?? ""));
  });

  it("the earliest possible time of a location's change is the last listing of locations", async () => {
    let now = Date.parse("2026-03-01T12:00:00Z");
    const rig = await makeRig({ now: () => now });
    await rig.pass();
    const { mark: listed } = await rig.pass();
    now += 60_000;
    const [location] = companyRecords(rig.service, "locations");
    const id = String(location?.["id"]);
    rig.service.company.upsertLocation({ id, name: "Renamed" });
    now += 60_000;
    const { mark: itemsOnly } = await rig.pass({ withReferences: false });
    expect(itemsOnly).not.toBe(listed);
    now += 60_000;
    const { mark: last } = await rig.pass();
    const database = new DatabaseSync(rig.file);
    onTestFinished(() => database.close());
    const rows = database
      .prepare("SELECT observedAfter, observedBefore FROM changes WHERE resource = 'locations' AND id = ?")
      .all(id) as { observedAfter: number; observedBefore: number }[];
    expect(rows.map(({ observedAfter }) => formatInstant(observedAfter))).toEqual([listed]);
    // A service's Date has whole seconds.
    expect(formatInstant(rows[0]?.observedBefore ?? 0)).toBe(last?.replace("000Z", "999Z"));
  });

  it("an incremental pass without changes sends one request", async () => {
    const rig = await makeRig({ now: () => Date.now() });
    await rig.pass();
    const before = await rig.facts();
    rig.service.requests.clear();
    const { tallies } = await rig.pass({ withReferences: false });
    expect(rig.service.requests.total).toBe(1);
    expect(tallies.items.written).toBe(0);
    expect((await rig.facts()).revision).toBe(before.revision);
  });

  it("an incremental pass writes no unchanged row", async () => {
    let now = Date.parse("2026-03-01T12:00:00Z");
    const rig = await makeRig({ now: () => now });
    editFirstItem(rig.service);
    await rig.pass();
    now += 600_000;
    const { mark } = await rig.pass();
    rig.service.company.upsertItem({ id: "young", name: "Y", updatedAt: mark });
    await rig.pass();
    now += 600_000;
    editFirstItem(rig.service);
    const later = (await rig.pass()).mark;
    rig.service.company.upsertItem({ id: "on-the-edge", name: "Edge", updatedAt: later });
    rig.service.requests.clear();
    // Only the item that was edited at that moment is listed again.
    expect((await rig.pass({ overlap: 0 })).tallies.items).toMatchObject({ seen: 2, written: 1 });
    expect((await rig.pass({ overlap: 300 })).tallies.items).toMatchObject({ seen: 2, written: 0 });
    expect(itemRequests(rig.service).map((query) => query["updatedSince"])).toEqual([
      later,
      new Date(now - 300_000).toISOString(),
    ]);
  });

  it("a full pass requests all records again", async () => {
    const rig = await makeRig();
    await rig.pass();
    rig.service.requests.clear();
    expect((await rig.pass({ mode: "full" })).mode).toBe("full");
    expect(itemRequests(rig.service)).toHaveLength(3);
    expect(itemRequests(rig.service)[0]).not.toHaveProperty("updatedSince");
  });
});

describe("pages that change during a listing", () => {
  it("records that change during a listing are correct after the next pass", async () => {
    const rig = await makeRig();
    const ids = companyRecords(rig.service, "items").map(({ id }) => String(id));
    let pages = 0;
    await rig.pass({
      onPage: (resource) => {
        if (resource !== "items") return;
        pages += 1;
        for (const id of [ids[0], ids.at(-1), ids[60]])
          rig.service.company.upsertItem({ id: String(id), name: `Renamed ${pages}` });
        rig.service.company.upsertItem({ id: `a-new-${pages}`, name: "Before" });
        rig.service.company.upsertItem({ id: `zz-new-${pages}`, name: "Behind" });
      },
    });
    rig.service.requests.clear();
    const summary = await rig.pass();
    expect(summary.mode).toBe("incremental");
    expect(itemRequests(rig.service).every((query) => "updatedSince" in query)).toBe(true);
    await expectCopyEqualsCompany(rig);
    await expectMarkOf(rig, summary);
  });
});

describe("unusual records", () => {
  it("records of ten megabytes are quarantined with the reason", async () => {
    const rig = await makeRig({
      items: 5,
      faults: { malformedRecords: ["huge_name"], onlyPath: ITEMS_PATH },
    });
    const summary = await rig.pass();
    expect(summary.tallies.items).toMatchObject({ seen: 5, quarantined: 1 });
    expect(asked(rig.service).slice(3)).toEqual(["items 200"]);
    await expectMarkOf(rig, summary);
  });

  it("records with extreme placeholder dates do not stop the copy", async () => {
    const rig = await makeRig({ items: 3 });
    rig.service.company.upsertItem({
      id: "sentinel",
      name: "S",
      archivedAt: "9999-12-31T23:59:59Z",
      checkedOutAt: "0001-01-01T00:00:00Z",
    });
    await rig.pass();
    await rig.pass({ mode: "full" });
    await expectCopyEqualsCompany(rig);
    expect((await rig.store.reader.window("items", { version: 1 }, 0, 10, 0)).rows).toHaveLength(4);
  });
});

describe("a pass cancelled by the user", () => {
  it("a cancelled pass keeps the rows and the mark", async () => {
    const rig = await makeRig();
    const abort = new AbortController();
    let pages = 0;
    const error = await rig.failingPass({
      pageSize: 10,
      signal: abort.signal,
      onPage: (resource) => {
        if (resource === "items" && (pages += 1) === 6) abort.abort();
      },
    });
    expect(error.kind).toBe("cancelled");
    const { facts, totals } = await rig.store.writer.describe();
    expect([facts.mark, facts.firstPullComplete]).toEqual([null, false]);
    expect(totals.items).toBeGreaterThan(0);
    expect(totals.items).toBeLessThan(ITEMS);
    const summary = await rig.pass();
    expect(summary.mode).toBe("full");
    await expectCopyEqualsCompany(rig);
    await expectMarkOf(rig, summary);
  });
});

describe("the key in requests", () => {
  it("the client sends the key only in the header", async () => {
    const rig = await makeRig();
    await rig.pass();
    expect(JSON.stringify(rig.service.requests.entries)).not.toContain(CANARY);
    expect(JSON.stringify([rig.client, await rig.facts()])).not.toContain(CANARY);
  });
});
