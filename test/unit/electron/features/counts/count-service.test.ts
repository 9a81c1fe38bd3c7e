import { describe, expect, it } from "vitest";
import { countHandlers } from "../../../../../electron/features/counts/count-handlers.ts";
import type { CountService } from "../../../../../electron/features/counts/count-service.ts";
import { verifyCount } from "../../../../../electron/features/counts/verify-count.ts";
import { AppFailure } from "../../../../../shared/base/errors.ts";
import { MAX_COUNTS } from "../../../../../shared/features/counts/count-records.ts";
import { MAX_TEAM_VALUE } from "../../../../../shared/features/team/team-kinds.ts";
import { missingRow } from "../../../../../shared/features/counts/reconcile.ts";
import { MAX_ASKED } from "../../../../../shared/features/counts/count-calls.ts";
import { NO_UNITS } from "../../../../../shared/inventory/units.ts";
import { WHOLE_COUNT as PLAN } from "../../../../helpers/open-counts.ts";
import { atHall, NOW, observe, CONNECTION_ID, scanInto, startCounts } from "./support.ts";

const of = (countId: string) => ({ connectionId: CONNECTION_ID, countId });

async function findings(counts: CountService, countId: string) {
  const found = await counts.records.list(CONNECTION_ID, countId, "findings");
  return found.map(({ kind, item, text, explained }) => [item?.id ?? text, kind, explained?.type ?? null]);
}

describe("the expected list of a count", () => {
  it("the expected list has the rows of the count's query, but no archived items", async () => {
    const { counts } = await startCounts(
      atHall("a"),
      atHall("b", { status: "checked_out" }),
      atHall("c", { status: "archived" }),
      atHall("d", { status: "odd" }),
    );
    const ids = async (withCheckedOut: boolean) => {
      const { countId } = await counts.start({ ...PLAN, withCheckedOut });
      return (await counts.expected(of(countId))).items.map(({ id }) => id);
    };
    expect([await ids(false), await ids(true)]).toEqual([
      ["a", "d"],
      ["a", "b", "d"],
    ]);
  });
  it("the expected list keeps the records as they were at the start of the count", async () => {
    const { copy, counts } = await startCounts(atHall("a", { remainingLength: 10 }));
    const { countId } = await counts.start(PLAN);
    observe(
      copy,
      atHall("a", { remainingLength: 4, locationId: "loc_2", updatedAt: "2027-01-01T00:00:00Z" }),
    );
    const { items } = await counts.expected(of(countId));
    expect(items).toMatchObject([
      { length: 10, locationId: "loc_1", locationName: "Hall", typeName: "Film" },
    ]);
    expect(await counts.records.count(CONNECTION_ID, countId)).toMatchObject({ place: "loc_1", expected: 1 });
  });
  it("a random sample draws the configured share of the rows, but at least one row", async () => {
    const { counts } = await startCounts(...Array.from({ length: 30 }, (_, at) => atHall(`i-${at}`)));
    const drawn = async (share: number) => {
      const { countId } = await counts.start({ ...PLAN, share });
      return (await counts.expected(of(countId))).items.length;
    };
    expect([await drawn(50), await drawn(10), await drawn(0.1)]).toEqual([15, 3, 1]);
  });
  it("a count is refused if its expected list has no rows", async () => {
    const { counts } = await startCounts(atHall("a", { status: "archived" }));
    await expect(counts.start(PLAN)).rejects.toMatchObject({ error: { kind: "invalid_input" } });
  });
  it("a blind count does not reveal its expected list", async () => {
    const { counts } = await startCounts(atHall("a"), atHall("x", { status: "checked_out" }));
    const { countId } = await counts.start({ ...PLAN, blind: true });
    await expect(counts.expected(of(countId))).rejects.toMatchObject({ error: { kind: "invalid_input" } });
    expect(await scanInto(counts, countId, "x")).toBe("counted");
    const open = await counts.start(PLAN);
    expect(await scanInto(counts, open.countId, "x")).toBe("notListed");
  });
});

