/**
 * Pulls everything twice into a copy, as the app does. It prints the growth of its memory in MB. Arguments:
 * the base URL, the file of the copy.
 */
import fs from "node:fs";
import { ApiClient } from "../../electron/client/api-client.ts";
import { nodeFetch } from "../../electron/client/node-fetch.ts";
import { systemClock } from "../../electron/base/clock.ts";
import { openInventoryStore } from "../../electron/index/inventory-store.ts";
import { FetchSequence, ServiceClock } from "../../electron/sync/fetch-sequence.ts";
import { runLoggedPass } from "../../electron/sync/pass.ts";
import { toAppError } from "../../shared/base/errors.ts";

const [baseUrl = "", file = ""] = process.argv.slice(2);

/** The process's maximum or present memory in MB. */
const resident = (name: "VmHWM" | "VmRSS"): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(fs.readFileSync("/proc/self/status", "utf8"))?.[1]) / 1_024;

const store = await openInventoryStore(file);
// The writer's thread belongs to the running app, not to a single call.
await store.writer.nextMissing(1, 0);
await store.reader.describeCopy();
const client = new ApiClient({
  baseUrl,
  key: "sample_live_key_of_this_test",
  clock: systemClock,
  fetch: nodeFetch,
});
const before = resident("VmRSS");
const outcomes: unknown[] = [];
for (let pass = 0; pass < 2; pass += 1) {
  const { facts } = await store.writer.describe();
  const options = {
    client,
    writer: store.writer,
    clock: systemClock,
    serviceClock: new ServiceClock(systemClock),
    sequence: new FetchSequence(facts.fetchSequence),
    mode: "full",
    facts,
    withReferences: true,
    pageSize: 250,
    overlap: 300,
    acceptRemovals: true,
  } as const;
  await runLoggedPass(options, { days: 180, changes: 200_000 }).then(
    ({ tallies }) => outcomes.push(tallies.items),
    (thrown: unknown) => outcomes.push(toAppError(thrown).kind),
  );
}
const grownMb = Math.round(resident("VmHWM") - before);
await store.close();
console.log(JSON.stringify({ grownMb, outcomes }));
