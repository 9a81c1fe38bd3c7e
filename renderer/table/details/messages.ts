import { plural, formatCount, formatMoment } from "../../base/format.ts";

export const FULL_WIDTH = { open: "Open at full width", begin: "Full width", end: "Side by side" };
export const ASKING_SERVICE = "Asking the service…";
export const NO_CHANGE_YET = "No change observed yet.";
export const PAST_RECORD =
  "As it was on that day. Only records as they are can be verified with the service.";
export const CAME_FROM = "The change you came from";
export const CAME_FROM_MISSING =
  "The change you came from is not in this list: it is too far back, or no longer kept.";

export const exportThis = (one: string): string => `Export this ${one}`;
export const noSuchPastRecord = (one: string): string =>
  `This ${one} did not exist on that day, as far as was observed.`;
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

export const DETAILS = {
  close: "Close details",
  otherFields: "Other fields",
  history: "History",
  verify: "Verify now",
  json: "JSON",
  rawJson: "Raw JSON",
  related: "Related items",
};
export const RECORD_STEPS = {
  previous: "Previous record",
  previousByKey: "Previous record (↑)",
  next: "Next record",
  nextByKey: "Next record (↓)",
};
export const detailsOf = (one: string, name: string): string => `Details of ${one} ${name}`;
/** "3 of 120". */
export const placeOf = (place: number, total: number): string =>
  `${formatCount(place)} of ${formatCount(total)}`;
export const showOlder = (changes: number): string => `Show more (${formatCount(changes)} older)`;
export const verifiedAtLabel = (at: number, now: number): string =>
  `Verified at ${formatMoment(new Date(at).toISOString(), now)}`;

export const SAME = {
  materialTypeId: "Same type",
  locationId: "Same location",
  checkedOutToUserId: "Same holder",
};
export const pageOfThis = (one: string): string => `Its items, totals and lengths: page of this ${one}`;
export const withShortcut = (label: string, shortcut: string): string => `${label} (${shortcut})`;
