import type { ProblemRule } from "../../../shared/features/problems/problems.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { texts } from "../../../shared/base/text/texts.ts";

export const DATA_PROBLEMS = texts("problems", {
  title: "Data problems",
  intro:
    "Data of the service that look wrong. Stockdeck checks after each refresh and changes nothing: correct the data at the service.",
  notYet: "Stockdeck looks for problems as soon as the first pull is complete.",
  none: "No problems found.",
  found: "{items, plural, one {# item} other {# items}} with problems",
});

/** The titles of the rules. */
export const RULE_TITLES: Readonly<Record<ProblemRule, string>> = texts("problems.titles", {
  "no location": "No location",
  "no material type": "No material type",
  "checked out without holder": "Checked out without holder",
  "holder without check-out": "Holder without check-out",
  "remaining above starting length": "Remaining above starting length",
  "negative value": "Negative value",
  "weight disagrees with length": "Weight disagrees with length",
  "duplicate name": "Duplicate name",
  "archived but changing": "Archived but changing",
  "updated in the future": "Updated in the future",
  "impossible date": "Impossible date",
  "older than seen before": "Older than seen before",
  "unknown location": "Unknown location",
  "unknown material type": "Unknown material type",
});

/** The explanation of each rule. If the reason is not obvious, it tells why the problem matters. */
export const RULE_TEXTS: Readonly<Record<ProblemRule, string>> = texts("problems.rules", {
  "no location": "Not archived, and without a location.",
  "no material type": "Not archived, and in no figure of a material type.",
  "checked out without holder": "The status is checked out, but there is no holder.",
  "holder without check-out": "There is a holder, but the status is not checked out.",
  "remaining above starting length": "More is left than there was at the start.",
  "negative value": "A length, weight, size or price below zero.",
  "weight disagrees with length":
    "The weight differs by over 10 % from what the length weighs by the type’s density, with or without the spool.",
  "duplicate name": "Another one that is not archived has the same name.",
  "archived but changing": "Updated more than a minute after it was archived.",
  "impossible date":
    "A date is before 1970, or over a day after the answer that brought it. It is left out of ages, averages and usual times.",
  "updated in the future": "The last update is more than five minutes ahead of this computer’s clock.",
  "older than seen before":
    "The service once reported this record with a later update. It may have been restored to older data; the row shows what it reports now.",
  "unknown location": "The location’s id belongs to no location of the service.",
  "unknown material type": "The type’s id belongs to no material type of the service.",
});

export const RULE_TABLE = texts("problems.table", {
  label: "Rules for {resource, select, items {items} types {material types} other {locations}}",
  name: "Name",
  rule: "Rule",
  count: "Records",
  actions: "Actions",
  unitsFirst: "Not checked: the units are not confirmed.",
  confirmUnits: "Confirm the units",
  showRows: "{rule}: {rows, plural, one {# row} other {# rows}}",
  openOne: "Open it in the table",
  openAll:
    "Open all {rows, number} in {resource, select, items {Items} types {Material types} other {Locations}}",
  listed: "{shown, number} of {rows, number}",
});
export const openAll = (resource: Resource, rows: number): string =>
  rows === 1 ? RULE_TABLE.openOne : RULE_TABLE.openAll({ resource, rows });

export const MUTE = texts("problems.mute", {
  action: "Mute…",
  muted: "Muted",
  unmute: "Unmute",
  reason: "Reason",
  example: "For example: these are in transit",
  cancel: "Cancel",
  save: "Mute",
  recordsHeading: "Muted for single records",
  rule: "Mute “{rule}”",
  record: "Mute “{rule}” for {name}",
  ruleHint: "No record is checked by this rule until you unmute it.",
  recordHint: "This record is not checked by this rule until you unmute it.",
  unmuteRule: "Unmute “{rule}”",
  unmuteRecord: "Unmute “{rule}” for {id}",
  because: "{reason} (since {day})",
});
