import type { SyncStatus } from "./status.ts";

const MINUTE = 60_000;

/**
 * The time by the service's clock, for ages and relative filters (design 7). The skew is rounded to minutes, because it
 * changes with every page, and rows must not repaint for one second.
 * @param now ms since the epoch by the local clock.
 * @returns ms since the epoch.
 */
export function serviceTime({ clockSkewMs }: Pick<SyncStatus, "clockSkewMs">, now: number): number {
  return now + Math.round((clockSkewMs ?? 0) / MINUTE) * MINUTE;
}
