import path from "node:path";
import { ApiClient } from "../../../electron/client/api-client.ts";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import { systemClock } from "../../../electron/base/clock.ts";
import { openInventoryStore, type InventoryStore } from "../../../electron/index/inventory-store.ts";
import { FetchSequence, ServiceClock } from "../../../electron/sync/fetch-sequence.ts";
import { runPass } from "../../../electron/sync/pass.ts";
import type { PassMode, PassOptions, PassTally } from "../../../electron/sync/pass-options.ts";
import type { Service } from "./bare.ts";

/** The store of a folder, and the passes of a service into it. */
export interface Puller {
  readonly file: string;
  readonly client: ApiClient;
  readonly store: InventoryStore;
  readonly passOptions: (mode: PassMode, writer?: InventoryStore["writer"]) => Promise<PassOptions>;
  /** One pass, as the engine runs it. A full pass also lists locations and types. */
  readonly pass: (mode: PassMode, writer?: InventoryStore["writer"]) => Promise<PassTally>;
}

export async function openPuller({ url, key }: Service, folder: string): Promise<Puller> {
  const file = path.join(folder, "inventory.sqlite");
  const store = await openInventoryStore(file);
  const client = new ApiClient({ baseUrl: url, key, fetch: nodeFetch, clock: systemClock });
  const sequence = new FetchSequence(0);
  const serviceClock = new ServiceClock(systemClock);
  const passOptions: Puller["passOptions"] = async (mode, writer = store.writer) => ({
    client,
    writer,
    clock: systemClock,
    sequence,
    mode,
    facts: (await writer.describe()).facts,
    withReferences: mode === "full",
    pageSize: 250,
    overlap: 300,
    serviceClock,
    acceptRemovals: false,
  });
  const pass: Puller["pass"] = async (...how) => runPass(await passOptions(...how));
  return { file, client, store, passOptions, pass };
}
