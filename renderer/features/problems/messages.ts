import type { ProblemRule } from "../../../shared/features/problems/problems.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { formatCount, plural, pluralForm } from "../../base/format.ts";
import { RESOURCE_LABELS } from "../../inventory/labels/messages.ts";

export const TITLE = "Data problems";
export const INTRO =
  "Data of the service that look wrong. Stockdeck checks after each refresh and changes nothing: correct the data at the service.";
export const NOT_YET = "Stockdeck looks for problems as soon as the first pull is complete.";
export const NO_PROBLEMS = "No problems found.";
export const found = (items: number): string => `${plural(items, "item")} with problems`;

/** The rule as a title: "No location". */
export function ruleTitle(rule: ProblemRule): string {
  return rule.charAt(0).toUpperCase() + rule.slice(1);
}

/** The explanation of each rule, and why it matters if that is not obvious. */
export const RULE_TEXTS: Readonly<Record<ProblemRule, string>> = {
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
};

export const UNITS_FIRST = "Not checked: the units are not confirmed.";
export const CONFIRM_UNITS = "Confirm the units";

export const HEADINGS = { name: "Name", rule: "Rule", count: "Records", actions: "Actions" };
export const tableLabel = (resource: Resource): string => `Rules for ${RESOURCE_LABELS[resource].many}`;
export const showRows = (rule: ProblemRule, rows: number): string =>
  `${ruleTitle(rule)}: ${plural(rows, "row")}`;
export const openAll = (resource: Resource, rows: number): string =>
  pluralForm(
    rows,
    "Open it in the table",
    `Open all ${formatCount(rows)} in ${RESOURCE_LABELS[resource].title}`,
  );
export const listed = (shown: number, rows: number): string =>
  `${formatCount(shown)} of ${formatCount(rows)}`;

export const MUTE = {
  action: "Mute…",
  muted: "Muted",
  unmute: "Unmute",
  reason: "Reason",
  example: "For example: these are in transit",
  cancel: "Cancel",
  save: "Mute",
  recordsHeading: "Muted for single records",
  none: "Nothing is muted for single records.",
};
export const muteRule = (rule: ProblemRule): string => `Mute “${ruleTitle(rule)}”`;
export const muteFor = (rule: ProblemRule, name: string): string => `Mute “${ruleTitle(rule)}” for ${name}`;
export const muteHint = (isRule: boolean): string =>
  isRule
    ? "No record is checked by this rule until you unmute it."
    : "This record is not checked by this rule until you unmute it.";
export const unmuteRule = (rule: ProblemRule): string => `Unmute “${ruleTitle(rule)}”`;
export const unmuteFor = (rule: ProblemRule, id: string): string => `Unmute “${ruleTitle(rule)}” for ${id}`;
export const mutedBecause = (reason: string, day: string): string => `${reason} (since ${day})`;
