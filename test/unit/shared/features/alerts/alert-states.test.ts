import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  nextState,
  NORMAL,
  type RuleMode,
  type SubjectEvent,
  type SubjectState,
} from "../../../../../shared/features/alerts/alert-states.ts";

const LASTING: RuleMode = { afterRefreshes: 1, isEvent: false };

describe("the states of an alert", () => {
  it("a second snooze replaces the first snooze", () => {
    const { state: firing } = nextState(NORMAL, { type: "holds", now: 0, counts: true }, LASTING);
    const { state: snoozed } = nextState(firing, { type: "snooze", until: 1_000 }, LASTING);
    const { state: longer } = nextState(snoozed, { type: "snooze", until: 2_000 }, LASTING);
    expect(longer.snoozedUntil).toBe(2_000);
    expect(nextState(longer, { type: "unsnooze" }, LASTING).state.snoozedUntil).toBeNull();
  });

  it("an alert reaches the same state as in a simple model", () => {
    const manners = fc.record({ afterRefreshes: fc.integer({ min: 1, max: 4 }), isEvent: fc.boolean() });
    const words = fc.constantFrom(
      "holds",
      "holds, no refresh",
      "ends",
      "happens",
      "acknowledge",
      "snooze",
      "unsnooze",
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), manners, (steps, manner) => {
        const model = new Model(manner);
        let state = NORMAL;
        for (const [now, word] of steps.entries()) {
          const event = eventOf(word, now);
          const step = nextState(state, event, manner);
          state = step.state;
          expect([word, step.fires]).toEqual([word, model.take(event)]);
          expect(state).toEqual(model.state);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

function eventOf(word: string, now: number): SubjectEvent {
  if (word.startsWith("holds")) return { type: "holds", now, counts: word === "holds" };
  if (word === "snooze") return { type: "snooze", until: now + 3 };
  return { type: word as "ends" | "happens" | "acknowledge" | "unsnooze" };
}

/** An alert as a few facts: the duration of its condition, whether it has fired, and the reason why it is quiet. */
class Model {
  readonly #manner: RuleMode;
  /** Consecutive refreshes for which the condition holds; null if it does not hold. */
  #run: number | null = null;
  #isUp = false;
  #hasEnded = false;
  #quiet: { readonly until: number | null } | null = null;

  constructor(manner: RuleMode) {
    this.#manner = manner;
  }

  get state(): SubjectState {
    const until = this.#quiet?.until ?? null;
    const name = this.#isUp
      ? this.#quiet === null
        ? "firing"
        : until === null
          ? "acknowledged"
          : "snoozed"
      : this.#run !== null
        ? "pending"
        : this.#hasEnded
          ? "resolved"
          : "normal";
    return { name, pendingFor: this.#isUp ? 0 : (this.#run ?? 0), snoozedUntil: until };
  }

  /** Whether the alert fires. */
  take(event: SubjectEvent): boolean {
    const { afterRefreshes, isEvent } = this.#manner;
    const isSnoozed = this.#quiet !== null && this.#quiet.until !== null;
    if (event.type === "happens") return !isSnoozed && this.#fire();
    if (event.type === "holds") {
      if (this.#isUp) return isSnoozed && event.now >= (this.#quiet?.until ?? 0) && this.#fire();
      if (isEvent) return false;
      this.#run = (this.#run ?? 0) + Number(event.counts);
      return this.#run >= afterRefreshes && this.#fire();
    }
    const ends = isEvent ? event.type === "acknowledge" && this.#isUp : event.type === "ends";
    if (ends) this.#end();
    else if (event.type === "acknowledge" && this.#isUp) this.#quiet = { until: null };
    else if (event.type === "snooze" && this.#isUp) this.#quiet = { until: event.until };
    else if (event.type === "unsnooze" && isSnoozed) this.#quiet = null;
    return false;
  }

  #fire(): true {
    this.#isUp = true;
    this.#quiet = null;
    return true;
  }

  /** Ends the condition. If a subject never fired, its end is not recorded, and an earlier end is forgotten. */
  #end(): void {
    this.#hasEnded = this.#isUp || (this.#hasEnded && this.#run === null);
    this.#isUp = false;
    this.#run = null;
    this.#quiet = null;
  }
}
