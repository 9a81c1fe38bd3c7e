// @module-tag whole
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import { ApiClient } from "../../../electron/client/api-client.ts";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import { systemClock } from "../../../electron/base/clock.ts";
import { NO_FAULTS } from "../../service/fault-settings.ts";
import type { SampleService } from "../../service/index.ts";
import { FetchSequence, ServiceClock } from "../../../electron/sync/fetch-sequence.ts";
import { runLoggedPass } from "../../../electron/sync/pass.ts";
import { RESOURCES } from "../../../shared/inventory/resource-names.ts";
import { openInProcess } from "../../helpers/in-process-store.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { companyRecords, copiedRecords, expectCopyEqualsCompany } from "../sync/support.ts";
import { CANARY, cli, serve, start, syncOf, type Ended } from "./support.ts";

/*
 * After every kill the file must be intact, the mark must not be past the committed data, and the next pass
 * must converge. That pass runs in this process, over a copy of the folder, at a tenth of the cost of another
 * process. So the folder itself is killed again and again without a pass that repairs it. A whole process
 * repairs the folder if a kill came after the process had ended, and after the last kill of each folder.
 */

/** Folders, which run side by side. */
const FOLDERS = 2;
/** Kills in each folder. `STOCKDECK_KILLS=100` makes 200 kills, and the test four times as long. */
const KILLS = Number(process.env["STOCKDECK_KILLS"] ?? 24);
/** The most kills per folder that may come after their process has ended. */
const MOST_LATE = 2 * KILLS;

/** The number of kills after which one process may end. That process does not count as a kill. */
const LET_THROUGH_EVERY = 6;
/**
 * Requests at ten records a page: 2 of locations, 6 of types, then about 30 of items. An incremental pass has
 * fewer.
 */
const FULL_REQUESTS = 40;
const INCREMENTAL_REQUESTS = 12;

/** Kills a sync after a number of requests, or a moment later. */
async function killAfter(
  service: SampleService,
  folder: string,
  requests: number,
  full: boolean,
): Promise<{ readonly killed: boolean; readonly ended: Ended }> {
  const before = service.requests.total;
  const running = start(syncOf(service, folder, "--page-size", "10", ...(full ? ["--full"] : [])));
  while (running.child.exitCode === null && service.requests.total - before < requests) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 6));
  running.child.kill("SIGKILL");
  const ended = await running.ended;
  return { killed: running.child.signalCode === "SIGKILL", ended };
}

/** The copy's facts that must stay correct after a kill. */
interface Said {
  readonly mark: string | null;
  /** The time of the last pass. It is stored together with the mark, and is more precise. */
  readonly lastPassAt: string | null;
}

/** Opens the database that a process left, and runs SQLite's integrity check. */
function reopen(file: string): Said {
  const database = new DatabaseSync(file);
  try {
    expect(database.prepare("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
    const facts = database.prepare("SELECT name, value FROM facts").all() as {
      name: string;
      value: string;
    }[];
    const values = new Map(facts.map(({ name, value }) => [name, JSON.parse(value) as string | null]));
    return { mark: values.get("mark") ?? null, lastPassAt: values.get("lastPassAt") ?? null };
  } finally {
    database.close();
  }
}

/**
 * Checks that the mark is not past the committed rows. If the killed process moved the mark, the copy equals
 * the service, because the company does not change while a process runs. If it did not, the mark is still from
 * an earlier process.
 */
async function expectMarkNotPast(
  service: SampleService,
  file: string,
  before: Said,
  after: Said,
): Promise<boolean> {
  const moved = after.lastPassAt !== before.lastPassAt;
  if (moved) {
    expect(after.mark).not.toBeNull();
    expect(await copiedRecords(file, "items")).toEqual(companyRecords(service, "items"));
  } else expect(after.mark).toBe(before.mark);
  return moved;
}

/** Runs the next pass over a copy of the folder until it ends. */
async function expectConverges(service: SampleService, folder: string): Promise<void> {
  const copy = path.join(await temporaryFolder(), "copy");
  fs.cpSync(folder, copy, { recursive: true });
  const store = openInProcess(path.join(copy, "inventory.sqlite"));
  try {
    const { facts } = await store.writer.describe();
    const clock = systemClock;
    await runLoggedPass(
      {
        client: new ApiClient({ baseUrl: service.url, key: CANARY, fetch: nodeFetch, clock }),
        writer: store.writer,
        clock,
        serviceClock: new ServiceClock(clock),
        sequence: new FetchSequence(facts.fetchSequence),
        mode: "incremental",
        facts,
        withReferences: true,
        pageSize: 250,
        overlap: 300,
        acceptRemovals: false,
      },
      { days: 180, changes: 200_000 },
    );
    expect((await store.writer.describe()).facts).toMatchObject({ firstPullComplete: true });
    await expectCopyEqualsCompany({ service, store });
  } finally {
    await store.close();
    fs.rmSync(copy, { recursive: true, force: true });
  }
}

async function killOften(): Promise<void> {
  const service = await serve({ faults: { latencyMs: 2 } });
  const folder = await temporaryFolder();
  const file = path.join(folder, "inventory.sqlite");
  let said: Said = { mark: null, lastPassAt: null };
  let [kills, late, fromMark] = [0, 0, 0];
  while (kills < KILLS) {
    for (let event = 0; event < 5; event += 1) service.company.step();
    // Some processes may end, so that passes also begin from a mark, and from an old mark.
    const letThrough = kills % LET_THROUGH_EVERY === 0 && late < kills / LET_THROUGH_EVERY;
    const full = said.mark === null || kills % 3 === 0;
    const most = full ? FULL_REQUESTS : INCREMENTAL_REQUESTS;
    const requests = letThrough ? Number.POSITIVE_INFINITY : 1 + Math.floor(Math.random() * most);
    const { killed, ended } = await killAfter(service, folder, requests, full);
    const now = reopen(file);
    const moved = await expectMarkNotPast(service, file, said, now);
    if (killed) {
      kills += 1;
      if (said.mark !== null) fromMark += 1;
      await expectConverges(service, folder);
    } else {
      // The process ended before the kill. The copy must then be complete, and the kill does not count.
      expect([ended.code, moved]).toEqual([0, true]);
      expect((late += 1)).toBeLessThan(MOST_LATE);
    }
    said = now;
  }
  expect(fromMark).toBeGreaterThan(KILLS / 2);
  service.setFaults(NO_FAULTS);
  const { code, json } = await cli(syncOf(service, folder));
  expect([code, json.error]).toEqual([0, undefined]);
  for (const resource of RESOURCES)
    expect(await copiedRecords(file, resource)).toEqual(companyRecords(service, resource));
}

describe("a killed sync", () => {
  it(
    `the copy is intact after each of ${FOLDERS * KILLS} kills, and the next pass succeeds`,
    { timeout: 600_000 },
    async () => {
      await Promise.all(Array.from({ length: FOLDERS }, killOften));
      expect.hasAssertions();
    },
  );
});
