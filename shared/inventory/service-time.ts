import type { SyncStatus } from "./status.ts";

const MINUTE = 60_000;

/**
 * The current time by the service's clock, for ages and relative filters (design 7). The clock skew changes with every
 * page. It is rounded to minutes, so that rows do not repaint for a difference of a second.
 * @param now ms since the epoch by the local clock.
 * @returns ms since the epoch.
 */
export function serviceTime({ clockSkewMs }: Pick<SyncStatus, "clockSkewMs">, now: number): number {
  return now + Math.round((clockSkewMs ?? 0) / MINUTE) * MINUTE;
}
