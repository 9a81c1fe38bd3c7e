import path from "node:path";
import { temporaryFolder, removeFolder } from "../folder.ts";
import { startSampleProcess } from "../../helpers/sample-process.ts";
import { compare, milliseconds, type Figure } from "../figure.ts";
import { bareLoop, bareTransaction, readStoredRows, type Service } from "./bare.ts";
import { openPuller } from "./pull.ts";

const ITEMS = 100_000;

/**
 * Measures the first pull of 100,000 items, indexes included. It is compared with a bare loop that only fetches
 * and parses the same pages. Without network costs, it is also compared with one transaction that writes
 * finished rows with the same indexes.
 */
export async function* firstPullBench(): AsyncGenerator<Figure> {
  const distant = await startSampleProcess(ITEMS, "latencyMs=20");
  yield await compare("sync-100k-20ms", 3, () => pull(distant), loop(distant));
  await distant.stop();

  const near = await startSampleProcess(ITEMS);
  yield await compare("sync-100k-0ms", 7, () => pull(near), loop(near));
  const folder = await temporaryFolder();
  const { file, pass, store } = await openPuller(near, folder);
  await pass("full");
  await store.close();
  const rows = readStoredRows(file);
  let round = 0;
  yield await compare("sync-100k-0ms-store", 7, () => pull(near), {
    name: "one transaction of ready rows and the index build",
    run: () => {
      round += 1;
      return milliseconds(() => bareTransaction(path.join(folder, `bare-${round}.sqlite`), rows));
    },
  });
  await removeFolder(folder);
  await near.stop();
}

/** Milliseconds of a first pull into an empty store, indexes included. */
async function pull(service: Service): Promise<number> {
  const folder = await temporaryFolder();
  const { pass, store } = await openPuller(service, folder);
  const taken = await milliseconds(async () => {
    const { tallies } = await pass("full");
    if (tallies.items.written !== ITEMS) throw new Error(`sync-100k: ${tallies.items.written} rows written`);
  });
  await store.close();
  await removeFolder(folder);
  return taken;
}

function loop(service: Service): { readonly name: string; readonly run: () => Promise<number> } {
  return {
    name: "bare fetch and parse loop",
    run: () =>
      milliseconds(async () => {
        const items = await bareLoop(service);
        if (items !== ITEMS) throw new Error(`bare loop: ${items} items`);
      }),
  };
}
