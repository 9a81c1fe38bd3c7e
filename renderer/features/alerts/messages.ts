import {
  MAX_AFTER_REFRESHES,
  type Watch,
  type WatchKind,
  MAX_RULE_NAME,
} from "../../../shared/features/alerts/alerts.ts";
import { findField } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { assertNever } from "../../../shared/base/errors.ts";
import type { SavedView } from "../../../shared/query/views/views.ts";
import { formatNumber, plural } from "../../base/format.ts";
import { RESOURCE_LABELS } from "../../inventory/labels/messages.ts";

/** "1 unread alert". */
export const unreadAlerts = (count: number): string => plural(count, "unread alert");

/** The alert rules of an imported view. */
export const SHARED_RULES = {
  label: "Its alert rules",
  add: (rules: number): string => `Add its ${plural(rules, "alert rule")}`,
  line: (name: string, condition: string): string => `${name}: ${condition}`,
};

/** Items of menus. */
export const WATCH = {
  record: "Alert me when this changes…",
  low: "Alert me when it is low…",
};

export const KIND_LABELS: Readonly<Record<WatchKind, string>> = {
  view: "Rows that enter or leave a view",
  amount: "The count or a sum of a view",
  low: "Low stock",
  outLonger: "Items out longer than usual",
  record: "One record",
  stale: "Stale data",
  key: "The API key",
  mail: "Mail that was not sent",
};

export const RULE_DIALOG = {
  add: "New alert rule",
  edit: "Edit the alert rule",
  name: "Name",
  kind: "Watch",
  view: "Saved view",
  noViews: "No view is saved yet. Save one in a table first.",
  event: "Alert when a row",
  events: { enters: "Enters the view", leaves: "Leaves the view" },
  measure: "Measure",
  count: "Number of rows",
  currency: "Currency",
  sumOf: (field: string): string => `Sum of ${field.toLowerCase()}`,
  direction: "Alert when it is",
  directions: { above: "Above", below: "Below" },
  threshold: "Threshold",
  clearAt: "Clears at",
  clearHint: "“Clears at” is optional. With a distance, a number at the edge does not fire again and again.",
  type: "Material type",
  anyType: "Any with a threshold",
  clearType: "Any material type",
  noType: "No such material type",
  lowHint: "A type is low while less is available than its low-stock threshold.",
  lateHint: "“Usual” is what the Checked out screen says, with your own limits.",
  record: "Record",
  keyHint: "Fires when the service refuses the key, or the keychain no longer gives it.",
  mailHint:
    "Fires when the last message of a schedule, the digest or the overview could not be made, was refused, was given up after three tries, or may not have been sent. A rule of the team is about the mail of its collector.",
  hours: "Hours without a refresh",
  afterRefreshes: "Fire after (refreshes)",
  afterHint: "How many refreshes in a row must find it so.",
  notify: "Show a system notification",
  notifyOff: "Notifications are off in Settings. Alerts come to the inbox all the same.",
  notifyHere: "A browser shows none; only the installed app does. Alerts come to the inbox all the same.",
  create: "Add rule",
  save: "Save",
};

/** Warns of a sum over several material types whose units are not confirmed. */
export const addedWithoutUnit = (label: string): string =>
  `The rule adds the ${label.toLowerCase()} of different material types without a unit. Use a view of one material type, or confirm the units in Settings.`;

/** Says which numbers a sum adds if the table shows others. @param unit "" if there are several. */
export const addedAsSent = (unit: string): string =>
  unit
    ? `The rule adds numbers as the service sends them, in ${unit}.`
    : "Rows of several units have no sum, so the rule does not fire for them. Use a view whose rows have one unit; the rule adds numbers as the service sends them.";

export const PROBLEMS = {
  name: `Enter a name of at most ${MAX_RULE_NAME} characters.`,
  view: "Choose a saved view.",
  number: "Enter a number.",
  clearAt: {
    above: "Must not be above the threshold.",
    below: "Must not be below the threshold.",
  },
  record: "Choose a record: open it and use its menu.",
  hours: "Enter hours above 0, at most a year.",
  afterRefreshes: `Enter a whole number from 1 to ${MAX_AFTER_REFRESHES}.`,
};

