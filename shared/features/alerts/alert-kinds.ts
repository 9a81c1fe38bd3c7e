import { z } from "zod";
import { ERROR_KINDS } from "../../base/error-kinds.ts";
import { formatCount, formatNumber, plural } from "../../base/text/locale.ts";
import { findField } from "../../inventory/fields.ts";
import { RESOURCES, type Resource } from "../../inventory/resource-names.ts";
import { LOW_MEASURES } from "../../inventory/stock.ts";
import { unitOf, withUnit } from "../../inventory/units.ts";
import { detail, ofCopy, ofRows, type RuleNames } from "./alert-kind.ts";

const MAX_ID = 500;
/** The most hours of a rule about stale data: a year. */
export const MAX_HOURS = 24 * 365;

const never = (): boolean => false;
const always = (): boolean => true;

/** The amount of a view's rows that a rule compares: their count, or a field's sum. */
const measureSchema = z.union([
  z.literal("count"),
  z
    .strictObject({
      sum: z.string().min(1).max(200),
      /** The currency of the amounts to add; without it, amounts of several currencies have no sum. */
      currency: z.string().min(1).max(200).optional(),
    })
    .readonly(),
]);

const ofView = { kind: z.literal("view"), event: z.enum(["enters", "leaves"]) } as const;
const ofAmount = {
  kind: z.literal("amount"),
  measure: measureSchema,
  direction: z.enum(["above", "below"]),
  /** The rule fires beyond this number. */
  threshold: z.number(),
  /** The alert ends only at or beyond this number on the other side; null for the threshold itself. */
  clearAt: z.number().nullable(),
} as const;

interface Hysteresis {
  readonly direction: "above" | "below";
  readonly threshold: number;
  readonly clearAt: number | null;
}
/** True if the clearing number is the threshold itself or lies on its other side. */
const clearsBehind = ({ direction, threshold, clearAt }: Hysteresis): boolean =>
  clearAt === null || (direction === "above" ? clearAt <= threshold : clearAt >= threshold);
const CLEARS_BEHIND = "the clearing threshold lies beyond the threshold";

/** The conditions of rules that are shared with their view, without its id. */
export const sharedWatchSchema = z.union([
  z.strictObject(ofView),
  z.strictObject(ofAmount).refine(clearsBehind, CLEARS_BEHIND),
]);

/**
 * The kinds of rules, in the order of the dialog. A kind is declared here with its condition, words and form, and in
 * `electron/features/alerts/evaluate/kinds.ts` with its evaluation.
 */
