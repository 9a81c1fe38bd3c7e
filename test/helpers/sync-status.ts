import type { SyncStatus } from "../../shared/inventory/status.ts";

/** The moment of the tests, in ms. */
export const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);
/** The instant a number of seconds after `NOW`. */
export const at = (seconds: number): string => new Date(NOW + seconds * 1_000).toISOString();
/** The displayed form of that instant. */
export const clock = (seconds: number): string =>
  new Intl.DateTimeFormat(undefined, { timeStyle: "medium" }).format(NOW + seconds * 1_000);
/** Connected, with a refresh ten seconds ago and no problem. */
export const STATUS: SyncStatus = {
  state: "idle",
  pass: null,
  completeAsOf: at(-10),
  lastPassAt: at(-8),
  lastFullCheckAt: null,
  nextPassAt: at(35),
  waitUntil: null,
  error: null,
  totals: { items: 3_250, types: 60, locations: 1 },
  staleAt: null,
  collector: null,
  budget: null,
  hidden: { items: 0, types: 0, locations: 0 },
  unverified: 0,
  lastChange: 0,
  question: null,
  verificationProblem: null,
  daysProblem: null,
  quarantined: 0,
  firstPullComplete: true,
  clockSkewMs: null,
  revision: 4,
};
/** A first pull under way. */
export const PASS = {
  mode: "full" as const,
  stage: "items" as const,
  pages: 14,
  rows: { items: 3_250, types: 60, locations: 1 },
  startedAt: at(-5),
};
