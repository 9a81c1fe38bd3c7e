import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { generateRecords } from "../helpers/records.ts";
import { openInventoryStore } from "../../electron/index/inventory-store.ts";
import type { Query } from "../../shared/query/query.ts";
import { compare, milliseconds, type Figure } from "./figure.ts";

const QUERY: Query = {
  version: 1,
  filter: { field: "status", op: "is", value: "checked_out" },
  sort: [{ field: "checkedOutAt", direction: "asc" }],
};

/** The rows of the window by hand-written SQL on a bare connection in this thread: no worker, no joined names, no formats. */
const BARE = `SELECT * FROM items WHERE status = 'checked_out' ORDER BY checkedOutAt NULLS LAST, id LIMIT 100`;

/** Measures the first window of a filtered, sorted query over 100,000 items. A table requests it after a key press. */
export async function* windowBench(): AsyncGenerator<Figure> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-bench-"));
  const file = path.join(folder, "inventory.sqlite");
  const store = await openInventoryStore(file);
  const { pass } = await store.writer.beginPass();
  await store.writer.beginListing("items", pass);
  const fetched = { sequence: 1, at: 0, servedBy: 0, verified: false };
  for (const records of generateRecords(100_000, 2_500)) {
    await store.writer.storePages("items", [{ records, requestId: null, fetched }], null);
  }
  await store.writer.storePages("items", [], { everything: true, facts: { firstPullComplete: true } });
  await store.writer.buildIndexes();

  const bare = new DatabaseSync(file, { readOnly: true });
  let now = 0;
  yield await compare(
    "window-100k",
    15,
    () =>
      milliseconds(async () => {
        // The minute differs each time, so that no answer is cached.
        now += 60_000;
        const { rows } = await store.reader.window("items", QUERY, 0, 100, now);
        if (rows.length !== 100) throw new Error(`window-100k: ${rows.length} rows`);
      }),
    { name: "bare statement", run: () => milliseconds(() => bare.prepare(BARE).all()) },
  );
  bare.close();
  await store.close();
  await fs.rm(folder, { recursive: true });
}
