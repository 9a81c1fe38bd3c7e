import type { ErrorKind } from "../../base/error-kinds.ts";
import type { Resource } from "../../inventory/resource-names.ts";
import type { LOW_MEASURES } from "../../inventory/stock.ts";

// Without schemas, because the store's threads load this; those are in alert-schema.ts.

/** The amount of a view's rows that a rule compares: their count, or a field's sum. */
export type AmountMeasure = "count" | { readonly sum: string };

/** The condition that a rule watches. `viewId` is the id of a saved view. */
export type Watch =
  | { readonly kind: "view"; readonly viewId: string; readonly event: "enters" | "leaves" }
  | {
      readonly kind: "amount";
      readonly viewId: string;
      readonly measure: AmountMeasure;
      readonly direction: "above" | "below";
      /** It fires beyond this number. */
      readonly threshold: number;
      /** It ends only at or beyond this number on the other side; null for the threshold itself. */
      readonly clearAt: number | null;
    }
  | { readonly kind: "outLonger" }
  /** Null for any material type with a low-stock threshold. */
  | { readonly kind: "low"; readonly typeId: string | null }
  | { readonly kind: "record"; readonly resource: Resource; readonly id: string }
  | { readonly kind: "stale"; readonly hours: number }
  | { readonly kind: "key" };

/** The kinds of conditions that a rule can watch. */
export const WATCH_KINDS = ["view", "amount", "outLonger", "low", "record", "stale", "key"] as const;
export type WatchKind = (typeof WATCH_KINDS)[number];

/** A rule: the condition for which the user wants alerts. */
export interface AlertRule {
  readonly id: string;
  readonly name: string;
  readonly paused: boolean;
  readonly watch: Watch;
  /** Refreshes for which the condition must hold before the rule fires. An event fires at once. */
  readonly afterRefreshes: number;
  /** Whether a system notification is shown, if the settings allow any. */
  readonly notify: boolean;
}

/** The states of a rule. */
export const RULE_STATUSES = [
  "active",
  "paused",
  "suspended", // the data are stale
  "noView", // its view was deleted
] as const;

/** The states of an alert. A subject without an alert is normal. */
export const ALERT_STATES = ["pending", "firing", "acknowledged", "snoozed", "resolved"] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** Changed fields under the API's names. */
export type FieldChanges = Readonly<Record<string, { readonly old: unknown; readonly new: unknown }>>;

/** Why an alert fired. */
export type AlertDetail =
  /** The changes that brought it; none if only time passed. */
  | {
      readonly kind: "changed";
      readonly fields: FieldChanges;
      readonly presence: "gone" | "back" | null;
    }
  | {
      readonly kind: "amount";
      readonly measure: AmountMeasure;
      readonly direction: "above" | "below";
      /** Null if it was not known. */
      readonly before: number | null;
      readonly now: number;
      readonly threshold: number;
    }
  | {
      readonly kind: "out";
      readonly days: number;
      readonly limit: number;
      /** Set by the user, or what is usual; for the item's material type, or for all. */
      readonly why: { readonly kind: "fixed" | "usual"; readonly for: "type" | "all" };
    }
  | {
      readonly kind: "stock";
      /** The amount in the measure; null if it is not known. */
      readonly available: number | null;
      readonly below: number;
      readonly measure: (typeof LOW_MEASURES)[number];
    }
  | { readonly kind: "stale"; readonly since: string | null }
  | { readonly kind: "key"; readonly error: ErrorKind }
  /** The number of matches when the rule began, or in a full check: one line stands for all of them. */
  | { readonly kind: "count"; readonly reason: "began" | "full" | "gap"; readonly count: number };

/** One alert: a rule and what it is about. Instants are ISO 8601. */
export interface Alert {
  readonly id: number;
  readonly ruleId: string;
  readonly ruleName: string;
  readonly kind: WatchKind;
  /** Null if it is about no record. */
  readonly resource: Resource | null;
  /** The record's id; empty if it is about the whole. */
  readonly subjectId: string;
  readonly subjectName: string;
  readonly state: AlertState;
  /** Since when the condition holds. */
  readonly since: string;
  readonly firedAt: string | null;
  readonly readAt: string | null;
  readonly snoozedUntil: string | null;
  readonly resolvedAt: string | null;
  /** It happened while the computer slept. */
  readonly missed: boolean;
  readonly detail: AlertDetail;
}

/** The settings of notifications, with the times without any. Days are 0 (Sunday) to 6. */
export interface AlertSettings {
  readonly notifications: boolean;
  /** Local times, "22:00"; `to` may be on the next day. `days` are those on which they begin. */
  readonly quietHours: {
    readonly from: string;
    readonly to: string;
    readonly days: readonly number[];
  } | null;
  /** Whole quiet days. */
  readonly quietDays: readonly number[];
}

/** Notifications are off until the user turns them on. */
export const DEFAULT_ALERT_SETTINGS: AlertSettings = {
  notifications: false,
  quietHours: null,
  quietDays: [],
};

/** The most refreshes that a condition may have to hold for. */
export const MAX_AFTER_REFRESHES = 20;
