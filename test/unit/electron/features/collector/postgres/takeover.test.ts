import { describe, expect, it } from "vitest";
import { chooseJournal, wentBack } from "../../../../../../electron/features/collector/postgres/takeover.ts";
import type { LocalJournal } from "../../../../../../electron/features/collector/postgres/journal.ts";
import type {
  PublishedFacts,
  StoreState,
} from "../../../../../../electron/features/collector/postgres/state.ts";

const state: StoreState = {
  epoch: "e",
  last: 40,
  team: 0,
  clock: 0,
  facts: {} as PublishedFacts,
  observedSince: null,
  position: { journal: "mine", revision: 7, change: 20 },
};

const local = (journal: string | null, revision: number, last: number): LocalJournal => ({
  journal,
  revision,
  changes: { first: 1, last },
});

describe("chooseJournal()", () => {
  it.each([
    ["a journal at the store's position", local("mine", 7, 20), "continue"],
    ["a journal with unpublished changes", local("mine", 9, 25), "continue"],
    ["a journal behind the store's position", local("mine", 7, 19), "load"],
    ["a journal with an older revision", local("mine", 6, 20), "load"],
    ["another collector's journal", local("other", 9, 25), "load"],
    ["a file that is not a journal", local(null, 9, 25), "load"],
    ["no journal", null, "load"],
  ] as const)("a store with a copy and %s: %s", (_name, journal, choice) => {
    expect(chooseJournal(state, journal)).toBe(choice);
  });

  it("a store without a copy adopts the journal of the folder", () => {
    for (const journal of [null, local("any", 3, 4)])
      expect(chooseJournal({ ...state, facts: null, position: null }, journal)).toBe("adopt");
  });
});

describe("a store restored to an earlier state", () => {
  it("a store counts as restored if its last change number is lower than a number already sent", () => {
    const seen = (epoch: string, number: number, team = state.team): boolean =>
      wentBack(state, { epoch, number, team });
    expect([seen("e", 41), seen("e", 40), seen("earlier", 41)]).toEqual([true, false, false]);
    expect([seen("e", 40, state.team + 1), seen("earlier", 40, state.team + 1)]).toEqual([true, false]);
  });
});
