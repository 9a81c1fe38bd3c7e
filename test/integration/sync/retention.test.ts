import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { DEFAULT_SETTINGS, type Settings } from "../../../shared/inventory/settings.ts";
import { fakeClock } from "../../helpers/virtual-clock.ts";
import type { SyncStatus } from "../../../shared/inventory/status.ts";
import type { Interception } from "../../helpers/front.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { startCoreUnderTest } from "../contract/core-under-test.ts";
import { makeEngineRig, type EngineRig } from "./engine-rig.ts";
import { asked, CANARY, companyRecords, expectCopyEqualsCompany, makeRig, PAGE_SIZE } from "./support.ts";

const DAY = 86_400_000;
const POLLS = { pageSize: PAGE_SIZE, pollFocusedSeconds: 3_600, pollUnfocusedSeconds: 7_200 } as const;

/** An engine with a whole copy that has observed `count` changes. Each change is of another item. */
async function rigWithChanges(
  count: number,
  settings: Partial<Settings> = {},
  intercept: Interception = () => false,
): Promise<EngineRig> {
  const rig = await makeEngineRig({ settings, intercept, clock: fakeClock(Date.now()) });
  await rig.engine.useClient(rig.client);
  await rig.ended(1);
  for (let number = 0; number < count; number += 1)
    rig.service.company.upsertItem({ id: `new-${String(number).padStart(5, "0")}`, name: "New" });
  await rig.engine.syncNow("incremental", false);
  return rig;
}

/** Makes all kept changes older by `days`. */
function age(file: string, days: number): void {
  const database = new DatabaseSync(file);
  database.prepare("UPDATE changes SET observedBefore = observedBefore - ?").run(days * DAY * 1_000);
  database.close();
}

const keptIds = async ({ store }: Pick<EngineRig, "store">): Promise<string[]> =>
  (await store.reader.changes({}, 0, 5_000)).changes.map(({ id }) => id).toSorted();

/**
 * Runs another pass and checks its effect: the mark moves, one page is requested, and the rows equal the
 * service's.
 */
async function passAgain(rig: EngineRig): Promise<void> {
  const before = await rig.facts();
  rig.service.requests.clear();
  await rig.engine.syncNow("incremental", false);
  expect(rig.engine.status).toMatchObject({ state: "idle", error: null });
  expect(new Set(asked(rig.service))).toEqual(new Set(["items since 200"]));
  const { mark, revision } = await rig.facts();
  expect(Date.parse(mark ?? "")).toBeGreaterThanOrEqual(Date.parse(before.mark ?? ""));
  expect(revision).toBe(before.revision);
  await expectCopyEqualsCompany(rig);
}

describe("observed changes", () => {
  it.each([
    [{}, 179, 3],
    [{}, 181, 0],
    [{ historyDays: 2 }, 1, 3],
    [{ historyDays: 2 }, 3, 0],
    [{ historyDays: 3_650 }, 3_000, 3],
  ])(
    "observed changes are kept as set (%j): at an age of %d days, %d changes remain",
    async (settings, days, kept) => {
      const rig = await rigWithChanges(3, settings);
      expect(await keptIds(rig)).toHaveLength(3);
      age(rig.file, days);
      await passAgain(rig);
      expect(await keptIds(rig)).toHaveLength(kept);
    },
  );

  it("a new retention applies to observed changes without a restart", async () => {
    const rig = await rigWithChanges(3);
    age(rig.file, 100);
    await passAgain(rig);
    expect(await keptIds(rig)).toHaveLength(3);
    rig.engine.setSettings({ ...DEFAULT_SETTINGS, ...POLLS, historyDays: 99 });
    await passAgain(rig);
    expect(await keptIds(rig)).toEqual([]);
  });

  it("a written pass deletes old changes even if its verification fails", async () => {
    const rig = await rigWithChanges(3, {}, (request, response) => {
      if (!/^\/inventory\/items\/[^?]/.test(request.url ?? "")) return false;
      response.writeHead(500).end();
      return true;
    });
    const ids = companyRecords(rig.service, "items").map(({ id }) => String(id));
    for (const id of ids.slice(0, 5)) rig.service.company.removeItem(id);
    age(rig.file, 181);
    await rig.engine.syncNow("full", true);
    expect(rig.engine.status.error).toMatchObject({ kind: "server" });
    await waitUntil(async () => (await keptIds(rig)).length === 0, "old changes are let go");
  });

  it("the setting limits the number of kept changes", async () => {
    const rig = await rigWithChanges(12, { historyChanges: 10 });
    // A listing by updates has the oldest records first, so the changes that were inserted last are the newest.
    const ids = Array.from({ length: 12 }, (_, number) => `new-${String(number).padStart(5, "0")}`);
    expect(await keptIds(rig)).toEqual(ids.slice(2));
    rig.engine.setSettings({ ...DEFAULT_SETTINGS, ...POLLS, historyChanges: 4 });
    await passAgain(rig);
    expect(await keptIds(rig)).toEqual(ids.slice(8));
  });

  it("the default limits keep 200,000 changes and 180 days of changes", () => {
    expect(DEFAULT_SETTINGS).toMatchObject({ historyDays: 180, historyChanges: 200_000 });
  });
});

describe("the app's setting for kept changes", () => {
  it("the next refresh applies the app's limit of kept changes", async () => {
    const { service } = await makeRig();
    const under = startCoreUnderTest("browser");
    onTestFinished(() => under.close());
    const call = async (name: string, input?: unknown): Promise<unknown> => {
      const result = (await under.core.dispatch(name, input)) as { ok: boolean; value?: unknown };
      expect(result).toMatchObject({ ok: true });
      return result.value;
    };
    const total = async (): Promise<number> =>
      ((await call("queryChanges", { filter: {}, offset: 0, limit: 1 })) as { total: number }).total;
    const status = async (): Promise<SyncStatus> => (await call("getStatus")) as SyncStatus;
    /** Requests a pass, and waits for its end. */
    const passBy = async (name: string, input: unknown): Promise<void> => {
      const { lastPassAt } = await status();
      await call(name, input);
      await waitUntil(async () => {
        const now = await status();
        return now.pass === null && now.lastPassAt !== lastPassAt;
      }, "the end of the pass");
    };
    await passBy("connect", { baseUrl: service.url, key: CANARY });
    for (let number = 0; number < 1_200; number += 1)
      service.company.upsertItem({ id: `new-${number}`, name: "New" });
    await passBy("syncNow", { full: false });
    expect(await total()).toBe(1_200);
    await call("saveSettings", { ...DEFAULT_SETTINGS, historyChanges: 1_000 });
    await passBy("syncNow", { full: false });
    expect(await total()).toBe(1_000);
    // The requests after the check for a collector and the first pull.
    expect(new Set(asked(service).slice(4))).toEqual(
      new Set(["locations 200", "types 200", "items since 200", "items since+cursor 200"]),
    );
  });
});
