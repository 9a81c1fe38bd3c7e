import { expect, it } from "vitest";
import { TeamRules } from "../../../../../../electron/features/collector/leading/team-rules.ts";
import type { OpenConnection } from "../../../../../../electron/features/connections/open-connection.ts";
import { virtualClock } from "../../../../../helpers/virtual-clock.ts";

it("the team's rules do not start if the store is unreadable", async () => {
  const rules = new TeamRules({
    connectionId: "p",
    clock: virtualClock(),
    log: { info: () => {}, warn: () => {} },
    computations: [],
    unsent: () => 0,
    onPublished: () => {},
  });
  const limits = rules.records("limits");
  const store = {
    teamRecords: () => Promise.reject(new Error("the store is away")),
    applyEdits: () => Promise.resolve([]),
  };
  await expect(rules.begin({} as OpenConnection, store)).rejects.toThrow("the store is away");
  await expect(limits).rejects.toThrow("the store is away");
  await rules.close();
});
