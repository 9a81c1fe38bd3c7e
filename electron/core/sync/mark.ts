import { formatInstant, fromMilliseconds } from "../../../shared/instant.ts";

/**
 * The mark of a pass (design 4.5): the service's own clock at the pass's start, where its `Date` header told; else
 * the larger of the last mark and the highest `updatedAt` on the first page of items. Never the local clock.
 * @param serverTime ms since the epoch, of the pass's first answer.
 * @param highestUpdate microseconds since the epoch, on the first page of items.
 * @param previous ISO 8601.
 * @param everything true in a full pass, the only one in which the mark may go back.
 * @returns ISO 8601 in UTC; null where nothing told the time.
 */
export function chooseMark(
  serverTime: number | null,
  highestUpdate: number | null,
  previous: string | null,
  everything: boolean,
): string | null {
  const last = previous === null ? null : fromMilliseconds(Date.parse(previous));
  const told = serverTime === null ? null : fromMilliseconds(serverTime);
  if (everything && told !== null) return formatInstant(told);
  const candidates = [told ?? highestUpdate, last].filter((time) => time !== null);
  return candidates.length === 0 ? null : formatInstant(floorToMilliseconds(Math.max(...candidates)));
}

/**
 * The `updatedSince` of an incremental pass (specification 4.5.2): the mark less the overlap.
 * @param overlap seconds.
 * @returns ISO 8601 in UTC with milliseconds, rounded down.
 */
export function updatedSince(mark: string, overlap: number): string {
  return new Date(Math.floor(Date.parse(mark)) - overlap * 1_000).toISOString();
}

function floorToMilliseconds(microseconds: number): number {
  return Math.floor(microseconds / 1_000) * 1_000;
}