export const ALERT_KINDS = {
  view: ofRows(z.strictObject({ ...ofView, viewId: z.uuid() }))({
    label: "Rows that enter or leave a view",
    sentence: ({ viewId, event }, names) => {
      const { name, one } = viewOf(viewId, names);
      return `${one} ${event} “${name}”`;
    },
    opens: "view",
    form: {
      parts: ["view", "event"],
      mayWait: ({ event }) => event === "enters",
      read: ({ viewId, event }) => (viewId === null ? null : { kind: "view", viewId, event }),
    },
  }),
  amount: ofRows(z.strictObject({ ...ofAmount, viewId: z.uuid() }).refine(clearsBehind, CLEARS_BEHIND))({
    label: "The count or a sum of a view",
    sentence: ({ viewId, measure, direction, threshold, clearAt }, names) => {
      const { name, many, resource } = viewOf(viewId, names);
      const what =
        measure === "count"
          ? `The number of ${many} in “${name}”`
          : `The sum of ${measureLabel(resource, measure, true)} in “${name}”`;
      const clears = clearAt === null ? "" : `, until ${formatNumber(clearAt)}`;
      return `${what} is ${direction} ${formatNumber(threshold)}${clears}`;
    },
    opens: "view",
    form: {
      parts: ["view", "amount"],
      mayWait: always,
      read: ({ viewId, sum, currency, direction, threshold, clearAt }) => {
        if (viewId === null || threshold === null) return null;
        const measure = sum === null ? "count" : currency === null ? { sum } : { sum, currency };
        return { kind: "amount", viewId, measure, direction, threshold, clearAt };
      },
    },
  }),
  outLonger: ofRows(z.strictObject({ kind: z.literal("outLonger") }))({
    label: "Items out longer than usual",
    sentence: () => "An item is out longer than usual",
    opens: "lateItems",
    form: {
      parts: [],
      hint: "“Usual” is what the Checked out screen says, with your own limits.",
      mayWait: always,
      read: () => ({ kind: "outLonger" }),
    },
  }),
  low: ofRows(z.strictObject({ kind: z.literal("low"), typeId: z.string().min(1).max(MAX_ID).nullable() }))({
    /** The type is null for any material type with a low-stock threshold. */
    label: "Low stock",
    sentence: ({ typeId }, names) =>
      typeId === null ? "A material type is low" : `“${names.record("types", typeId)}” is low`,
    records: ({ typeId }) => (typeId === null ? [] : [{ resource: "types", id: typeId }]),
    opens: "lowTypes",
    form: {
      parts: ["type"],
      hint: "A type is low while less is available than its low-stock threshold.",
      mayWait: always,
      read: ({ typeId }) => ({ kind: "low", typeId }),
    },
  }),
  record: ofRows(
    z.strictObject({
      kind: z.literal("record"),
      resource: z.enum(RESOURCES),
      id: z.string().min(1).max(MAX_ID),
    }),
  )({
    label: "One record",
    sentence: ({ resource, id }, names) => `“${names.record(resource, id)}” changes`,
    records: ({ resource, id }) => [{ resource, id }],
    opens: "nothing",
    form: {
      parts: ["record"],
      mayWait: never,
      read: ({ record }) => record && { kind: "record", ...record },
    },
  }),
  stale: ofCopy(z.strictObject({ kind: z.literal("stale"), hours: z.number().positive().max(MAX_HOURS) }))({
    label: "Stale data",
    sentence: ({ hours }) => `No refresh succeeds for ${plural(hours, "hour")}`,
    title: "Stale data",
    notice: ({ hours }) => `No refresh has succeeded for ${plural(hours, "hour")}.`,
    form: {
      parts: ["hours"],
      mayWait: never,
      read: ({ hours }) => (hours === null ? null : { kind: "stale", hours }),
    },
  }),
  key: ofCopy(z.strictObject({ kind: z.literal("key") }))({
    label: "The API key",
    sentence: () => "The API key stops working",
    title: "The API key",
    notice: () => "The API key no longer works. Stockdeck cannot refresh.",
    form: {
      parts: [],
      hint: "Fires when the service refuses the key, or the keychain no longer gives it.",
      mayWait: never,
      read: () => ({ kind: "key" }),
    },
  }),
  mail: ofCopy(z.strictObject({ kind: z.literal("mail") }))({
    label: "Mail that was not sent",
    sentence: () => "A message is not sent",
    title: "Mail",
    notice: () =>
      "A message was not sent, or may not have been. Settings, Scheduled exports or Digest of alerts, says why.",
    form: {
      parts: [],
      hint: "Fires when the last message of a schedule, the digest or the overview could not be made, was refused, was given up after three tries, or may not have been sent. A rule of the team is about the mail of its collector.",
      mayWait: never,
      read: () => ({ kind: "mail" }),
    },
  }),
} as const;

export type WatchKind = keyof typeof ALERT_KINDS;
export type WatchOf<K extends WatchKind> = Readonly<z.infer<(typeof ALERT_KINDS)[K]["watch"]>>;
/** The condition that a rule watches. `viewId` is the id of a saved view. */
export type Watch = { [K in WatchKind]: WatchOf<K> }[WatchKind];
export const WATCH_KINDS = Object.keys(ALERT_KINDS) as [WatchKind, ...WatchKind[]];
export const watchSchema = z.union(
  Object.values(ALERT_KINDS).map(({ watch }): z.ZodType<Watch, Watch> => watch),
);

/** The kinds whose condition does not depend on rows. */
export type CopyKind = {
  [K in WatchKind]: (typeof ALERT_KINDS)[K] extends { readonly about: "copy" } ? K : never;
}[WatchKind];

const ONE: Readonly<Record<Resource, string>> = {
  items: "An item",
  types: "A material type",
  locations: "A location",
};
const MANY: Readonly<Record<Resource, string>> = {
  items: "items",
  types: "material types",
  locations: "locations",
};

function viewOf(viewId: string, { views }: RuleNames) {
  const view = views.find(({ id }) => id === viewId);
  if (!view) return { name: "a deleted view", one: "A row", many: "rows", resource: null };
  const { name, resource } = view;
  return { name, resource, one: ONE[resource], many: MANY[resource] };
}

/**
 * The label for the sum of a field: "Value", "Value (EUR)". @param isWithin whether the label is used within a
 * sentence.
 */
function measureLabel(
  resource: Resource | null,
  { sum, currency }: { readonly sum: string; readonly currency?: string | undefined },
  isWithin = false,
): string {
  const label = (resource === null ? undefined : findField(resource, sum)?.label) ?? sum;
  const word = isWithin ? label.toLowerCase() : label;
  return currency === undefined ? word : `${word} (${currency})`;
}

