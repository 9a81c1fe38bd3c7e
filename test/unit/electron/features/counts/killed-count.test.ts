// @module-tag whole
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { COMPUTATIONS } from "../../../../../electron/hosts/core/computations.ts";
import { READER_TASKS } from "../../../../../electron/hosts/core/store-tasks.ts";
import { InventoryReader } from "../../../../../electron/index/inventory-reader.ts";
import { InventoryWriter } from "../../../../../electron/store/ingest/inventory-writer.ts";
import { openCounts, WHOLE_COUNT } from "../../../../helpers/open-counts.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";
import { item } from "../../store/support.ts";

const KILLS = 5;
/** The most scans of a process before it is killed. */
const SCANS = 40;
const PROGRAM = fileURLToPath(new URL("scan-writer.ts", import.meta.url));

/** Runs a process that counts, and kills it after some scans. @returns the numbers of the scans that it has reported. */
async function killWhileCounting(files: readonly string[], scans: number): Promise<readonly number[]> {
  const child = spawn(process.execPath, [PROGRAM, ...files], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  for await (const part of child.stdout) {
    text += String(part);
    if (text.split("\n").length > scans) child.kill("SIGKILL");
  }
  return text.split("\n").slice(0, -1).map(Number);
}

it("a count whose process was killed keeps every reported scan", async () => {
  const folder = await temporaryFolder();
  const [copy, user] = [path.join(folder, "inventory.sqlite"), path.join(folder, "user.sqlite")];
  const writer = new InventoryWriter(copy, COMPUTATIONS);
  writer.beginListing("items", writer.beginPass().pass);
  const fetched = { sequence: 1, at: 1, servedBy: 1, verified: false, fullCheck: false };
  const records = Array.from({ length: 50 }, (_, at) => item(`i-${at}`));
  writer.storePages("items", [{ records, requestId: null, fetched }], { everything: true, facts: {} });
  writer.buildIndexes();
  writer.close();
  const reader = new InventoryReader(copy, READER_TASKS);
  const started = openCounts(user, reader, 0);
  const { countId } = await started.open().start(WHOLE_COUNT);
  await started.store.close();
  const reported: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    reported.push(...(await killWhileCounting([copy, user, countId], 1 + Math.floor(Math.random() * SCANS))));
    const { open, store } = openCounts(user, reader, 0);
    const { scans } = await open().scans({ connectionId: WHOLE_COUNT.connectionId, countId });
    const kept = scans.map(({ number }) => number);
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, at) => at + 1));
    expect(reported.every((number) => kept.includes(number))).toBe(true);
    expect(kept.length - reported.length).toBeLessThanOrEqual(kill + 1);
    await store.close();
  }
  reader.close();
});
