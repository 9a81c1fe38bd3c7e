import { describe, expect, it } from "vitest";
import {
  firstState,
  nextPassState,
  type PassEvent,
  type PassSteps,
  type PassState,
} from "../../../../electron/sync/pass-state.ts";

/** The states of a pass in which nothing fails. */
function course(plan: PassSteps): string[] {
  const ends: Readonly<Record<Exclude<PassState["name"], "done">, PassEvent>> = {
    listing: "listed",
    checking: "allowed",
    storing: "stored",
    indexing: "indexed",
    verifying: "verified",
  };
  const names: string[] = [];
  let state = firstState(plan);
  while (state.name !== "done") {
    names.push("resource" in state ? `${state.name} ${state.resource}` : state.name);
    state = nextPassState(plan, state, ends[state.name]);
  }
  return names;
}

describe("the states of a pass", () => {
  it("a pass lists items alone if types and locations are not due", () => {
    expect(course({ resources: ["items"], staged: false })).toEqual([
      "listing items",
      "indexing",
      "verifying",
    ]);
  });

  it("a full check checks and stores its staged pages after all listings", () => {
    expect(course({ resources: ["locations", "types", "items"], staged: true })).toEqual([
      "listing locations",
      "listing types",
      "listing items",
      "checking",
      "storing locations",
      "storing types",
      "storing items",
      "indexing",
      "verifying",
    ]);
  });

  it("a first pull lists in order and stages nothing", () => {
    expect(course({ resources: ["locations", "types", "items"], staged: false })).toEqual([
      "listing locations",
      "listing types",
      "listing items",
      "indexing",
      "verifying",
    ]);
  });

  it.each<[PassState, PassEvent]>([
    [{ name: "listing", resource: "items" }, "stored"],
    [{ name: "checking" }, "listed"],
    [{ name: "storing", resource: "items" }, "listed"],
    [{ name: "indexing" }, "verified"],
    [{ name: "verifying" }, "indexed"],
    [{ name: "done" }, "verified"],
  ])("a pass refuses an event that its state cannot have: %j, %s", (state, event) => {
    expect(() => nextPassState({ resources: ["items"], staged: true }, state, event)).toThrow(
      "cannot happen",
    );
  });
});
