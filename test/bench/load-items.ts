import { InventoryWriter } from "../../electron/store/ingest/inventory-writer.ts";
import { generateRecords } from "../helpers/records.ts";

/** Records that are stored in one transaction. */
export const LOAD_BATCH = 5_000;

/** Writes items into a new inventory database, as a first pull does. */
export function loadItems(file: string, items: number): void {
  const writer = new InventoryWriter(file);
  writer.beginListing("items", writer.beginPass().pass);
  const fetched = { sequence: 1, at: Date.now(), servedBy: Date.now(), verified: false };
  for (const records of generateRecords(items, LOAD_BATCH))
    writer.storePages("items", [{ records, requestId: null, fetched }], null);
  writer.storePages("items", [], { everything: true, facts: { firstPullComplete: true } });
  writer.buildIndexes();
  writer.close();
}