const COUNTED = {
  began: (count: string) => `${count} matched when the rule began`,
  full: (count: string) => `${count} matched after a refresh of everything`,
  gap: (count: string) => `${count} matched; the changes in between are too many, or no longer kept`,
} as const;

/** The reasons of alerts, by kind of reason. Several kinds of rules can have the same kind of reason. */
export const DETAILS = {
  changed: detail({
    schema: z.strictObject({
      kind: z.literal("changed"),
      /** The changes that caused the alert, under the API's names; empty if only time passed. */
      fields: z.record(z.string(), z.strictObject({ old: z.unknown(), new: z.unknown() })),
      presence: z.enum(["gone", "back"]).nullable(),
    }),
    reason: ({ presence }, _subject, { changes }) => {
      const returned =
        presence === null
          ? ""
          : presence === "gone"
            ? "No longer returned by the service"
            : "Returned again by the service";
      const parts = [returned, changes ?? ""].filter((part) => part !== "");
      return parts.join("; ") || (changes === null ? "" : "Only time passed");
    },
  }),
  amount: detail({
    schema: z.strictObject({
      kind: z.literal("amount"),
      measure: measureSchema,
      direction: z.enum(["above", "below"]),
      /** Null if it was unknown. */
      before: z.number().nullable(),
      now: z.number(),
      threshold: z.number(),
    }),
    reason: ({ measure, direction, before, now, threshold }, { resource }) => {
      const what = measure === "count" ? "Rows" : measureLabel(resource, measure);
      const from = before === null ? "" : `${formatNumber(before)} → `;
      return `${what} ${from}${formatNumber(now)}, ${direction} ${formatNumber(threshold)}`;
    },
  }),
  out: detail({
    schema: z.strictObject({
      kind: z.literal("out"),
      days: z.number(),
      limit: z.number(),
      /** The limit's origin: the user's own limit or the usual time, either for the item's type or for all types. */
      why: z.strictObject({ kind: z.enum(["fixed", "usual"]), for: z.enum(["type", "all"]) }),
    }),
    reason: ({ days, limit, why }) => {
      const whose = why.for === "type" ? "this type" : "all types";
      const than = why.kind === "fixed" ? `the limit for ${whose} is` : `usual for ${whose} is up to`;
      return `Out for ${plural(Math.floor(days), "day")}; ${than} ${formatNumber(limit)}`;
    },
  }),
  stock: detail({
    schema: z.strictObject({
      kind: z.literal("stock"),
      /** The available amount in the measure; null if unknown. */
      available: z.number().nullable(),
      below: z.number(),
      measure: z.enum(LOW_MEASURES),
    }),
    reason: ({ available, below, measure }, { subjectId }, { units }) => {
      const amount = (value: number): string =>
        measure === "items"
          ? plural(value, "item")
          : withUnit(formatNumber(value), unitOf(units, measure, subjectId) ?? `(${measure})`);
      const now = available === null ? "Unknown how much is available" : `${amount(available)} available`;
      return `${now}; low below ${amount(below)}`;
    },
  }),
  stale: detail({
    schema: z.strictObject({ kind: z.literal("stale"), since: z.string().nullable() }),
    reason: ({ since }, _subject, { moment }) =>
      since === null ? "No refresh has been complete yet" : `The last complete refresh was ${moment(since)}`,
  }),
  key: detail({
    schema: z.strictObject({ kind: z.literal("key"), error: z.enum(ERROR_KINDS) }),
    reason: ({ error }, _subject, { errorTitle }) => errorTitle(error),
  }),
  mail: detail({
    /** The number of schedules whose last message was not sent, or may not have been. */
    schema: z.strictObject({ kind: z.literal("mail"), unsent: z.int() }),
    reason: ({ unsent }) =>
      `${plural(unsent, "message")} not sent. See Scheduled exports, Digest of alerts and Overview by mail in Settings; for a rule of the team, the collector’s log`,
  }),
  count: detail({
    /** The number of matches when the rule began, or in a full check. A single alert counts all of them. */
    schema: z.strictObject({
      kind: z.literal("count"),
      reason: z.enum(["began", "full", "gap"]),
      count: z.int(),
    }),
    reason: ({ reason, count }) => COUNTED[reason](formatCount(count)),
  }),
} as const;

type DetailKind = keyof typeof DETAILS;
/** The reason why an alert fired. */
export type AlertDetail = {
  [K in DetailKind]: Readonly<z.infer<(typeof DETAILS)[K]["schema"]>>;
}[DetailKind];
export const alertDetailSchema = z.union(
  Object.values(DETAILS).map(({ schema }): z.ZodType<AlertDetail, AlertDetail> => schema),
);
