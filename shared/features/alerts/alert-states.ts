import { assertNever } from "../../base/errors.ts";
import type { AlertState } from "./alerts.ts";

/** The state of an alert rule for one subject, such as an item. */
export interface SubjectState {
  readonly name: AlertState | "normal";
  /** Refreshes in which the condition has held so far; counted while the alert is pending. */
  readonly pendingFor: number;
  /** The end of the snooze, ms since the epoch; null unless the alert is snoozed. */
  readonly snoozedUntil: number | null;
}

export const NORMAL: SubjectState = { name: "normal", pendingFor: 0, snoozedUntil: null };

/** The events that change the state of a subject. Times are ms since the epoch. */
export type SubjectEvent =
  /** The condition holds. `counts` is false if no new refresh preceded the check. */
  | { readonly type: "holds"; readonly now: number; readonly counts: boolean }
  /** The condition has ended. */
  | { readonly type: "ends" }
  /** Something happened that has no duration, such as the addition of an item. */
  | { readonly type: "happens" }
  | { readonly type: "acknowledge" }
  | { readonly type: "snooze"; readonly until: number }
  | { readonly type: "unsnooze" };

/** The new state after an event. */
export interface Step {
  readonly state: SubjectState;
  /** Whether the alert fires now, for the first time or again. Then a notification is due. */
  readonly fires: boolean;
}

/** The settings of a rule that decide the transitions of its alerts. */
export interface RuleMode {
  /** The number of refreshes for which the condition must hold. */
  readonly afterRefreshes: number;
  /**
   * True for a rule about an event. Its alerts are never pending, and last until a user acknowledges them, which
   * resolves them.
   */
  readonly isEvent: boolean;
}

/** The table of transitions: normal → pending → firing → acknowledged or snoozed → resolved. */
export function nextState(state: SubjectState, event: SubjectEvent, manner: RuleMode): Step {
  switch (event.type) {
    case "holds":
      return hold(state, event, manner);
    case "ends":
      return stay(ended(state, manner));
    case "happens":
      // The alert stays snoozed until the time that the user chose.
      return state.name === "snoozed" ? stay(state) : FIRES;
    case "acknowledge":
      return stay(acknowledged(state, manner));
    case "snooze":
      return stay(isUp(state) ? { ...NORMAL, name: "snoozed", snoozedUntil: event.until } : state);
    case "unsnooze":
      return stay(state.name === "snoozed" ? FIRING : state);
    default:
      return assertNever(event, "an unknown event of an alert");
  }
}

const FIRING: SubjectState = { ...NORMAL, name: "firing" };
const FIRES: Step = { state: FIRING, fires: true };
const RESOLVED: SubjectState = { ...NORMAL, name: "resolved" };

const stay = (state: SubjectState): Step => ({ state, fires: false });

/** Whether the inbox shows the alert as active. */
const isUp = ({ name }: SubjectState): boolean =>
  name === "firing" || name === "acknowledged" || name === "snoozed";

type Holds = Extract<SubjectEvent, { readonly type: "holds" }>;

function hold(state: SubjectState, { now, counts }: Holds, { afterRefreshes, isEvent }: RuleMode): Step {
  switch (state.name) {
    case "normal":
    case "resolved":
    case "pending": {
      // An event does not hold again before it happens again.
      if (isEvent) return stay(state);
      const pendingFor = (state.name === "pending" ? state.pendingFor : 0) + Number(counts);
      return pendingFor >= afterRefreshes ? FIRES : stay({ ...NORMAL, name: "pending", pendingFor });
    }
    case "firing":
    case "acknowledged":
      return stay(state);
    case "snoozed":
      return now < (state.snoozedUntil ?? 0) ? stay(state) : FIRES;
    default:
      return assertNever(state.name, "an unknown state of an alert");
  }
}

function ended(state: SubjectState, { isEvent }: RuleMode): SubjectState {
  if (isEvent) return state;
  return state.name === "pending" ? NORMAL : isUp(state) ? RESOLVED : state;
}

function acknowledged(state: SubjectState, { isEvent }: RuleMode): SubjectState {
  if (!isUp(state)) return state;
  return isEvent ? RESOLVED : { ...NORMAL, name: "acknowledged" };
}

/** One firing of an alert, from its begin to its end. Times are ms since the epoch. */
export interface Firing {
  readonly ruleId: string;
  readonly subject: string;
  readonly since: number;
  /** The moment of firing; null while the alert is pending. */
  readonly firedAt: number | null;
}

/** Identifies an alert in the copies of all workstations. */
export const alertKey = ({ ruleId, subject, since }: Omit<Firing, "firedAt">): string =>
  JSON.stringify([ruleId, subject, since]);
