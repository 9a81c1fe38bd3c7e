import { describe, expect, it } from "vitest";
import { SYNC_STATES, type SyncStatus } from "../../../../../shared/inventory/status.ts";
import { stateSentence } from "../../../../../renderer/inventory/report/messages.ts";
import { at, clock, NOW, PASS, STATUS as CONNECTED } from "../../../../helpers/sync-status.ts";

const STATUS: SyncStatus = { ...CONNECTED, staleAt: at(170) };
/** The first pull has not ended yet. */
const FIRST_PULL: SyncStatus = {
  ...STATUS,
  completeAsOf: null,
  lastPassAt: null,
  staleAt: null,
  firstPullComplete: false,
};

describe("the message about the overview's state", () => {
  it("the overview shows no message while refreshes succeed on time", () => {
    expect(stateSentence(STATUS, NOW)).toBeNull();
    expect(stateSentence({ ...STATUS, state: "syncing", pass: PASS }, NOW)).toBeNull();
  });

  it("the overview says during the first pull that its figures are incomplete", () => {
    expect(stateSentence({ ...FIRST_PULL, state: "syncing", pass: PASS }, NOW)).toBe(
      "The first pull is under way: the figures count what has arrived so far.",
    );
  });

  it("the overview does not show a cancelled or failed first pull as running", () => {
    for (const state of ["stopped", "offline", "failed"] as const)
      expect(stateSentence({ ...FIRST_PULL, state }, NOW)).toBe(
        "The first pull is not finished: the figures count what has arrived so far.",
      );
  });

  it("the overview shows the sync state and the time of its figures", () => {
    expect(stateSentence({ ...STATUS, state: "offline" }, NOW)).toBe(
      `Offline. Complete as of ${clock(-10)}.`,
    );
    expect(stateSentence({ ...STATUS, state: "asleep", completeAsOf: at(-10_800) }, NOW)).toBe(
      `Asleep. Complete as of ${clock(-10_800)} (3 h ago).`,
    );
    expect(stateSentence({ ...STATUS, state: "unauthorized" }, NOW)).toMatch(
      /^Key refused\. Complete as of /,
    );
  });

  it("the overview shows a message in every sync state without refreshes", () => {
    for (const state of SYNC_STATES.filter((word) => word !== "idle" && word !== "syncing"))
      expect(stateSentence({ ...STATUS, state }, NOW)).toMatch(/^[A-Z].*\. Complete as of .*\.$/);
  });

  it("the overview says that its figures are stale, even during a refresh", () => {
    const stale = { ...STATUS, completeAsOf: at(-10_800), lastPassAt: at(-10_800), staleAt: at(-10_000) };
    const sentence = "The figures are stale: the last complete refresh was 3 h ago; three were missed.";
    expect(stateSentence(stale, NOW)).toBe(sentence);
    expect(stateSentence({ ...stale, state: "syncing", pass: PASS }, NOW)).toBe(sentence);
    expect(stateSentence({ ...stale, state: "offline" }, NOW)).toBe(`Offline. ${sentence}`);
  });
});
