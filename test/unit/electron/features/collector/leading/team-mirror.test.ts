import { expect, it } from "vitest";
import { TeamMirror } from "../../../../../../electron/features/collector/leading/team-mirror.ts";
import type { TeamRecord } from "../../../../../../shared/features/team/team-protocol.ts";

const record = (sequence: number, value: string | null, document = "limits"): TeamRecord => ({
  sequence,
  document,
  id: `r${sequence}`,
  value,
  version: 1,
  editedAt: 1,
  editedBy: "Desk 1",
  losers: [],
});

/** A store with pages of two records. It has forgotten deletions up to a number. */
const storeOf = (records: readonly TeamRecord[], forgotten: number) => {
  let calls = 0;
  return {
    teamRecords: (after: number, _limit: number, all: boolean) => {
      calls += 1;
      if (calls > 20) throw new Error("the mirror reads without an end");
      const last = records.at(-1)?.sequence ?? 0;
      if (after > last) return Promise.resolve("ahead" as const);
      if (!all && after < forgotten) return Promise.resolve("notKept" as const);
      const found = records.filter(({ sequence }) => sequence > after);
      const page = found.slice(0, 2);
      const more = found.length > 2;
      return Promise.resolve({ records: page, more, last: more ? (page.at(-1)?.sequence ?? 0) : last });
    },
  };
};

it("the team mirror reads all records page by page", async () => {
  const mirror = new TeamMirror(["limits"]);
  const records = [1, 2, 3, 5, 9].map((number) => record(number, String(number)));
  expect(await mirror.refresh(storeOf(records, 8))).toEqual(new Set(["limits"]));
  expect([...mirror.values("limits").keys()]).toEqual(["r1", "r2", "r3", "r5", "r9"]);
});

it("the team mirror keeps a deleted record's version", async () => {
  const mirror = new TeamMirror(["limits"]);
  await mirror.refresh(storeOf([record(1, null), record(2, "2", "names")], 0));
  expect(mirror.of("limits").get("r1")).toEqual({ value: null, version: 1 });
  expect(mirror.values("limits").size + mirror.of("names").size).toBe(0);
});

it("the team mirror reads all records again after the store was restored", async () => {
  const mirror = new TeamMirror(["limits"]);
  await mirror.refresh(storeOf([record(1, "1"), record(7, "7")], 0));
  expect(await mirror.refresh(storeOf([record(2, "2"), record(3, "3"), record(4, "4")], 2))).toContain(
    "limits",
  );
  expect([...mirror.values("limits").keys()]).toEqual(["r2", "r3", "r4"]);
});

it("the team mirror keeps an unreadable record's version, but not its value", async () => {
  const mirror = new TeamMirror(["names", "limits"]);
  const values = [JSON.stringify("x".repeat(9_000)), JSON.stringify("short"), '{"name":"Anna"}', "[7]"];
  const unreadable = values.map((value, at) => record(at + 1, value, "names"));
  await mirror.refresh(storeOf([...unreadable, record(5, '"7"'), record(6, "7")], 0));
  expect([...mirror.of("names").values()]).toEqual(values.map(() => ({ value: null, version: 1 })));
  expect([...mirror.values("limits")]).toEqual([["r6", "7"]]);
});
