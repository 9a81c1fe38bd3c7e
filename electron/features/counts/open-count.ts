import { randomInt } from "node:crypto";
import type { CallOutput } from "../../../shared/contract/contract.ts";
import type { Count, CountScan } from "../../../shared/features/counts/count-records.ts";
import type { CountedItem, ExpectedRow } from "../../../shared/features/counts/reconcile.ts";
import type { FoundRecord } from "../../../shared/features/scanner/scanner.ts";
import { NUMBERS_IN_MS, teamScanNumber } from "./scan-numbers.ts";

/** An open count, as it is kept in memory. */
export interface OpenCount {
  readonly connectionId: string;
  readonly count: Count;
  readonly rows: ReadonlyMap<string, ExpectedRow>;
  /** The scans by their numbers, in the order of the numbers. */
  scans: Map<number, CountScan>;
  /** The number of the last scan. No later scan gets this number again. */
  last: number;
}

/** The outcome of a scanned text. */
export type Outcome = CallOutput<"countItems">["outcomes"][number];

/** The number of the next scan. @param now ms since the epoch. */
export const nextNumber = ({ count, last }: OpenCount, now: number): number =>
  count.team ? teamScanNumber(Date.parse(count.startedAt), now, last, randomInt(NUMBERS_IN_MS)) : last + 1;

/** Draws a random share of the rows, but at least one row. */
export function drawRows(items: readonly CountedItem[], share: number): readonly ExpectedRow[] {
  const wanted = Math.ceil((items.length * share) / 100);
  let left = wanted;
  // Each row is drawn with the probability (rows still wanted) / (remaining rows), so that all draws are equally
  // likely.
  return items.map((item, at) => {
    const isDrawn = randomInt(items.length - at) < left;
    if (isDrawn) left -= 1;
    return { item, isDrawn };
  });
}

/**
 * The item that a text means. If it may mean several items, the only item that is expected and not yet counted is
 * chosen. In a blind count the text stays ambiguous, because a choice would reveal the list.
 */
export function chosenItem(
  records: readonly FoundRecord[],
  more: boolean,
  { count, rows }: OpenCount,
  counted: ReadonlySet<string>,
): FoundRecord | null | "ambiguous" {
  const [record = null, second] = records;
  if (second === undefined) return record;
  if (count.blind) return "ambiguous";
  const [expected, ...others] = records.filter(
    ({ id }) => rows.get(id)?.isDrawn === true && !counted.has(id),
  );
  return expected && others.length === 0 && !more ? expected : "ambiguous";
}

/** Makes the outcome of a scan. @param item null for an unknown text. */
export function outcomeOf(
  item: FoundRecord | null,
  { count, rows }: OpenCount,
  counted: ReadonlySet<string>,
): Outcome["outcome"] {
  if (!item) return "unknown";
  if (counted.has(item.id)) return "again";
  return rows.get(item.id)?.isDrawn === true || count.blind ? "counted" : "notListed";
}
