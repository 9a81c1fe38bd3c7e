import path from "node:path";
import { onTestFinished } from "vitest";
import type { CountService } from "../../../../../electron/features/counts/count-service.ts";
import { openCounts, WHOLE_COUNT } from "../../../../helpers/open-counts.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";
import { item, openStore, type TestStore } from "../../store/support.ts";

export const CONNECTION_ID = WHOLE_COUNT.connectionId;
export const NOW = Date.parse("2026-11-02T10:00:00Z");

/** Starts the service of counts with a real copy and a real user database. */
export async function startCounts(...items: readonly Record<string, unknown>[]) {
  const copy = await openStore();
  copy.list("types", [{ id: "typ_1", name: "Film" }]);
  copy.list("locations", [
    { id: "loc_1", name: "Hall" },
    { id: "loc_2", name: "Yard" },
  ]);
  copy.list("items", items, { finish: { everything: true, facts: { firstPullComplete: true } } });
  copy.writer.buildIndexes();
  const file = path.join(await temporaryFolder(), "user.sqlite");
  const opened = openCounts(file, copy.reader, NOW);
  onTestFinished(() => opened.store.close());
  return { copy, ...opened, counts: opened.open() };
}

/** An item at the hall. */
export const atHall = (id: string, parts: Record<string, unknown> = {}) =>
  item(id, {
    name: `Roll ${id}`,
    materialTypeId: "typ_1",
    locationId: "loc_1",
    status: "available",
    ...parts,
  });

/** Stores records of a pass a minute after the start of the counts. Their changes are then observed. */
export function observe(copy: TestStore, ...records: readonly Record<string, unknown>[]): void {
  const { writer } = copy;
  writer.beginListing("items", writer.beginPass().pass);
  copy.page("items", records, { servedBy: NOW + 60_000, finish: { everything: false, facts: {} } });
}

/** Counts a text like a scan. @returns the outcome. */
export async function scanInto(
  counts: CountService,
  countId: string,
  text: string,
  by: "scan" | "file" = "scan",
) {
  const entries = [{ text, itemId: null, length: null, weight: null }];
  const { outcomes } = await counts.count({ connectionId: CONNECTION_ID, countId, by, entries });
  return outcomes[0]?.outcome;
}