/** The names for a sentence about a rule. */
export interface RuleNames {
  readonly views: readonly Pick<SavedView, "id" | "name" | "resource" | "definition">[];
  /** The name of a record; its id until the name is known. */
  readonly record: (resource: Resource, id: string) => string;
}

/** The condition of a rule, as a sentence without a full stop. */
export function watchSentence(watch: Watch, names: RuleNames): string {
  switch (watch.kind) {
    case "view": {
      const { name, one } = viewOf(watch.viewId, names);
      return `${one} ${watch.event} “${name}”`;
    }
    case "amount":
      return amountSentence(watch, names);
    case "outLonger":
      return "An item is out longer than usual";
    case "low":
      return watch.typeId === null
        ? "A material type is low"
        : `“${names.record("types", watch.typeId)}” is low`;
    case "record":
      return `“${names.record(watch.resource, watch.id)}” changes`;
    case "stale":
      return `No refresh succeeds for ${plural(watch.hours, "hour")}`;
    case "key":
      return "The API key stops working";
    case "mail":
      return "A message is not sent";
    default:
      return assertNever(watch, "unknown kind of rule");
  }
}

function amountSentence(
  { viewId, measure, direction, threshold, clearAt }: Extract<Watch, { kind: "amount" }>,
  names: RuleNames,
): string {
  const { name, many, resource } = viewOf(viewId, names);
  const what =
    measure === "count"
      ? `The number of ${many} in “${name}”`
      : `The sum of ${measureLabel(resource, measure, true)} in “${name}”`;
  const clears = clearAt === null ? "" : `, until ${formatNumber(clearAt)}`;
  return `${what} is ${direction} ${formatNumber(threshold)}${clears}`;
}

/** The label for the sum of a field: "Value", "Value (EUR)". @param isWithin whether it stands within a sentence. */
export const measureLabel = (
  resource: Resource | null,
  { sum, currency }: { readonly sum: string; readonly currency?: string | undefined },
  isWithin = false,
): string => {
  const label = (resource === null ? undefined : findField(resource, sum)?.label) ?? sum;
  const word = isWithin ? label.toLowerCase() : label;
  return currency === undefined ? word : `${word} (${currency})`;
};

const ONE: Readonly<Record<Resource, string>> = {
  items: "An item",
  types: "A material type",
  locations: "A location",
};

function viewOf(viewId: string, { views }: RuleNames) {
  const view = views.find(({ id }) => id === viewId);
  if (!view) return { name: "a deleted view", one: "A row", many: "rows", resource: null };
  const { name, resource } = view;
  return { name, resource, one: ONE[resource], many: RESOURCE_LABELS[resource].many };
}

/** The suggested name of a rule: its sentence, cut to the length limit of names. */
export const suggestedName = (sentence: string): string =>
  sentence.length <= MAX_RULE_NAME ? sentence : `${sentence.slice(0, MAX_RULE_NAME - 1)}…`;

export const ALERTS = {
  title: "Alerts",
  intro:
    "The rules of the open connection are evaluated on this computer after each refresh. A collector evaluates those of its team.",
  open: "Open the rules",
  notifications: "Show system notifications",
  hint: "One for each rule and refresh. A click on it opens the rows.",
  unavailable: "Only the installed app shows notifications; a browser shows none.",
  test: "Test",
  works: "The system showed the notification.",
  quiet: "Quiet hours",
  quietHint: "No notification is shown then. Alerts come to the inbox all the same.",
  from: "From",
  to: "To",
  days: "Beginning on",
  noDay: "Choose a day, or no quiet hours begin.",
  same: "Choose two different times.",
  wholeDays: "Quiet all day on",
};

/** "To (the next day)" if quiet hours pass midnight. */
export const quietEnd = (isNextDay: boolean): string => (isNextDay ? "To (the next day)" : ALERTS.to);
