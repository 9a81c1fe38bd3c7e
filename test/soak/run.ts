import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { ApiClient } from "../../electron/client/api-client.ts";
import { nodeFetch } from "../../electron/client/node-fetch.ts";
import { systemClock } from "../../electron/base/clock.ts";
import { createLog } from "../../electron/base/log.ts";
import { NO_FAULTS } from "../service/fault-settings.ts";
import { startSampleService, type SampleService } from "../service/index.ts";
import { ExportReader } from "../../electron/store/query/export-reader.ts";
import { openInventoryStore } from "../../electron/index/inventory-store.ts";
import { SyncEngine } from "../../electron/sync/sync-engine.ts";
import { EVERYTHING } from "../../shared/query/query.ts";
import { RESOURCES, type Resource } from "../../shared/inventory/resource-names.ts";
import { DEFAULT_SETTINGS } from "../../shared/inventory/settings.ts";
import { waitUntil } from "../helpers/wait-until.ts";
import { within } from "../helpers/within.ts";
import { randomDeed, randomFaults } from "./trouble.ts";

const ITEMS = 3_000;
/** The number of changes per minute in the sample company. */
const LIFE = 1_200;
/** Ms within which an action must end. */
const LONGEST_DEED = 60_000;
/** Ms within which the copy must equal the service at the end. */
const SETTLED_WITHIN = 300_000;
/** Seconds for which one set of faults lasts. */
const TROUBLE_SECONDS = 4;

/**
 * `npm run soak -- --minutes N`: changes a sample company for N minutes, with random faults of the service and
 * random actions of a user, through the app's engine. At the end the changes and faults stop, and the copy must
 * equal the service. Prints a line per minute, and a JSON object at the end; exits with 1 if there is a
 * difference.
 */
async function soak(minutes: number): Promise<boolean> {
  const service = await startSampleService({ items: ITEMS, eventsPerMinute: LIFE });
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-soak-"));
  const file = path.join(folder, "inventory.sqlite");
  const store = await openInventoryStore(file);
  const ends = new Map<string, number>();
  const log = createLog((line) => {
    const { message, kind } = JSON.parse(line) as { message?: string; kind?: string };
    const end = message === "pass ended" ? "whole" : message === "pass failed" ? (kind ?? "?") : null;
    if (end !== null) ends.set(end, (ends.get(end) ?? 0) + 1);
  });
  const settings = { ...DEFAULT_SETTINGS, pollFocusedSeconds: 1, pollUnfocusedSeconds: 1, overlapSeconds: 5 };
  const engine = new SyncEngine({
    store,
    clock: systemClock,
    log,
    settings,
    onStatus: () => {},
    onDataChanged: () => {},
    onPassWritten: () => Promise.resolve(),
    onItemsChanged: () => {},
    onPassEnded: () => {},
  });
  await engine.load();
  const newClient = (): ApiClient =>
    new ApiClient({
      baseUrl: service.url,
      key: service.key,
      fetch: nodeFetch,
      clock: systemClock,
      timeout: 3_000,
      onWait: (wait) => engine.noteWait(wait),
    });
  await engine.useClient(newClient());

  const end = Date.now() + minutes * 60_000;
  let said = Date.now();
  while (Date.now() < end) {
    service.setFaults({ ...NO_FAULTS, ...randomFaults() });
    // A pass that is slower than the company's changes ends when its faults end.
    await Promise.race([randomDeed({ engine, service, newClient }), systemClock.wait(LONGEST_DEED)]);
    await systemClock.wait(Math.min(TROUBLE_SECONDS * 1_000, Math.max(0, end - Date.now())));
    if (Date.now() - said < 60_000) continue;
    said = Date.now();
    const { totals, hidden, lastChange } = engine.status;
    process.stderr.write(
      `${JSON.stringify({ ...Object.fromEntries(ends), items: totals.items, hidden: hidden.items, changes: lastChange })}\n`,
    );
  }

  service.live(0);
  service.setFaults(NO_FAULTS);
  await engine.useClient(newClient());
  // The rest of a running pass, then a full pass for removals, then the records that the full check still has
  // to request.
  await engine.syncNow("incremental", true);
  await engine.syncNow("full", true, true);
  await waitUntil(
    async () => {
      if (engine.status.unverified > 0) await engine.syncNow("incremental", false);
      return engine.status.unverified === 0;
    },
    "the rows that a full check left to be asked for",
    SETTLED_WITHIN,
  );
  const differences = RESOURCES.flatMap((resource) => differencesOf(service, file, resource));
  const { totals, hidden, quarantined, lastChange, error } = engine.status;
  const ok = differences.length === 0 && error === null;
  process.stdout.write(
    `${JSON.stringify({ ok, minutes, passes: Object.fromEntries(ends), requests: service.requests.total, totals, hidden, quarantined, changes: lastChange, error, differences: differences.slice(0, 20) })}\n`,
  );
  await engine.close();
  await store.close();
  await service.close();
  await fs.rm(folder, { recursive: true });
  return ok;
}

