import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../../electron/core/sample/fault-settings.ts";
import type { SampleService } from "../../../electron/core/sample/index.ts";
import { fromMilliseconds, parseInstant } from "../../../shared/instant.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { companyRecords, copiedRecords } from "../sync/support.ts";
import { cli, serve, start, syncOf } from "./support.ts";

/** Folders, two at a time, and how often the process that syncs each of them is killed. */
const FOLDERS = 4;
const KILLS = 25;

/** Kills a sync as soon as the service has been asked so often since it began, or a moment later. */
async function killAfter(service: SampleService, folder: string, requests: number): Promise<void> {
  const before = service.requests.total;
  const running = start(
    syncOf(service, folder, "--page-size", "10", ...(requests % 5 === 0 ? ["--full"] : [])),
  );
  while (running.child.exitCode === null && service.requests.total - before < requests) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 6));
  running.child.kill("SIGKILL");
  await running.ended;
}

/** What a killed process may leave: a sound file, and no mark past what is in it. */
function expectSound(service: SampleService, folder: string): void {
  const database = new DatabaseSync(path.join(folder, "inventory.sqlite"));
  try {
    expect(database.prepare("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
    const fact = database.prepare("SELECT value FROM facts WHERE name = 'mark'").get() as
      { value: string } | undefined;
    const mark = fact ? (JSON.parse(fact.value) as string | null) : null;
    if (mark === null) return;
    const rows = database.prepare("SELECT id, updatedAt FROM items").all() as {
      id: string;
      updatedAt: number;
    }[];
    const copied = new Map(rows.map(({ id, updatedAt }) => [id, updatedAt]));
    // Everything that was so before the mark is here, as it was then or later.
    const older = companyRecords(service, "items").filter(
      ({ updatedAt }) => (parseInstant(String(updatedAt)) ?? 0) < fromMilliseconds(Date.parse(mark)),
    );
    for (const { id, updatedAt } of older) {
      expect([id, (copied.get(String(id)) ?? 0) >= (parseInstant(String(updatedAt)) ?? 0)]).toEqual([
        id,
        true,
      ]);
    }
  } finally {
    database.close();
  }
}

async function killOften(): Promise<void> {
  const service = await serve({ faults: { latencyMs: 2 } });
  const folder = await temporaryFolder();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    for (let event = 0; event < 5; event += 1) service.company.step();
    // A whole pull is 37 requests; some are let through, so that passes begin from a mark too.
    await killAfter(service, folder, kill % 6 === 0 ? 60 : 1 + Math.floor(Math.random() * 40));
    expectSound(service, folder);
  }
  service.setFaults(NO_FAULTS);
  const { code, json } = await cli(syncOf(service, folder));
  expect([code, json.error]).toEqual([0, undefined]);
  const copied = await copiedRecords(path.join(folder, "inventory.sqlite"), "items");
  expect(copied).toEqual(companyRecords(service, "items"));
}

describe("a process that is killed while it syncs", () => {
  it(
    `leaves a sound copy each of ${FOLDERS * KILLS} times, and the next pass converges`,
    { timeout: 300_000 },
    async () => {
      for (let folder = 0; folder < FOLDERS; folder += 2) await Promise.all([killOften(), killOften()]);
      expect.hasAssertions();
    },
  );
});
