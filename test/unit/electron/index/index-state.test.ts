import { describe, expect, it } from "vitest";
import { nextIndexState, type IndexEvent, type IndexState } from "../../../../electron/index/index-state.ts";

type State = IndexState<string>;
type Event = IndexEvent<string>;

const STATES: Readonly<Record<State["name"], State>> = {
  none: { name: "none" },
  waiting: { name: "waiting", revision: 3 },
  reading: { name: "reading", index: "i", revision: 3, lastRowid: 500 },
  ready: { name: "ready", index: "i", revision: 3 },
};
const EVENTS: readonly Event[] = [
  { type: "wanted", revision: 4 },
  { type: "written", revision: 4 },
  { type: "started", index: "j", revision: 4 },
  { type: "read", lastRowid: 1_000 },
  { type: "finished" },
  { type: "followed", revision: 4 },
  { type: "outrun" },
  { type: "failed" },
];
const ANEW: State = { name: "reading", index: "j", revision: 4, lastRowid: 0 };

/** All transitions; any other event is an error in that state. */
const TRANSITIONS: Readonly<Record<State["name"], Partial<Record<Event["type"], State>>>> = {
  none: { wanted: { name: "waiting", revision: 4 }, started: ANEW, failed: { name: "none" } },
  waiting: { written: { name: "waiting", revision: 4 }, started: ANEW, failed: { name: "none" } },
  reading: {
    read: { name: "reading", index: "i", revision: 3, lastRowid: 1_000 },
    finished: { name: "ready", index: "i", revision: 3 },
    failed: { name: "none" },
  },
  ready: {
    followed: { name: "ready", index: "i", revision: 4 },
    outrun: { name: "none" },
    failed: { name: "none" },
  },
};

const CASES = Object.values(STATES).flatMap((state) => EVENTS.map((event) => ({ state, event })));

describe("the states of a table's index", () => {
  it.each(CASES)(
    "a table's index in the state $state.name handles or refuses the event $event.type",
    ({ state, event }) => {
      const wanted = TRANSITIONS[state.name][event.type];
      if (wanted) expect(nextIndexState(state, event)).toEqual(wanted);
      else
        expect(() => nextIndexState(state, event)).toThrow(
          `"${event.type}" cannot happen in state "${state.name}"`,
        );
    },
  );
});