/** Describes the differences between the visible rows and the company's records; empty if there are none. */
function differencesOf(service: SampleService, file: string, resource: Resource): string[] {
  const wanted = new Map(
    [...service.company[resource].all()].map((record) => [
      record.id,
      JSON.parse(JSON.stringify(record)) as unknown,
    ]),
  );
  const reader = new ExportReader(file, { resource, query: EVERYTHING, now: Date.now() });
  try {
    const differences: string[] = [];
    for (const record of reader.records()) {
      const id = String(record["id"]);
      if (!wanted.has(id)) differences.push(`${resource} ${id}: only here`);
      else if (!isDeepStrictEqual(record, wanted.get(id)))
        differences.push(`${resource} ${id}: another version`);
      wanted.delete(id);
    }
    return [...differences, ...[...wanted.keys()].map((id) => `${resource} ${id}: missing here`)];
  } finally {
    reader.close();
  }
}

/** Tests with few kills, days, writers and edits in a run of all tests. */
const LONG_TESTS = [
  "test/integration/collector/killed",
  "test/integration/collector/counted-days.test.ts",
  "test/integration/collector/leader.test.ts",
  "test/integration/collector/damaged-files.test.ts",
  "test/integration/collector/documents.test.ts",
  "test/integration/team/writers.test.ts",
  "test/integration/sql",
];
/** The numbers of a long run. */
const LONG = {
  STOCKDECK_COLLECTOR_KILLS: "200",
  STOCKDECK_COLLECTOR_DAYS: "730",
  STOCKDECK_TEAM_WRITERS: "50",
  STOCKDECK_TEAM_EDITS: "1000",
  STOCKDECK_ODBC_SECONDS: "60",
  STOCKDECK_HUNG_SECONDS: "70",
};

/**
 * `npm run soak -- collector`: runs the tests of kills, absence, a hung leader, writers and readers of SQL in
 * full length. @returns the exit code.
 */
async function soakCollector(): Promise<number> {
  const vitest = spawn("vitest", ["run", "--project", "core", ...LONG_TESTS], {
    stdio: "inherit",
    env: { ...LONG, ...process.env },
  });
  const [code] = (await once(vitest, "close")) as [number | null];
  return code ?? 1;
}

const { values, positionals } = parseArgs({
  options: { minutes: { type: "string", default: "2" } },
  allowPositionals: true,
});
if (positionals.includes("collector")) process.exitCode = await soakCollector();
else {
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Error("--minutes takes a number above 0");
  // An endless wait must fail the run instead of making it endless.
  const soaked = within(minutes * 60_000 + SETTLED_WITHIN * 3, "the end of the soak", soak(minutes));
  process.exitCode = (await soaked) ? 0 : 1;
}
