import { texts } from "../../../shared/base/text/texts.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { formatMoment } from "../../base/format.ts";
import { joinSentences } from "../../ui/join-sentences.ts";

export const FULL_WIDTH = texts("table.details.width", {
  open: "Open at full width",
  begin: "Full width",
  end: "Side by side",
  withShortcut: "{label} ({shortcut})",
});

export const RECORD = texts("table.details.record", {
  label: "Details of {resource, select, items {item} types {material type} other {location}} {name}",
  export: "Export this {resource, select, items {item} types {material type} other {location}}",
  asking: "Asking the service…",
  verifiedAt: "Verified at {moment}",
  ofPast: "As it was on that day. Only records as they are can be verified with the service.",
  noneInPast:
    "This {resource, select, items {item} types {material type} other {location}} did not exist on that day, as far as was observed.",
  none: "The local copy has no such {resource, select, items {item} types {material type} other {location}}.",
  gone: "The service no longer has this {resource, select, items {item} types {material type} other {location}}. What you see is the last copy; nothing was deleted here.",
  goneReceived:
    "The service no longer has this {resource, select, items {item} types {material type} other {location}}. What you see is the last copy, received {received}; nothing was deleted here.",
  notVerified: "Could not be verified: {reason}",
  lastReceived: "Last received {received}.",
  page: "Its items, totals and lengths: page of this {resource, select, items {item} types {material type} other {location}}",
});

/**
 * The notice that the service no longer returns the record.
 * @param received when the record was last received; null if unknown.
 */
export const noLongerReturned = (resource: Resource, received: string | null): string =>
  received === null ? RECORD.gone({ resource }) : RECORD.goneReceived({ resource, received });

export const notVerified = (reason: string, received: string | null): string =>
  joinSentences(RECORD.notVerified({ reason }), received !== null && RECORD.lastReceived({ received }));

export const verifiedAtLabel = (at: number, now: number): string =>
  RECORD.verifiedAt({ moment: formatMoment(new Date(at).toISOString(), now) });

export const DETAILS = texts("table.details", {
  close: "Close details",
  otherFields: "Other fields",
  verify: "Verify now",
  json: "JSON",
  rawJson: "Raw JSON",
  related: "Related items",
});
export const HISTORY = texts("table.details.history", {
  title: "History",
  none: "No change observed yet.",
  cameFrom: "The change you came from",
  cameFromMissing: "The change you came from is not in this list: it is too far back, or no longer kept.",
  notListed: "{count, plural, one {# older change} other {# older changes}} not listed.",
  showOlder: "Show more ({changes, number} older)",
});
export const RECORD_STEPS = texts("table.details.steps", {
  previous: "Previous record",
  previousByKey: "Previous record (↑)",
  next: "Next record",
  nextByKey: "Next record (↓)",
  /** The place of a record in the table: "3 of 120". */
  place: "{place, number} of {total, number}",
});

export const SAME = texts("table.details.same", {
  materialTypeId: "Same type",
  locationId: "Same location",
  checkedOutToUserId: "Same holder",
});
