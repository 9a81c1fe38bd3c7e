import { z } from "zod";
import { ERROR_KINDS } from "../../base/error-kinds.ts";
import { formatNumber } from "../../base/text/locale.ts";
import { findField } from "../../inventory/fields.ts";
import { RESOURCES, type Resource } from "../../inventory/resource-names.ts";
import { LOW_MEASURES } from "../../inventory/stock.ts";
import { unitOf, withUnit } from "../../inventory/units.ts";
import { detail, ofCopy, ofRows, type RuleNames } from "./alert-kind.ts";
import { REASONS, WATCHES } from "./messages.ts";

const MAX_ID = 500;
/** The most hours that a rule about stale data can have: the hours of a year. */
export const MAX_HOURS = 24 * 365;

const never = (): boolean => false;
const always = (): boolean => true;

/** The amount of a view's rows that a rule compares with its threshold: the number of rows, or the sum of a field. */
const measureSchema = z.union([
  z.literal("count"),
  z
    .strictObject({
      sum: z.string().min(1).max(200),
      /** The currency of the amounts to add. Without a currency, amounts of several currencies have no sum. */
      currency: z.string().min(1).max(200).optional(),
    })
    .readonly(),
]);

const ofView = { kind: z.literal("view"), event: z.enum(["enters", "leaves"]) } as const;
const ofAmount = {
  kind: z.literal("amount"),
  measure: measureSchema,
  direction: z.enum(["above", "below"]),
  /** The rule fires if the amount lies beyond this number. */
  threshold: z.number(),
  /**
   * The alert ends only at or beyond this number; null for the threshold. The number lies on the threshold's other
   * side.
   */
  clearAt: z.number().nullable(),
} as const;

interface Hysteresis {
  readonly direction: "above" | "below";
  readonly threshold: number;
  readonly clearAt: number | null;
}
/** True if the number that ends an alert is not on the threshold's firing side. */
const clearsBehind = ({ direction, threshold, clearAt }: Hysteresis): boolean =>
  clearAt === null || (direction === "above" ? clearAt <= threshold : clearAt >= threshold);
const CLEARS_BEHIND = "the clearing threshold lies beyond the threshold";

/** The conditions of rules that are shared together with their view. They have no id of the view. */
export const sharedWatchSchema = z.union([
  z.strictObject(ofView),
  z.strictObject(ofAmount).refine(clearsBehind, CLEARS_BEHIND),
]);

/**
 * The kinds of rules, in the order of the dialog. This file declares the condition, words and form of a kind;
 * `electron/features/alerts/evaluate/kinds.ts` declares its evaluation.
 */
