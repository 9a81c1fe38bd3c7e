import { expect, test } from "vitest";
import { watchSchema } from "../../../../../shared/features/alerts/alert-kinds.ts";
import type { AlertRule, Watch } from "../../../../../shared/features/alerts/alerts.ts";
import {
  draftOf,
  newDraft,
  problemsOf,
  watchOf,
  withView,
} from "../../../../../renderer/features/alerts/rule-draft.ts";

const viewId = "6f0f3d0a-8f7e-4c1b-9a51-3a4f0d6c2b11";
const WATCHES: readonly Watch[] = [
  { kind: "view", viewId, event: "leaves" },
  { kind: "amount", viewId, measure: "count", direction: "above", threshold: 5, clearAt: 4 },
  { kind: "amount", viewId, measure: { sum: "weight" }, direction: "below", threshold: 5, clearAt: null },
  {
    kind: "amount",
    viewId,
    measure: { sum: "value", currency: "EUR" },
    direction: "above",
    threshold: 5,
    clearAt: null,
  },
  { kind: "outLonger" },
  { kind: "low", typeId: null },
  { kind: "low", typeId: "typ_1" },
  { kind: "record", resource: "items", id: "itm_1" },
  { kind: "stale", hours: 1.5 },
  { kind: "key" },
];

test.each(WATCHES)("opening and saving a rule in the dialog does not change the rule: $kind", (watch) => {
  const rule: AlertRule = { id: viewId, name: "A", paused: false, watch, afterRefreshes: 3, notify: false };
  const draft = draftOf(rule);
  expect(watchOf(draft.watch)).toEqual(watch);
  expect(watchSchema.parse(watchOf(draft.watch))).toEqual(watch);
});

test("a rule draft reports each missing or wrong input at its field", () => {
  expect(Object.keys(problemsOf(newDraft({}), []))).toEqual(["view"]);
  expect(Object.keys(problemsOf(newDraft({ kind: "amount" }), []))).toEqual(["view", "threshold"]);
  expect(Object.keys(problemsOf(newDraft({ kind: "record" }), []))).toEqual(["record"]);
  expect(Object.keys(problemsOf(newDraft({ kind: "stale", hours: 0 }), []))).toEqual(["hours"]);
  expect(problemsOf({ ...newDraft({ kind: "low" }), afterRefreshes: 1.5 }, [])).toHaveProperty(
    "afterRefreshes",
  );
  // A rule about stale data does not count refreshes.
  expect(problemsOf({ ...newDraft({ kind: "stale" }), afterRefreshes: null }, [])).toEqual({});
  expect(problemsOf({ ...newDraft({ kind: "key" }), name: " " }, [])).toHaveProperty("name");
});

test("a rule draft drops a sum if the newly chosen table lacks the summed field", () => {
  const { watch } = newDraft({ kind: "amount", sum: "weight" });
  expect(withView(watch, { id: viewId, resource: "items" }).sum).toBe("weight");
  expect(withView(watch, { id: viewId, resource: "locations" }).sum).toBeNull();
});
