import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  nextState,
  NORMAL,
  type Manner,
  type SubjectEvent,
  type SubjectState,
} from "../../../../../shared/features/alerts/alert-states.ts";

const UNTIL = 1_000;
const STATES: Readonly<Record<SubjectState["name"], SubjectState>> = {
  normal: NORMAL,
  pending: { ...NORMAL, name: "pending", pendingFor: 1 },
  firing: { ...NORMAL, name: "firing" },
  acknowledged: { ...NORMAL, name: "acknowledged" },
  snoozed: { ...NORMAL, name: "snoozed", snoozedUntil: UNTIL },
  resolved: { ...NORMAL, name: "resolved" },
};
const EVENTS = {
  holds: { type: "holds", now: 0, counts: true },
  "holds later": { type: "holds", now: UNTIL, counts: true },
  "holds, no refresh": { type: "holds", now: 0, counts: false },
  ends: { type: "ends" },
  happens: { type: "happens" },
  acknowledge: { type: "acknowledge" },
  snooze: { type: "snooze", until: 2 * UNTIL },
  unsnooze: { type: "unsnooze" },
} as const satisfies Record<string, SubjectEvent>;

type Expected = Readonly<Record<SubjectState["name"], string>>;
/** What each state becomes; "!" says that it fires. */
const LASTING: Readonly<Record<keyof typeof EVENTS, Expected>> = {
  holds: row("pending firing! firing acknowledged snoozed pending"),
  "holds later": row("pending firing! firing acknowledged firing! pending"),
  "holds, no refresh": row("pending pending firing acknowledged snoozed pending"),
  ends: row("normal normal resolved resolved resolved resolved"),
  happens: row("firing! firing! firing! firing! snoozed firing!"),
  acknowledge: row("normal pending acknowledged acknowledged acknowledged resolved"),
  snooze: row("normal pending snoozed snoozed snoozed resolved"),
  unsnooze: row("normal pending firing acknowledged firing resolved"),
};
const HAPPENING: Readonly<Record<keyof typeof EVENTS, Expected>> = {
  holds: row("normal pending firing acknowledged snoozed resolved"),
  "holds later": row("normal pending firing acknowledged firing! resolved"),
  "holds, no refresh": row("normal pending firing acknowledged snoozed resolved"),
  ends: row("normal pending firing acknowledged snoozed resolved"),
  happens: row("firing! firing! firing! firing! snoozed firing!"),
  acknowledge: row("normal pending resolved resolved resolved resolved"),
  snooze: row("normal pending snoozed snoozed snoozed resolved"),
  unsnooze: row("normal pending firing acknowledged firing resolved"),
};

function row(text: string): Expected {
  const names = text.split(" ");
  return Object.fromEntries(Object.keys(STATES).map((name, at) => [name, names[at]])) as Expected;
}

function table(manner: Manner): Record<string, Record<string, string>> {
  return Object.fromEntries(
    Object.entries(EVENTS).map(([title, event]) => [
      title,
      Object.fromEntries(
        Object.entries(STATES).map(([name, state]) => {
          const step = nextState(state, event, manner);
          return [name, `${step.state.name}${step.fires ? "!" : ""}`];
        }),
      ),
    ]),
  );
}

describe("the states of an alert", () => {
  it("go on as the table says, for a condition that lasts", () => {
    expect(table({ afterRefreshes: 2, isEvent: false })).toEqual(LASTING);
  });

  it("go on as the table says, for what only happens", () => {
    expect(table({ afterRefreshes: 2, isEvent: true })).toEqual(HAPPENING);
  });

  it("a snooze takes the latest end, and leaves none behind", () => {
    const manner = { afterRefreshes: 1, isEvent: false };
    const snoozed = nextState(STATES.snoozed, EVENTS.snooze, manner).state;
    expect(snoozed.snoozedUntil).toBe(2 * UNTIL);
    expect(nextState(snoozed, EVENTS.unsnooze, manner).state.snoozedUntil).toBeNull();
  });

  it("fires as often as a plain model says", () => {
    const step = fc.constantFrom("on", "off", "acknowledge", "snooze");
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 4 }), (steps, after) => {
        const manner = { afterRefreshes: after, isEvent: false };
        let state = NORMAL;
        const fired: number[] = [];
        steps.forEach((word, now) => {
          const event: SubjectEvent =
            word === "on"
              ? { type: "holds", now, counts: true }
              : word === "off"
                ? { type: "ends" }
                : word === "snooze"
                  ? { type: "snooze", until: now + 3 }
                  : { type: "acknowledge" };
          const next = nextState(state, event, manner);
          state = next.state;
          if (next.fires) fired.push(now);
        });
        expect(fired).toEqual(modelFirings(steps, after));
      }),
    );
  });
});

/** When it fires: at the n-th refresh of a run, and at the first one behind a snooze that nothing has ended. */
function modelFirings(steps: readonly string[], after: number): readonly number[] {
  const fired: number[] = [];
  let run = 0;
  let wake: number | null = null;
  steps.forEach((word, now) => {
    const isUp = run >= after;
    if (word === "off") {
      run = 0;
      wake = null;
    } else if (word === "on") {
      run += 1;
      const wakes = wake !== null && now >= wake;
      if (run === after || wakes) fired.push(now);
      if (wakes) wake = null;
    } else if (isUp) wake = word === "snooze" ? now + 3 : null;
  });
  return fired;
}