describe("scans of a count", () => {
  it("a scan of an item's id or name counts the item", async () => {
    const { counts } = await startCounts(atHall("a"), atHall("b"));
    const { countId } = await counts.start(PLAN);
    const outcomes = [];
    for (const text of ["a", "Roll b", "b", "nothing"]) outcomes.push(await scanInto(counts, countId, text));
    expect(outcomes).toEqual(["counted", "counted", "again", "unknown"]);
    const { scans } = await counts.scans(of(countId));
    expect(scans.map(({ number, itemId }) => [number, itemId])).toEqual([
      [1, "a"],
      [2, "b"],
      [3, "b"],
      [4, null],
    ]);
  });
  it("a scan of a name that several items share counts an item only if exactly one of these items is expected", async () => {
    const { counts } = await startCounts(
      atHall("a", { name: "Roll" }),
      atHall("b", { name: "Roll" }),
      atHall("c", { name: "Roll", status: "archived" }),
    );
    const { countId } = await counts.start(PLAN);
    expect(await scanInto(counts, countId, "Roll")).toBe("ambiguous");
    expect((await counts.scans(of(countId))).scans).toEqual([]);
    await scanInto(counts, countId, "a");
    expect(await scanInto(counts, countId, "Roll")).toBe("counted");
    expect(await scanInto(counts, countId, "Roll")).toBe("ambiguous");
    const blind = await counts.start({ ...PLAN, blind: true });
    await scanInto(counts, blind.countId, "a");
    expect(await scanInto(counts, blind.countId, "Roll")).toBe("ambiguous");
  });
  it("scans survive a restart", async () => {
    const { counts, open } = await startCounts(atHall("a"), atHall("b"));
    const { countId } = await counts.start(PLAN);
    await scanInto(counts, countId, "a");
    await scanInto(counts, countId, "b");
    await counts.remove({ ...of(countId), numbers: [2] });
    await scanInto(counts, countId, "b");
    await counts.measure({ ...of(countId), number: 3, length: 7, weight: null });
    const { scans } = await open().scans(of(countId));
    expect(scans.map(({ number, itemId, length }) => [number, itemId, length])).toEqual([
      [1, "a", null],
      [3, "b", 7],
    ]);
  });
  it("a window receives each added scan, and reloads all scans after any other change", async () => {
    const { counts, events } = await startCounts(atHall("a"));
    const heard: unknown[] = [];
    events.subscribe((name, payload) => name === "countScans" && heard.push(payload));
    const { countId } = await counts.start(PLAN);
    await scanInto(counts, countId, "a");
    await counts.remove({ ...of(countId), numbers: [1] });
    expect(heard).toMatchObject([
      { countId, added: [{ number: 1, itemId: "a" }] },
      { countId, added: null },
    ]);
  });
});

