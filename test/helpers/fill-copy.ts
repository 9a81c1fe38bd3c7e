import { InventoryWriter } from "../../electron/store/ingest/inventory-writer.ts";
import { generateRecords } from "./records.ts";

/** Fills an empty copy with rows as a first pull would, but without a service. */
export function fillCopy(file: string, rows: number): void {
  const writer = new InventoryWriter(file);
  writer.beginListing("items", writer.beginPass().pass);
  const fetched = { sequence: 1, at: Date.now(), servedBy: Date.now(), verified: false };
  for (const records of generateRecords(rows, 5_000))
    writer.storePages("items", [{ records, requestId: null, fetched }], null);
  writer.storePages("items", [], { everything: true, facts: { firstPullComplete: true } });
  writer.buildIndexes();
  writer.close();
}
