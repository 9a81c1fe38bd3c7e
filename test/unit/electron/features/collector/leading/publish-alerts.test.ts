import { expect, it } from "vitest";
import { alertEdits } from "../../../../../../electron/features/collector/leading/publish-alerts.ts";
import type { MirroredRecord } from "../../../../../../electron/features/collector/leading/team-mirror.ts";
import type { TeamAlert } from "../../../../../../shared/features/alerts/team-alerts.ts";
import { teamAlert } from "../../alerts/support.ts";

/** The records after these edits. */
function applied(
  present: ReadonlyMap<string, MirroredRecord>,
  alerts: readonly TeamAlert[],
): ReadonlyMap<string, MirroredRecord> {
  const records = new Map(present);
  for (const { id, value, basedOn } of alertEdits(present, alerts, 100)) {
    expect(basedOn).toBe(present.get(id)?.version ?? 0);
    records.set(id, { value, version: basedOn + 1 });
  }
  return records;
}

const subjectsOf = (records: ReadonlyMap<string, MirroredRecord>) =>
  Object.fromEntries(
    [...records].flatMap(([id, { value }]) =>
      value === null ? [] : [[id, (JSON.parse(value) as TeamAlert).subject]],
    ),
  );

it("a published alert stays in the same record while alerts are added and removed", () => {
  const first = applied(new Map(), [teamAlert("a"), teamAlert("b"), teamAlert("c")]);
  expect(subjectsOf(first)).toEqual({ 0: "a", 1: "b", 2: "c" });
  const second = applied(first, [teamAlert("c"), teamAlert("d"), teamAlert("a")]);
  expect(subjectsOf(second)).toEqual({ 0: "a", 1: "d", 2: "c" });
  expect(second.get("1")?.version).toBe(2);
  const third = applied(second, [teamAlert("d")]);
  expect(subjectsOf(third)).toEqual({ 1: "d" });
  // The record's version shows that the collector has read the deletion, independently of the clock.
  const fourth = applied(third, [teamAlert("d"), teamAlert("e")]);
  expect(Object.values(subjectsOf(fourth)).toSorted()).toEqual(["d", "e"]);
  expect(alertEdits(third, [teamAlert("d")], 100)).toEqual([]);
});

it("an unchanged alert causes no edit", () => {
  const records = applied(new Map(), [teamAlert("a"), teamAlert("b")]);
  expect(alertEdits(records, [teamAlert("b"), teamAlert("a")], 1)).toEqual([]);
  const edits = alertEdits(records, [teamAlert("a", { state: "acknowledged" }), teamAlert("b")], 1);
  expect(edits).toMatchObject([{ document: "alerts", id: "0", basedOn: 1, editedAt: 1 }]);
});

it("an unreadable alert record is replaced", () => {
  const odd = new Map([["7", { value: '"odd"', version: 3 }]]);
  expect(subjectsOf(applied(odd, [teamAlert("a")]))).toEqual({ 7: "a" });
  const records = applied(new Map(), [teamAlert("a")]);
  const again = applied(records, [
    teamAlert("a", { since: 9, firedAt: 9 }),
    teamAlert("a", { state: "resolved" }),
  ]);
  expect(subjectsOf(again)).toEqual({ 0: "a", 1: "a" });
});
