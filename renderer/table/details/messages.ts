import { plural } from "../../base/format.ts";

export const FULL_WIDTH = { open: "Open at full width", begin: "Full width", end: "Side by side" };
export const ASKING_SERVICE = "Asking the service…";
export const NO_CHANGE_YET = "No change observed yet.";
export const CAME_FROM = "The change you came from";
export const CAME_FROM_MISSING =
  "The change you came from is not in this list: it is too far back, or no longer kept.";

export const exportThis = (one: string): string => `Export this ${one}`;
export const noSuchRecord = (one: string): string => `The local copy has no such ${one}.`;

/**
 * The notice that the service no longer returns the record.
 * @param received when it was last received; null if unknown.
 */
export const noLongerReturned = (one: string, received: string | null): string =>
  `The service no longer has this ${one}. What you see is the last copy${received === null ? "" : `, received ${received}`}; nothing was deleted here.`;

export const notVerified = (reason: string, received: string | null): string =>
  `Could not be verified: ${reason}${received === null ? "" : ` Last received ${received}.`}`;

export const olderNotListed = (count: number): string => `${plural(count, "older change")} not listed.`;
