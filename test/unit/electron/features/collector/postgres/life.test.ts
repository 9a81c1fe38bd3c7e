import { describe, expect, it } from "vitest";
import {
  leadershipOf,
  NEW_LIFE,
  nextLife,
  partOf,
  type Life,
  type LifeEvent,
} from "../../../../../../electron/features/collector/postgres/life.ts";
import type { StoreState } from "../../../../../../electron/features/collector/postgres/state.ts";

interface Leadership {
  leads(): boolean;
}
type Name = Life<Leadership>["name"];
type Type = LifeEvent<Leadership>["type"];

const STATE = { epoch: "e", last: 1 } as StoreState;
const LATER = { epoch: "e", last: 2 } as StoreState;
const NOTED = { code: "57P01", at: 0 };
const HOUR = 3_600_000;
const leadership: Leadership = { leads: () => true };

const lifeIn = (name: Name, noted: Life<Leadership>["noted"] = null): Life<Leadership> => {
  const past = { state: STATE, noted, hasLed: false };
  return name === "leading" ? { ...past, name, leadership } : { ...past, name };
};

const EVENTS: readonly LifeEvent<Leadership>[] = [
  { type: "answered", state: LATER },
  { type: "followed" },
  { type: "begun", leadership },
  { type: "failed", ...NOTED },
  { type: "closed" },
];

/** All transitions; any other event is an error in that state. */
const TRANSITIONS: Readonly<Record<Name, Partial<Record<Type, Name>>>> = {
  away: { answered: "trying", failed: "away", closed: "closed" },
  trying: { answered: "trying", followed: "following", begun: "leading", failed: "away", closed: "closed" },
  following: {
    answered: "following",
    followed: "following",
    begun: "leading",
    failed: "away",
    closed: "closed",
  },
  leading: { answered: "leading", failed: "away", closed: "closed" },
  closed: {},
};

const NAMES = Object.keys(TRANSITIONS) as readonly Name[];
const CASES = NAMES.flatMap((name) => EVENTS.map((event) => ({ name, event })));

describe("the states of a collector on PostgreSQL", () => {
  it.each(CASES)("a collector that is $name handles or refuses the event $event.type", ({ name, event }) => {
    const wanted = TRANSITIONS[name][event.type];
    if (wanted)
      expect(nextLife(lifeIn(name), event)).toEqual({
        ...lifeIn(wanted, event.type === "failed" ? NOTED : null),
        state: event.type === "answered" ? LATER : STATE,
        hasLed: event.type === "begun",
      });
    else
      expect(() => nextLife(lifeIn(name), event)).toThrow(`"${event.type}" cannot happen in state "${name}"`);
  });

  it.each<[Name, string, string]>([
    ["away", "follower", "away"],
    ["trying", "follower", "ok"],
    ["following", "follower", "ok"],
    ["leading", "leader", "ok"],
    ["closed", "follower", "ok"],
  ])("a collector that is %s has the role %s and the store state %s", (name, role, store) => {
    expect(partOf(lifeIn(name))).toEqual({ role, store });
    expect(leadershipOf(lifeIn(name))).toBe(name === "leading" ? leadership : null);
  });

  it("a collector is no longer leader after it lost the lock", () => {
    const lost: Life<Leadership> = { ...NEW_LIFE, name: "leading", leadership: { leads: () => false } };
    expect(partOf(lost)).toEqual({ role: "follower", store: "ok" });
  });

  it("a lasting failure is logged once an hour", () => {
    const failed = (code: string, at: number): unknown =>
      nextLife(lifeIn("trying", NOTED), { type: "failed", code, at }).noted;
    expect(failed(NOTED.code, HOUR - 1)).toBe(NOTED);
    expect(failed(NOTED.code, HOUR)).toEqual({ code: NOTED.code, at: HOUR });
    expect(failed("25006", 1)).toEqual({ code: "25006", at: 1 });
  });

  it("a failure is over when a collector leads, not when the store responds", () => {
    const trying = nextLife(lifeIn("away", NOTED), { type: "answered", state: LATER });
    expect(trying.noted).toBe(NOTED);
    expect(nextLife(trying, { type: "followed" }).noted).toBeNull();
    expect(nextLife(trying, { type: "begun", leadership }).noted).toBeNull();
  });

  it("a collector remembers after a failure that it has led", () => {
    const led = nextLife(lifeIn("trying"), { type: "begun", leadership });
    expect(nextLife(led, { type: "failed", ...NOTED }).hasLed).toBe(true);
  });
});
