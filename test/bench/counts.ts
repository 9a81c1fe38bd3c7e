import path from "node:path";
import { COMPUTATIONS } from "../../electron/hosts/core/computations.ts";
import { READER_TASKS } from "../../electron/hosts/core/store-tasks.ts";
import { countHandlers } from "../../electron/features/counts/count-handlers.ts";
import { InventoryReader } from "../../electron/index/inventory-reader.ts";
import { InventoryWriter } from "../../electron/store/ingest/inventory-writer.ts";
import { fillCopy } from "../helpers/fill-copy.ts";
import { openCounts, WHOLE_COUNT } from "../helpers/open-counts.ts";
import { against, median, milliseconds, percentile, type Figure } from "./figure.ts";
import { removeFolder, temporaryFolder } from "./folder.ts";

/** Items of the copy. Three of five are available, so a count expects 20,000. */
const ITEMS = 33_332;
const SCANS = 5_000;
const ROUNDS = 3;
const RESULT_LIMIT = { name: "limit", value: 1_000 } as const;
const SCAN_LIMIT = { name: "limit", value: 150 } as const;

/** Measures counts: one scan, and the result of 5,000 scans against 20,000 expected items. */
export async function* countsBench(): AsyncGenerator<Figure> {
  const folder = await temporaryFolder();
  const file = path.join(folder, "inventory.sqlite");
  fillCopy(file, ITEMS);
  const writer = new InventoryWriter(file, COMPUTATIONS);
  const reader = new InventoryReader(file, READER_TASKS);
  const { open, documents, events, current, store } = openCounts(
    path.join(folder, "user.sqlite"),
    reader,
    Date.now(),
  );
  const counts = open();
  const { connectionId } = WHOLE_COUNT;
  const { countResult } = countHandlers({
    connections: { current: { ...current, engineWithKey: () => ({}) as never } },
    counts,
    documents,
    events,
    startup: { opened: Promise.resolve() },
  });
  const scans: number[] = [];
  const results: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { countId } = await counts.start(WHOLE_COUNT);
    const { items } = await counts.expected({ connectionId, countId });
    for (const { id: text } of items.slice(0, SCANS)) {
      const entries = [{ text, itemId: null, length: null, weight: null }];
      scans.push(await milliseconds(() => counts.count({ connectionId, countId, by: "scan", entries })));
    }
    results.push(
      await milliseconds(async () => {
        await counts.close({ connectionId, countId });
        await countResult({ connectionId, countId });
      }),
    );
    await counts.delete({ connectionId, countId });
  }
  yield against("count-result-5000-scans-of-20000", median(results), "ms", RESULT_LIMIT);
  yield against("count-scan-p95", percentile(scans, 95), "ms", SCAN_LIMIT);
  await store.close();
  reader.close();
  writer.close();
  await removeFolder(folder);
}
