// @module-tag whole
import { isDeepStrictEqual } from "node:util";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, it } from "vitest";
import { systemClock } from "../../../electron/base/clock.ts";
import { ApiClient } from "../../../electron/client/api-client.ts";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import type { SampleService } from "../../service/index.ts";
import type { Watch } from "../../../shared/features/alerts/alerts.ts";
import type { TeamAlert } from "../../../shared/features/alerts/team-alerts.ts";
import { limitRecords } from "../../../shared/features/custody/out-limits.ts";
import { localDay } from "../../../shared/base/time/local-day.ts";
import { otherDesk } from "../../helpers/other-desk.ts";
import { calendarClock } from "../../helpers/virtual-clock.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { serve } from "../sample-service/support.ts";
import { makeEngineRig } from "../sync/engine-rig.ts";
import { ask, collect, type CollectorUnderTest } from "./support.ts";

const DAYS = 30;
/** The days after which the second collector restarts. */
const RESTARTS: ReadonlySet<number> = new Set([7, 8, 22]);

/** All counts and observations of a collector. */
function historyOf({ files }: Pick<CollectorUnderTest, "files">): object {
  const all = (sql: string): unknown[] => rowsOf(files, sql);
  return {
    days: all("SELECT day, lowStock, problems FROM snapshot_days ORDER BY day"),
    stock: all("SELECT day, dimension, id, status, items, length, weight FROM snapshots ORDER BY 1, 2, 3, 4"),
    consumption: all("SELECT day, typeId, length, weight FROM consumption ORDER BY day, typeId"),
    changes: all("SELECT number, type, resource, id, name, fields FROM changes ORDER BY number"),
  };
}

/** The rules of the team: a view that items enter and leave, its count, low types, and items out for long. */
const VIEW_ID = "0f2c9a9e-2a0b-4c43-8f5e-0c9c2a1c4d11";
const OUT = { kind: "choice", field: "status", negate: false, values: ["checked_out"], empty: false };
const VIEW = { version: 1, minor: 0, search: "", filters: [{ enabled: true, filter: OUT }], sort: [] };
const WATCHES: readonly Watch[] = [
  { kind: "view", viewId: VIEW_ID, event: "enters" },
  { kind: "view", viewId: VIEW_ID, event: "leaves" },
  { kind: "amount", viewId: VIEW_ID, measure: "count", direction: "above", threshold: 30, clearAt: 28 },
  { kind: "low", typeId: null },
  { kind: "outLonger" },
];

/** Adds rules to a collector's team once their settings are in the copy. All rules then begin with the same rows. */
async function addRules({ url, folder, files }: CollectorUnderTest, service: SampleService): Promise<void> {
  const edit = otherDesk(url, folder, "Desk 2");
  for (const [id, days] of limitRecords({ all: 9, types: {} })) await edit("limits", id, days);
  const types = [...service.company.types.all()];
  for (const { id } of types) await edit("thresholds", id, { measure: "items", below: 6 });
  await edit("views", VIEW_ID, { resource: "items", name: "Out", definition: VIEW });
  await waitUntil(() => {
    const [found] = rowsOf(files, "SELECT count(*) AS types FROM types WHERE lowStockBelow = 6");
    return found?.["types"] === types.length;
  }, "the thresholds in the copy");
  for (const [at, watch] of WATCHES.entries()) {
    const rule = { name: `Rule ${at}`, paused: false, afterRefreshes: 1, notify: true, watch };
    await edit("alertRules", `6c0e7f0a-6c6e-4f4e-9a53-8f4f0ad0b80${at}`, rule);
  }
}

/** The rows of a statement. The engine may be writing at the same time. */
function rowsOf({ inventory }: CollectorUnderTest["files"], sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(inventory, { readOnly: true });
  try {
    return database.prepare(sql).all() as Record<string, unknown>[];
  } finally {
    database.close();
  }
}

/** Whether the collector has evaluated each rule on its last change and pass. */
function isEvaluated({ files }: Pick<CollectorUnderTest, "files">): boolean {
  const [found] = rowsOf(
    files,
    `SELECT count(*) AS rules, min(number) AS number, min(pass) AS pass,
       (SELECT coalesce(max(number), 0) FROM changes) AS lastNumber, (SELECT max(number) FROM passes) AS lastPass
       FROM alert_knowledge`,
  );
  return (
    found?.["rules"] === WATCHES.length
    && found["number"] === found["lastNumber"]
    && found["pass"] === found["lastPass"]
  );
}

const TIMES: ReadonlySet<string> = new Set(["since", "firedAt", "resolvedAt"]);

/** The number of the last pass. */
const passesOf = ({ files }: Pick<CollectorUnderTest, "files">): number =>
  Number(rowsOf(files, "SELECT max(number) AS last FROM passes")[0]?.["last"]);

/** The alerts that a collector has published, sorted, with their times as days. */
async function alertsOf(collector: CollectorUnderTest): Promise<readonly string[]> {
  const { json } = await ask(collector, "/stockdeck/v1/documents?after=0&all=true");
  const records = json.records as { readonly document: string; readonly value: string | null }[];
  const days = (name: string, value: unknown): unknown =>
    TIMES.has(name) && typeof value === "number" ? localDay(new Date(value)) : value;
  return records
    .flatMap(({ document, value }) =>
      document === "alerts" && value !== null ? [JSON.stringify(JSON.parse(value, days))] : [],
    )
    .toSorted();
}

