import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ApiClient } from "../../electron/core/api/api-client.ts";
import { systemClock } from "../../electron/core/clock.ts";
import { openInventoryStore } from "../../electron/core/store/store-client.ts";
import { FetchSequence } from "../../electron/core/sync/fetch-sequence.ts";
import { ServiceClock } from "../../electron/core/sync/service-clock.ts";
import { runPass } from "../../electron/core/sync/pass.ts";
import { startSampleProcess, type SampleProcess } from "../helpers/sample-process.ts";
import { compare, milliseconds, type Figure } from "./figure.ts";

type Service = Pick<SampleProcess, "url" | "key">;

/** The first pull of 100,000 items against a bare loop that fetches and parses the same pages and keeps nothing. */
export async function* syncBench(): AsyncGenerator<Figure> {
  for (const latency of [0, 20]) {
    const service = await startSampleProcess(100_000, "--fault", `latencyMs=${latency}`);
    yield await compare(`sync-100k-${latency}ms`, latency === 0 ? 4 : 2, () => pull(service), {
      name: "bare fetch and parse loop",
      run: () => milliseconds(() => bareLoop(service)),
    });
    await service.stop();
  }
}

/** Milliseconds of a first pull into an empty store, indexes included. */
async function pull({ url, key }: Service): Promise<number> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-bench-"));
  const store = await openInventoryStore(path.join(folder, "inventory.sqlite"));
  const { facts } = await store.writer.describe();
  const client = new ApiClient({ baseUrl: url, key, fetch, clock: systemClock });
  const taken = await milliseconds(async () => {
    const { tallies } = await runPass({
      client,
      writer: store.writer,
      clock: systemClock,
      sequence: new FetchSequence(0),
      mode: "full",
      facts,
      withReferences: true,
      pageSize: 250,
      overlap: 300,
      serviceClock: new ServiceClock(systemClock),
      acceptRemovals: false,
    });
    if (tallies.items.written !== 100_000)
      throw new Error(`sync-100k: ${tallies.items.written} rows written`);
  });
  await store.close();
  await fs.rm(folder, { recursive: true });
  return taken;
}

async function bareLoop({ url, key }: Service): Promise<void> {
  let items = 0;
  for (const resource of ["locations", "types", "items"]) {
    let cursor: string | null = null;
    do {
      const search: string =
        cursor === null ? "?limit=250" : `?limit=250&cursor=${encodeURIComponent(cursor)}`;
      const response = await fetch(`${url}/inventory/${resource}${search}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const page = (await response.json()) as { data: unknown[]; meta: { nextCursor: string | null } };
      if (resource === "items") items += page.data.length;
      cursor = page.meta.nextCursor;
    } while (cursor !== null);
  }
  if (items !== 100_000) throw new Error(`bare loop: ${items} items`);
}
