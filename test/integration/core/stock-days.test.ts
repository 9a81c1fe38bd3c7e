import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, it } from "vitest";
import { systemClock } from "../../../electron/base/clock.ts";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import { localDay } from "../../../shared/base/time/local-day.ts";
import { serve } from "../sample-service/support.ts";
import { savedRecords } from "../../helpers/saved-records.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { memory, start } from "./support.ts";
import { afterPush } from "../../helpers/after-push.ts";

const DAY = 86_400_000;

/** Pulls a copy on a computer whose clock differs from the service's. */
async function connected(aheadMs: number) {
  const state = { aheadMs, isOffline: false };
  const service = await serve({ items: 40 });
  const folder = await temporaryFolder();
  const rig = start(
    folder,
    memory(),
    (url, init) => (state.isOffline ? Promise.reject(new TypeError("fetch failed")) : nodeFetch(url, init)),
    { clock: { ...systemClock, now: () => Date.now() + state.aheadMs } },
  );
  const { connectionId } = await rig.call("connect", { baseUrl: service.url, key: service.key });
  await rig.pulled();
  const file = path.join(folder, "profiles", connectionId, "inventory.sqlite");
  const read = (sql: string): Record<string, unknown>[] => {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
    try {
      return database.prepare(sql).all() as Record<string, unknown>[];
    } finally {
      database.close();
    }
  };
  const days = (): unknown[] => read("SELECT day FROM snapshot_days ORDER BY day").map(({ day }) => day);
  await afterPush(rig.core, () => days().length > 0);
  const [type] = [...service.company.types.all()];
  /** Sets a threshold, and waits until the columns are computed. */
  const setThreshold = async (below: number): Promise<void> => {
    const records = savedRecords(connectionId, "thresholds", {
      [String(type?.id)]: { below, measure: "items" },
    });
    await rig.call("saveRecords", records);
    await afterPush(rig.core, () => read(`SELECT 1 FROM types WHERE lowStockBelow = ${below}`).length === 1);
  };
  return { state, rig, days, setThreshold };
}

const dayAfter = (days: number): string => localDay(new Date(Date.now() + days * DAY));

it("a day has no stock until its first refresh", async () => {
  const { state, rig, days, setThreshold } = await connected(0);
  state.isOffline = true;
  state.aheadMs = 3 * DAY;
  await setThreshold(5);
  expect(days()).toEqual([dayAfter(0)]);
  state.isOffline = false;
  await rig.call("syncNow", { full: false });
  await afterPush(rig.core, () => days().length === 2);
  expect(days()).toEqual([dayAfter(0), dayAfter(3)]);
});

it("a refresh counts stock for the service's date even if the computer's clock is a year behind", async () => {
  const { days } = await connected(-365 * DAY);
  expect(days()).toEqual([dayAfter(0)]);
});

it("a day counted while the clock was ahead is deleted later", async () => {
  const { state, rig, days } = await connected(3 * DAY);
  expect(days()).toEqual([dayAfter(3)]);
  state.aheadMs = 0;
  await rig.call("syncNow", { full: false });
  await afterPush(rig.core, () => days().includes(dayAfter(0)));
  expect(days()).toEqual([dayAfter(0)]);
});