describe("the result of a count", () => {
  it("a closed count compares the list with the scans and accepts no more scans", async () => {
    const { copy, counts, open } = await startCounts(
      atHall("a"),
      atHall("b"),
      atHall("moved"),
      atHall("x", { locationId: "loc_2" }),
    );
    const inHall = { version: 1, filter: { field: "locationId", op: "is", value: "loc_1" } } as const;
    const { countId } = await counts.start({ ...PLAN, query: inHall });
    for (const text of ["a", "x", "label"]) await scanInto(counts, countId, text);
    observe(copy, atHall("moved", { locationId: "loc_2", updatedAt: "2027-01-01T00:00:00Z" }));
    await open().close(of(countId));
    expect(await findings(counts, countId)).toEqual([
      ["a", "present", null],
      ["b", "missing", null],
      ["moved", "missing", "inventory.item.transferred"],
      ["x", "elsewhere", null],
      ["label", "unknown", null],
    ]);
    expect(await counts.records.list(CONNECTION_ID, countId, "expected")).toEqual([]);
    await expect(scanInto(open(), countId, "b")).rejects.toMatchObject({ error: { kind: "invalid_input" } });
  });
  it("a count whose closing was interrupted is closed at its next opening", async () => {
    const { counts, open } = await startCounts(atHall("a"));
    const { countId } = await counts.start(PLAN);
    const count = await counts.records.count(CONNECTION_ID, countId);
    await counts.close(of(countId));
    if (count) await counts.records.saveCount(CONNECTION_ID, countId, count);
    await expect(open().scans(of(countId))).rejects.toMatchObject({ error: { kind: "invalid_input" } });
    expect((await counts.records.count(CONNECTION_ID, countId))?.closedAt).not.toBeNull();
    expect(await findings(counts, countId)).toEqual([["a", "missing", null]]);
  });
  it("two counts with the longest lists can be closed even if a third count's list does not fit", async () => {
    const { counts } = await startCounts(atHall("a"));
    const { countId } = await counts.start(PLAN);
    const [row] = await counts.records.list(CONNECTION_ID, countId, "expected");
    if (!row) throw new Error("The list has no row.");
    const rows = Array.from({ length: 20_000 }, (_, at) => ({
      ...row,
      item: { ...row.item, id: `i-${at}` },
    }));
    for (const id of ["one", "two"]) await counts.records.saveLists(CONNECTION_ID, id, { expected: rows });
    const third = counts.records.saveLists(CONNECTION_ID, "three", { expected: rows });
    await expect(third).rejects.toMatchObject({ error: { kind: "invalid_input" } });
    const missing = rows.map(({ item }) => missingRow(item, undefined));
    for (const id of ["one", "two"])
      await counts.records.saveLists(CONNECTION_ID, id, { findings: missing, expected: [] });
    expect(await counts.records.list(CONNECTION_ID, "two", "findings")).toHaveLength(20_000);
    expect(await counts.records.list(CONNECTION_ID, "two", "expected")).toEqual([]);
  });
  it("a list of long ids is split into parts that the team accepts", async () => {
    const { counts, documents } = await startCounts(atHall("a"));
    const { countId } = await counts.start(PLAN);
    const [row] = await counts.records.list(CONNECTION_ID, countId, "expected");
    if (!row) throw new Error("The list has no row.");
    const rows = Array.from({ length: 500 }, (_, at) => ({
      ...row,
      item: { ...row.item, id: `${"i".repeat(1_000)}${at}`, name: "n".repeat(500) },
    }));
    const parts = await counts.records.saveLists(CONNECTION_ID, "long", { expected: rows });
    expect(parts.get("expected")).toBe(2);
    const saved = await documents.read("countLists", CONNECTION_ID, "long/");
    for (const part of saved.values()) expect(JSON.stringify(part).length).toBeLessThan(MAX_TEAM_VALUE);
    expect(await counts.records.list(CONNECTION_ID, "long", "expected")).toEqual(rows);
  });
  it("a team's list or result appears only after it has arrived completely", async () => {
    const { counts } = await startCounts(atHall("a"));
    const { countId } = await counts.start(PLAN);
    const count = await counts.records.count(CONNECTION_ID, countId);
    if (!count) throw new Error("The count is missing.");
    const team = { sharedBy: "Desk 2", closedBy: null, parts: 2, result: null };
    await counts.records.saveCount(CONNECTION_ID, countId, { ...count, team });
    await expect(counts.expected(of(countId))).rejects.toThrow("has not arrived whole yet");
    await counts.records.saveLists(CONNECTION_ID, countId, { "findings-0000000a": [] });
    const result = { list: "findings-0000000a", parts: 1, scans: 0, checksum: "" };
    const closed = { ...count, closedAt: count.startedAt, team: { ...team, closedBy: "Desk 2", result } };
    await counts.records.saveCount(CONNECTION_ID, countId, closed);
    await expect(counts.records.result(CONNECTION_ID, countId)).rejects.toThrow("has not arrived whole yet");
  });
  it("a connection without a team shares no count", async () => {
    const { counts, documents } = await startCounts(atHall("a"));
    const { countId } = await counts.start(PLAN);
    await expect(counts.share(of(countId))).rejects.toMatchObject({ error: { kind: "invalid_input" } });
    await expect(counts.start({ ...PLAN, withTeam: true })).rejects.toMatchObject({
      error: { kind: "invalid_input" },
    });
    expect((await documents.read("counts", CONNECTION_ID)).size).toBe(1);
  });
  it("a count that is refused at its start leaves no data", async () => {
    const { counts, documents } = await startCounts(atHall("a"));
    for (let made = 0; made < MAX_COUNTS; made += 1) await counts.start(PLAN);
    await expect(counts.start(PLAN)).rejects.toMatchObject({ error: { kind: "invalid_input" } });
    expect((await documents.read("counts", CONNECTION_ID)).size).toBe(MAX_COUNTS);
    expect((await documents.read("countLists", CONNECTION_ID)).size).toBe(MAX_COUNTS);
  });
  it("deleting a count deletes only its own scans and lists", async () => {
    const { counts, documents } = await startCounts(atHall("a"));
    const [first, second] = [await counts.start(PLAN), await counts.start(PLAN)];
    for (const { countId } of [first, second]) await scanInto(counts, countId, "a");
    await counts.delete(of(first.countId));
    for (const document of ["counts", "countScans", "countLists"] as const) {
      const kept = [...(await documents.read(document, CONNECTION_ID)).keys()];
      expect(kept.length).toBeGreaterThan(0);
      expect(kept.every((id) => id.startsWith(second.countId))).toBe(true);
    }
  });
});

