import { describe, expect, it } from "vitest";
import {
  admit,
  nextEngineState,
  type EngineEvent,
  type EngineState,
} from "../../../../electron/sync/engine-state.ts";

type Running = Extract<EngineState, { name: "running" }>;
type EventType = EngineEvent["type"];

const RUNNING: Running = {
  name: "running",
  mode: "incremental",
  acceptRemovals: false,
  cancelled: false,
  after: "ready",
};
const brokenOff = (after: Running["after"]): Running => ({ ...RUNNING, cancelled: true, after });
const event = (type: EventType): EngineEvent =>
  type === "begun" ? { type, mode: "incremental", acceptRemovals: false } : { type };

const [KEYLESS, READY, ASLEEP, CLOSED]: readonly EngineState[] = [
  { name: "keyless" },
  { name: "ready" },
  { name: "asleep" },
  { name: "closed" },
];

/** Every transition; an event that is not listed does not change the state. */
const TRANSITIONS: readonly (readonly [EngineState, Partial<Record<EventType, EngineState>>])[] = [
  [KEYLESS as EngineState, { keyTaken: { name: "ready" }, closed: { name: "closed" } }],
  [
    READY as EngineState,
    {
      begun: RUNNING,
      keyGone: { name: "keyless" },
      suspended: { name: "asleep" },
      closed: { name: "closed" },
    },
  ],
  [
    ASLEEP as EngineState,
    {
      begun: RUNNING,
      keyTaken: { name: "ready" },
      keyGone: { name: "keyless" },
      woken: { name: "ready" },
      closed: { name: "closed" },
    },
  ],
  [
    RUNNING,
    {
      cancelled: brokenOff("ready"),
      keyGone: brokenOff("keyless"),
      suspended: brokenOff("asleep"),
      woken: brokenOff("ready"),
      closed: brokenOff("closed"),
      ended: { name: "ready" },
    },
  ],
  [brokenOff("keyless"), { closed: brokenOff("closed"), ended: { name: "keyless" } }],
  [
    brokenOff("asleep"),
    {
      keyGone: brokenOff("keyless"),
      woken: brokenOff("ready"),
      closed: brokenOff("closed"),
      ended: { name: "asleep" },
    },
  ],
  [CLOSED as EngineState, {}],
];
const EVENTS: readonly EventType[] = [
  "keyTaken",
  "keyGone",
  "begun",
  "cancelled",
  "suspended",
  "woken",
  "ended",
  "closed",
];
const CASES = TRANSITIONS.flatMap(([state, wanted]) =>
  EVENTS.map((type) => ({ state, type, wanted: wanted[type] ?? state })),
);

describe("the states of the engine", () => {
  it.each(CASES)(
    "the engine in the state $state.name reacts as listed to the event $type",
    ({ state, type, wanted }) => {
      expect(nextEngineState(state, event(type))).toEqual(wanted);
    },
  );

  it.each([
    [{ name: "ready" } as const, "begin"],
    [{ name: "asleep" } as const, "begin"],
    [RUNNING, "share"],
    [brokenOff("ready"), "wait"],
    [{ name: "keyless" } as const, "drop"],
    [{ name: "closed" } as const, "drop"],
  ])("the engine in the state %j handles a request for a pass like this: %s", (state, verdict) => {
    expect(admit(state, { mode: "incremental", acceptRemovals: false })).toBe(verdict);
  });

  it("a request waits for its own pass if the running pass does not cover the request", () => {
    expect(admit(RUNNING, { mode: "full", acceptRemovals: false })).toBe("wait");
    expect(admit(RUNNING, { mode: "incremental", acceptRemovals: true })).toBe("wait");
    expect(admit({ ...RUNNING, mode: "full" }, { mode: "full", acceptRemovals: false })).toBe("share");
  });
});