export const ALERT_KINDS = {
  view: ofRows(z.strictObject({ ...ofView, viewId: z.uuid() }))({
    label: WATCHES.view.label,
    sentence: ({ viewId, event }, names) => {
      const { view, resource } = viewOf(viewId, names);
      return WATCHES.view[event]({ view, resource: resource ?? "other" });
    },
    opens: "view",
    form: {
      parts: ["view", "event"],
      mayWait: ({ event }) => event === "enters",
      read: ({ viewId, event }) => (viewId === null ? null : { kind: "view", viewId, event }),
    },
  }),
  amount: ofRows(z.strictObject({ ...ofAmount, viewId: z.uuid() }).refine(clearsBehind, CLEARS_BEHIND))({
    label: WATCHES.amount.label,
    sentence: ({ viewId, measure, direction, threshold, clearAt }, names) => {
      const { view, resource } = viewOf(viewId, names);
      const values = { view, threshold: formatNumber(threshold) };
      const isAbove = direction === "above";
      const condition =
        measure === "count"
          ? WATCHES.amount[isAbove ? "countAbove" : "countBelow"]({
              ...values,
              resource: resource ?? "other",
            })
          : WATCHES.amount[isAbove ? "sumAbove" : "sumBelow"]({
              ...values,
              field: measureLabel(resource, measure),
            });
      return clearAt === null
        ? condition
        : WATCHES.amount.until({ condition, clearAt: formatNumber(clearAt) });
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
    label: WATCHES.outLonger.label,
    sentence: () => WATCHES.outLonger.sentence,
    opens: "lateItems",
    form: {
      parts: [],
      hint: WATCHES.outLonger.hint,
      mayWait: always,
      read: () => ({ kind: "outLonger" }),
    },
  }),
  low: ofRows(z.strictObject({ kind: z.literal("low"), typeId: z.string().min(1).max(MAX_ID).nullable() }))({
    /** The type is null if the rule concerns every material type with a low-stock threshold. */
    label: WATCHES.low.label,
    sentence: ({ typeId }, names) =>
      typeId === null ? WATCHES.low.any : WATCHES.low.one({ name: names.record("types", typeId) }),
    records: ({ typeId }) => (typeId === null ? [] : [{ resource: "types", id: typeId }]),
    opens: "lowTypes",
    form: {
      parts: ["type"],
      hint: WATCHES.low.hint,
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
    label: WATCHES.record.label,
    sentence: ({ resource, id }, names) => WATCHES.record.sentence({ name: names.record(resource, id) }),
    records: ({ resource, id }) => [{ resource, id }],
    opens: "nothing",
    form: {
      parts: ["record"],
      mayWait: never,
      read: ({ record }) => record && { kind: "record", ...record },
    },
  }),
  stale: ofCopy(z.strictObject({ kind: z.literal("stale"), hours: z.number().positive().max(MAX_HOURS) }))({
    label: WATCHES.stale.label,
    sentence: ({ hours }) => WATCHES.stale.sentence({ hours }),
    title: WATCHES.stale.label,
    notice: ({ hours }) => WATCHES.stale.notice({ hours }),
    form: {
      parts: ["hours"],
      mayWait: never,
      read: ({ hours }) => (hours === null ? null : { kind: "stale", hours }),
    },
  }),
  key: ofCopy(z.strictObject({ kind: z.literal("key") }))({
    label: WATCHES.key.label,
    sentence: () => WATCHES.key.sentence,
    title: WATCHES.key.label,
    notice: () => WATCHES.key.notice,
    form: {
      parts: [],
      hint: WATCHES.key.hint,
      mayWait: never,
      read: () => ({ kind: "key" }),
    },
  }),
  mail: ofCopy(z.strictObject({ kind: z.literal("mail") }))({
    label: WATCHES.mail.label,
    sentence: () => WATCHES.mail.sentence,
    title: WATCHES.mail.title,
    notice: () => WATCHES.mail.notice,
    form: {
      parts: [],
      hint: WATCHES.mail.hint,
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

function viewOf(viewId: string, { views }: RuleNames) {
  const view = views.find(({ id }) => id === viewId);
  return { view: view?.name ?? WATCHES.view.deleted, resource: view?.resource ?? null };
}

/** The label for the sum of a field: "Value", "Value (EUR)". */
function measureLabel(
  resource: Resource | null,
  { sum, currency }: { readonly sum: string; readonly currency?: string | undefined },
): string {
  const field = (resource === null ? undefined : findField(resource, sum)?.label) ?? sum;
  return currency === undefined ? field : WATCHES.amount.inCurrency({ field, currency });
}

/** The reasons of alerts, by kind of reason. Several kinds of rules can have the same kind of reason. */
export const DETAILS = {
  changed: detail({
    schema: z.strictObject({
      kind: z.literal("changed"),
      /** The changes that caused the alert, by the API's names of the fields; empty if only time passed. */
      fields: z.record(z.string(), z.strictObject({ old: z.unknown(), new: z.unknown() })),
      presence: z.enum(["gone", "back"]).nullable(),
    }),
    reason: ({ presence }, _subject, { changes }) => {
      if (presence === null) return changes === "" ? REASONS.time : (changes ?? "");
      const returned = REASONS[presence];
      return changes ? REASONS.returnedAndChanged({ returned, changes }) : returned;
    },
  }),
  amount: detail({
    schema: z.strictObject({
      kind: z.literal("amount"),
      measure: measureSchema,
      direction: z.enum(["above", "below"]),
      /** The amount before; null if it was unknown. */
      before: z.number().nullable(),
      now: z.number(),
      threshold: z.number(),
    }),
    reason: ({ measure, direction, before, now, threshold }, { resource }) => {
      const values = {
        measure: measure === "count" ? REASONS.rows : measureLabel(resource, measure),
        now: formatNumber(now),
        threshold: formatNumber(threshold),
      };
      return before === null
        ? REASONS[direction](values)
        : REASONS[direction === "above" ? "aboveFrom" : "belowFrom"]({
            ...values,
            before: formatNumber(before),
          });
    },
  }),
  out: detail({
    schema: z.strictObject({
      kind: z.literal("out"),
      days: z.number(),
      limit: z.number(),
      /**
       * The origin of the limit: the user's own limit ("fixed") or the usual time ("usual"), for the item's type or for
       * all types.
       */
      why: z.strictObject({ kind: z.enum(["fixed", "usual"]), for: z.enum(["type", "all"]) }),
    }),
    reason: ({ days, limit, why }) => {
      const ofLimit = why.for === "type" ? REASONS.limitForType : REASONS.limitForAll;
      const ofUsual = why.for === "type" ? REASONS.usualForType : REASONS.usualForAll;
      const text = why.kind === "fixed" ? ofLimit : ofUsual;
      return text({ days: Math.floor(days), limit: formatNumber(limit) });
    },
  }),
  stock: detail({
    schema: z.strictObject({
      kind: z.literal("stock"),
      /** The available amount in the rule's measure; null if the amount is unknown. */
      available: z.number().nullable(),
      below: z.number(),
      measure: z.enum(LOW_MEASURES),
    }),
    reason: ({ available, below, measure }, { subjectId }, { units }) => {
      const amount = (value: number): string =>
        measure === "items"
          ? REASONS.items({ count: value })
          : withUnit(formatNumber(value), unitOf(units, measure, subjectId) ?? REASONS.noUnit({ measure }));
      return available === null
        ? REASONS.unknownAvailable({ below: amount(below) })
        : REASONS.available({ amount: amount(available), below: amount(below) });
    },
  }),
  stale: detail({
    schema: z.strictObject({ kind: z.literal("stale"), since: z.string().nullable() }),
    reason: ({ since }, _subject, { moment }) =>
      since === null ? REASONS.neverComplete : REASONS.lastComplete({ moment: moment(since) }),
  }),
  key: detail({
    schema: z.strictObject({ kind: z.literal("key"), error: z.enum(ERROR_KINDS) }),
    reason: ({ error }, _subject, { errorTitle }) => errorTitle(error),
  }),
  mail: detail({
    /** The number of schedules whose last message was not, or perhaps not, sent. */
    schema: z.strictObject({ kind: z.literal("mail"), unsent: z.int() }),
    reason: ({ unsent }) => REASONS.unsent({ unsent }),
  }),
  count: detail({
    /** The number of matching rows when the rule began, or in a full check. One alert stands for all these rows. */
    schema: z.strictObject({
      kind: z.literal("count"),
      reason: z.enum(["began", "full", "gap"]),
      count: z.int(),
    }),
    reason: ({ reason, count }) => REASONS[reason]({ count }),
  }),
} as const;

type DetailKind = keyof typeof DETAILS;
/** The data of the reason why an alert fired. */
export type AlertDetail = {
  [K in DetailKind]: Readonly<z.infer<(typeof DETAILS)[K]["schema"]>>;
}[DetailKind];
export const alertDetailSchema = z.union(
  Object.values(DETAILS).map(({ schema }): z.ZodType<AlertDetail, AlertDetail> => schema),
);