describe("money values of the result", () => {
  it("money values follow the current prices and units", async () => {
    const started = await startCounts(
      atHall("a", { remainingLength: 10 }),
      atHall("b", { remainingLength: 4 }),
    );
    const { copy, counts, documents } = started;
    const priced = { id: "typ_1", name: "Film", pricingBasis: "foot", pricePerFoot: 2, currency: "eur" };
    copy.list("types", [priced]);
    const { countResult } = countHandlers({
      ...started,
      connections: { current: { ...started.current, engineWithKey: () => ({}) as never } },
      startup: { opened: Promise.resolve() },
    });
    const { countId } = await counts.start(PLAN);
    const entries = [{ text: "a", itemId: null, length: 5, weight: null }];
    await counts.count({ ...of(countId), by: "file", entries });
    await counts.close(of(countId));
    const values = async () =>
      (await countResult(of(countId))).findings.map(({ value, valueDifference }) => [value, valueDifference]);
    const euros = (minor: number) => ({ minor, currency: "EUR" });
    const setLength = (length: "ft" | "m") =>
      documents.save("units", CONNECTION_ID, [{ id: "", value: { ...NO_UNITS, length } }]);
    expect(await values()).toEqual([
      [null, null],
      [null, null],
    ]);
    await documents.save("priceBases", CONNECTION_ID, [{ id: "foot", value: "foot" }]);
    await setLength("ft");
    expect(await values()).toEqual([
      [euros(2_000), euros(-1_000)],
      [euros(800), null],
    ]);
    await setLength("m");
    expect(await values()).toEqual([
      [euros(6_562), euros(-3_281)],
      [euros(2_625), null],
    ]);
    copy.list("types", [{ ...priced, pricePerFoot: 1, updatedAt: "2027-01-01T00:00:00Z" }]);
    expect((await values())[1]).toEqual([euros(1_312), null]);
  });
});