/** The stock of the last counted day, and the stock of the present rows. */
const STOCK = {
  counted: `SELECT dimension, id, status, items, round(coalesce(weight, 0), 3) AS weight FROM snapshots
     WHERE day = (SELECT max(day) FROM snapshot_days) ORDER BY 1, 2, 3`,
  present: ["locations", "types"]
    .map((dimension) => {
      const id = dimension === "types" ? "materialTypeId" : "locationId";
      return `SELECT '${dimension}' AS dimension, coalesce(${id}, '') AS id, status, count(*) AS items,
        round(coalesce(sum(weight), 0), 3) AS weight
        FROM items WHERE noLongerReturnedSince IS NULL GROUP BY 2, 3`;
    })
    .join(" UNION ALL ")
    .concat(" ORDER BY 1, 2, 3"),
};

/** Whether the last day has been counted with all present rows. */
function isCounted({ files }: Pick<CollectorUnderTest, "files">, days: number): boolean {
  const counted = rowsOf(files, "SELECT day FROM snapshot_days");
  const [stock, present] = [STOCK.counted, STOCK.present].map((sql) => rowsOf(files, sql));
  return counted.length === days && isDeepStrictEqual(stock, present);
}

it(`three restarts in ${DAYS} days do not change a collector's counted days and alerts`, async () => {
  const clock = calendarClock(Date.parse("2026-03-01T12:00:00Z"));
  const service = await serve({ items: 120, now: () => clock.now() });
  const whole = await collect(service, { clock });
  const folder = await temporaryFolder();
  let broken = await collect(service, { clock, folder });
  const { token } = broken;
  for (const collector of [whole, broken]) await addRules(collector, service);
  // Both collectors begin with the same rows.
  await waitUntil(() => [whole, broken].every((one) => isEvaluated(one)), "the beginning of the rules");
  for (let day = 1; day <= DAYS; day += 1) {
    for (let change = 0; change < 12; change += 1) service.company.step();
    for (const collector of [whole, broken]) await collector.refresh("incremental");
    await waitUntil(() => [whole, broken].every((one) => isCounted(one, day)), `the count of day ${day}`);
    await waitUntil(() => [whole, broken].every((one) => isEvaluated(one)), `the rules on day ${day}`);
    await waitUntil(
      async () => isDeepStrictEqual(await alertsOf(broken), await alertsOf(whole)),
      `the same alerts on day ${day}`,
    );
    if (RESTARTS.has(day)) {
      const passes = passesOf(broken);
      await broken.close();
      broken = await collect(service, { clock, folder, token });
      // Otherwise its first pass would see a part of the next day's changes.
      await waitUntil(
        () => passesOf(broken) > passes && isEvaluated(broken),
        "the first evaluation after the restart",
      );
    }
    await clock.advance(86_400_000);
  }
  const wanted = historyOf(whole) as { days: unknown[]; changes: unknown[] };
  expect(historyOf(broken)).toEqual(wanted);
  expect(wanted.days).toHaveLength(DAYS);
  expect(wanted.changes.length).toBeGreaterThan(DAYS);
  const kinds = (await alertsOf(whole)).map((value) => (JSON.parse(value) as TeamAlert).kind);
  expect([...new Set(kinds)].toSorted()).toEqual(["amount", "low", "outLonger", "view"]);
  expect(kinds.length).toBeGreaterThan(2 * DAYS);
}, 120_000);

it("a workstation gets the consumption although the collector's clock was wrong once", async () => {
  const clock = { ...systemClock, now: () => Date.now() + aheadMs };
  let aheadMs = 0;
  const rig = await makeEngineRig({ items: 30, followsCollectors: true });
  const collector = await collect(rig.service, { clock });
  const baseUrl = collector.url;
  await rig.engine.useClient(
    new ApiClient({ baseUrl, key: collector.token, fetch: nodeFetch, clock: rig.clock }),
  );
  await rig.ended(1);
  const counted = async (): Promise<number> =>
    (await ask(collector, "/stockdeck/v1/changes?after=0&limit=1")).json.counted as number;
  const countedOn = (at: number) =>
    waitUntil(async () => localDay(new Date(await counted())) === localDay(new Date(at)), "the count");
  await countedOn(Date.now());
  aheadMs = 3 * 86_400_000;
  await collector.refresh("incremental");
  await countedOn(Date.now() + aheadMs);
  await rig.engine.syncNow("incremental", true);
  aheadMs = 0;
  const item = [...rig.service.company.items.all()].find(
    ({ remainingLength, materialTypeId }) => Number(remainingLength) > 60 && materialTypeId,
  );
  // The use is large, because smaller uses wait until they add up to 0.5 %.
  const remainingLength = Number(item?.remainingLength) / 2;
  rig.service.company.upsertItem({ id: String(item?.id), remainingLength });
  await collector.refresh("incremental");
  const used = async (): Promise<unknown> => {
    await rig.engine.syncNow("incremental", true);
    const [found] = rowsOf({ ...collector.files, inventory: rig.file }, "SELECT length FROM consumption");
    return found?.["length"];
  };
  await expect.poll(used, { timeout: 10_000 }).toBe(remainingLength);
});