describe("the verification of missing items", () => {
  const closed = async (items: number) => {
    const started = await startCounts(...Array.from({ length: items }, (_, at) => atHall(`i-${at}`)));
    const { countId } = await started.counts.start(PLAN);
    await started.counts.close(of(countId));
    return { ...started, countId };
  };
  const status = { error: null, question: null, unverified: 0, lastPassAt: "before" } as never;
  const notFound = new AppFailure({ kind: "not_found", message: "gone" });

  it("each missing item is requested, and a deleted item is explained", async () => {
    const { copy, counts, countId } = await closed(2);
    const asked: string[] = [];
    const engine = {
      status,
      syncNow: () => Promise.reject(new Error("no pass is needed")),
      refreshRecord: async (_resource: string, id: string) => {
        asked.push(id);
        if (id !== "i-1") return undefined as never;
        copy.writer.hideRecord("items", id, {
          sequence: 99,
          at: 1,
          servedBy: NOW,
          verified: true,
          fullCheck: false,
        });
        throw notFound;
      },
    };
    const progress: unknown[] = [];
    const onProgress = (done: number, total: number) => progress.push([done, total]);
    await verifyCount(
      { counts, engine: () => engine, serviceNow: () => NOW, onProgress },
      CONNECTION_ID,
      countId,
    );
    expect(asked).toEqual(["i-0", "i-1"]);
    expect(progress).toEqual([
      [0, 2],
      [1, 2],
    ]);
    expect(await findings(counts, countId)).toEqual([
      ["i-0", "missing", null],
      ["i-1", "missing", "stockdeck.item.no_longer_returned"],
    ]);
    expect(await counts.records.count(CONNECTION_ID, countId)).toMatchObject({
      verifiedAt: new Date(NOW).toISOString(),
    });
  });
  it("a change after the count's end explains no difference", async () => {
    const { copy, counts, countId } = await closed(1);
    const engine = {
      status,
      syncNow: () => Promise.resolve(),
      refreshRecord: () => Promise.resolve(undefined as never),
    };
    const mark = new Date(NOW + 3_600_000).toISOString();
    copy.list("items", [], { finish: { everything: false, facts: { mark } } });
    const moved = atHall("i-0", { locationId: "loc_2", updatedAt: "2027-01-01T00:00:00Z" });
    const servedBy = NOW + 7_200_000;
    copy.list("items", [moved], { servedBy, finish: { everything: false, facts: {} } });
    const options = { counts, engine: () => engine, serviceNow: () => NOW, onProgress: () => {} };
    await verifyCount(options, CONNECTION_ID, countId);
    expect(await findings(counts, countId)).toEqual([["i-0", "missing", null]]);
  });
  it("a change long before the count explains no difference", async () => {
    const { copy, counts } = await startCounts(atHall("out"), atHall("measured", { remainingLength: 10 }));
    const change = (ago: number, ...records: readonly Record<string, unknown>[]) =>
      copy.list("items", records, { servedBy: NOW - ago, finish: { everything: false, facts: {} } });
    const at = (day: number) => ({ updatedAt: `2026-10-0${day}T00:00:00Z` });
    change(1_209_600_000, atHall("out", { status: "checked_out", ...at(1) }));
    change(1_100_000_000, atHall("out", at(2)), atHall("measured", { remainingLength: 8, ...at(2) }));
    change(1_000_000_000, atHall("out", { status: "checked_out", ...at(3) }));
    const { countId } = await counts.start(PLAN);
    await scanInto(counts, countId, "out");
    await scanInto(counts, countId, "measured");
    await counts.measure({ ...of(countId), number: 2, length: 3, weight: null });
    await counts.close({ connectionId: CONNECTION_ID, countId });
    expect(await findings(counts, countId)).toEqual([
      ["measured", "present", null],
      ["out", "checkedOut", null],
    ]);
  });
  it("a change during the count explains a missing item even after a reload", async () => {
    const { copy, counts } = await startCounts(atHall("i-0"), atHall("i-1"));
    const renamed = atHall("i-1", { name: "Renamed", updatedAt: "2026-11-01T00:00:00Z" });
    copy.list("items", [renamed], { servedBy: NOW - 60_000, finish: { everything: false, facts: {} } });
    const { countId } = await counts.start(PLAN);
    copy.sql("DELETE FROM changes");
    copy.sql("UPDATE sqlite_sequence SET seq = 0 WHERE name = 'changes'");
    const moved = atHall("i-0", { locationId: "loc_2", updatedAt: "2026-11-02T10:30:00Z" });
    copy.list("items", [moved], { servedBy: NOW + 3_600_000, finish: { everything: false, facts: {} } });
    expect(copy.sql("SELECT number FROM changes")).toEqual([{ number: 1 }]);
    await counts.close({ connectionId: CONNECTION_ID, countId });
    expect(await findings(counts, countId)).toContainEqual(["i-0", "missing", "inventory.item.transferred"]);
  });
  it.each([
    ["network", 1],
    ["protocol", 2],
  ] as const)(
    "a failure of kind %s leaves the result unverified after %d requests",
    async (kind, requests) => {
      const { counts, countId } = await closed(2);
      let asked = 0;
      const engine = {
        status,
        syncNow: () => Promise.resolve(),
        refreshRecord: () => {
          asked += 1;
          return Promise.reject(new AppFailure({ kind, message: "no answer" }));
        },
      };
      const verified = verifyCount(
        { counts, engine: () => engine, serviceNow: () => NOW, onProgress: () => {} },
        CONNECTION_ID,
        countId,
      );
      await expect(verified).rejects.toMatchObject({ error: { kind } });
      expect(asked).toBe(requests);
      expect(await counts.records.count(CONNECTION_ID, countId)).toMatchObject({ verifiedAt: null });
    },
  );
  it("a count deleted during its verification stays deleted", async () => {
    const { counts, documents, countId } = await closed(1);
    const engine = {
      status,
      syncNow: () => Promise.resolve(),
      refreshRecord: async () => {
        await counts.delete(of(countId));
        return undefined as never;
      },
    };
    await verifyCount(
      { counts, engine: () => engine, serviceNow: () => NOW, onProgress: () => {} },
      CONNECTION_ID,
      countId,
    );
    for (const document of ["counts", "countLists"] as const)
      expect(await documents.read(document, CONNECTION_ID)).toEqual(new Map());
  });
  it("nothing is verified if the collector cannot reach the service", async () => {
    const { counts, countId } = await closed(1);
    const engine = {
      status: { ...(status as object), collector: { error: "network" } } as never,
      syncNow: () => Promise.reject(new Error("no pass is needed")),
      refreshRecord: () => Promise.reject(new Error("no request is needed")),
    };
    const options = { counts, engine: () => engine, serviceNow: () => NOW, onProgress: () => {} };
    await expect(verifyCount(options, CONNECTION_ID, countId)).rejects.toThrow("cannot reach the service");
    expect(await counts.records.count(CONNECTION_ID, countId)).toMatchObject({ verifiedAt: null });
  });
  it("a full check runs if too many items are missing for single requests", async () => {
    const { counts, countId } = await closed(MAX_ASKED + 1);
    const engine = {
      status,
      refreshRecord: () => Promise.reject(new Error("no single request is needed")),
      syncNow: async () => void (engine.status = { ...(status as object), lastPassAt: "after" } as never),
    };
    await verifyCount(
      { counts, engine: () => engine, serviceNow: () => NOW, onProgress: () => {} },
      CONNECTION_ID,
      countId,
    );
    expect(await counts.records.count(CONNECTION_ID, countId)).toMatchObject({
      verifiedAt: new Date(NOW).toISOString(),
    });
  });
  it.each([
    ["was cancelled", { lastPassAt: "before" }],
    ["failed", { error: { kind: "network", message: "no answer" }, lastPassAt: "before" }],
    ["has a question", { question: { kind: "mass_removal", missing: null }, lastPassAt: "after" }],
    ["left rows unverified", { unverified: 1, lastPassAt: "after" }],
  ])("a full check that %s leaves the result unverified", async (_what, after) => {
    const { counts, countId } = await closed(MAX_ASKED + 1);
    const engine = {
      status,
      refreshRecord: () => Promise.reject(new Error("no single request is needed")),
      syncNow: async () => void (engine.status = { ...(status as object), ...after } as never),
    };
    const verified = verifyCount(
      { counts, engine: () => engine, serviceNow: () => NOW, onProgress: () => {} },
      CONNECTION_ID,
      countId,
    );
    await expect(verified).rejects.toBeInstanceOf(AppFailure);
    expect(await counts.records.count(CONNECTION_ID, countId)).toMatchObject({ verifiedAt: null });
  });
});
