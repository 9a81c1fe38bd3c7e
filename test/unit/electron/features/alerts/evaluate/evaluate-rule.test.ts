import { describe, expect, it } from "vitest";
import type { Query } from "../../../../../../shared/query/query.ts";
import { COUNT_ALERTS } from "../../../../../../electron/features/alerts/evaluate/alert-tasks.ts";
import { searchSteps } from "../../../../../../electron/features/alerts/evaluate/alert-rules.ts";
import { item } from "../../../store/support.ts";
import { alertRig, NOW, rule } from "./alert-rig.ts";

const DAY = 86_400_000;
const viewId = "00000000-0000-4000-8000-000000000001";
const LIGHT: Query = { version: 1, filter: { field: "weight", op: "lt", value: 10 } };
const enters = rule({ kind: "view", viewId, event: "enters" }, { query: LIGHT });
const leaves = rule({ kind: "view", viewId, event: "leaves" }, { query: LIGHT });
/** An item with a given weight. Each version is newer than the previous one. */
let stamp = 0;
const weighs = (id: string, weight: number, more: object = {}): Record<string, unknown> =>
  item(id, {
    weight,
    updatedAt: new Date(Date.parse("2026-06-01") + ++stamp * 1_000).toISOString(),
    ...more,
  });

describe("a rule about a view", () => {
  it("a new view rule creates one alert, marked as read, for the current matches", async () => {
    const rig = await alertRig(enters);
    expect(rig.fired(rig.pass([weighs("a", 5), weighs("b", 50)]))).toEqual([]);
    expect(rig.active()).toEqual(["= 1", "a firing"]);
    expect(rig.store.read(COUNT_ALERTS, [enters.rule.id]).unread).toBe(0);
  });

  it("a view rule fires for each row that enters the view", async () => {
    const rig = await alertRig(enters);
    rig.pass([weighs("a", 50)]);
    expect(rig.fired(rig.pass([weighs("a", 5)]))).toEqual(["a"]);
    const [alert] = rig.alerts();
    expect(alert).toMatchObject({
      state: "firing",
      readAt: null,
      kind: "view",
      subjectName: "Item a",
      missed: false,
    });
    expect(alert?.detail).toMatchObject({ kind: "changed", fields: { weight: { old: 50, new: 5 } } });
    expect(rig.fired(rig.pass([]))).toEqual([]);
    expect(rig.fired(rig.pass([weighs("a", 4)]))).toEqual([]);
    rig.pass([weighs("a", 50)]);
    expect(rig.active()).toEqual([]);
    expect(rig.alerts("all")).toMatchObject([{ state: "resolved" }]);
    expect(rig.fired(rig.pass([weighs("a", 5)]))).toEqual(["a"]);
  });

  it("a view rule fires after a row matched for the configured number of refreshes", async () => {
    const patient = { ...enters, rule: { ...enters.rule, afterRefreshes: 3 } };
    const rig = await alertRig(patient);
    rig.pass([weighs("a", 50), weighs("b", 50)]);
    expect(rig.fired(rig.pass([weighs("a", 5), weighs("b", 5)]))).toEqual([]);
    // An evaluation without a refresh does not count.
    rig.evaluate();
    rig.pass([weighs("b", 50)]);
    expect(rig.active()).toEqual([]);
    expect(rig.fired(rig.pass([]))).toEqual(["a"]);
    expect(rig.active()).toEqual(["a firing"]);
  });

  it("a view rule reports only once that a row left the view", async () => {
    const rig = await alertRig(leaves);
    rig.pass([weighs("a", 5), weighs("b", 5)]);
    expect(rig.active()).toEqual([]);
    expect(rig.fired(rig.pass([weighs("a", 50)]))).toEqual(["a"]);
    rig.pass([]);
    expect(rig.active()).toEqual(["a firing"]);
    rig.act({ type: "acknowledge" });
    expect(rig.active()).toEqual([]);
  });

  it("a view's alert ends if the service no longer returns the record", async () => {
    const rig = await alertRig(enters, leaves, rule({ kind: "record", resource: "items", id: "a" }));
    rig.pass([weighs("a", 50)]);
    rig.pass([weighs("a", 5)]);
    rig.act({ type: "acknowledge" });
    rig.store.writer.hideRecord("items", "a", { sequence: 99, at: 1, servedBy: 1_100_000, verified: true });
    expect(rig.fired(rig.evaluate())).toEqual(["a", "a"]);
    expect(rig.alerts().map(({ kind, detail }) => [kind, detail])).toEqual([
      ["record", { kind: "changed", fields: {}, presence: "gone" }],
      ["view", { kind: "changed", fields: {}, presence: "gone" }],
    ]);
  });

  it("a snoozed alert fires again if its row still matches", async () => {
    const rig = await alertRig(enters);
    rig.pass([weighs("a", 50), weighs("b", 50), weighs("c", 50)]);
    rig.pass([weighs("a", 5), weighs("b", 5), weighs("c", 5)]);
    const of = (...subjects: string[]): number[] =>
      rig.alerts().flatMap(({ id, subjectId }) => (subjects.includes(subjectId) ? [id] : []));
    rig.act({ type: "acknowledge" }, of("a"));
    rig.act({ type: "snooze", until: NOW + DAY }, of("b", "c"));
    expect(rig.fired(rig.pass([weighs("c", 50)]))).toEqual([]);
    expect(rig.active()).toEqual(["a acknowledged", "b snoozed"]);
    rig.now = NOW + DAY;
    expect(rig.fired(rig.pass([]))).toEqual(["b"]);
    expect(rig.active()).toEqual(["a acknowledged", "b firing"]);
  });

  it("a view rule adds one unread alert without notification in a full pass", async () => {
    const rig = await alertRig(enters);
    rig.pass([weighs("a", 50)]);
    expect(rig.fired(rig.pass([weighs("a", 5)], "full"))).toEqual([]);
    expect(rig.active()).toEqual(["= 1", "a firing"]);
    expect(rig.alerts().filter(({ readAt }) => readAt === null)).toMatchObject([
      { detail: { reason: "full" } },
    ]);
    expect(rig.fired(rig.pass([weighs("b", 5)]))).toEqual(["b"]);
  });

  it("a rule that missed changes restarts silently and keeps matching alerts", async () => {
    const rig = await alertRig(enters);
    rig.pass([weighs("a", 50), weighs("b", 50), weighs("c", 50)]);
    rig.pass([weighs("a", 5), weighs("b", 5)]);
    const { rules } = rig;
    const [watched] = rules.splice(0);
    // The rule misses these refreshes, because its view cannot be read.
    rules.push({ ...enters, view: null });
    rig.pass([weighs("a", 50), weighs("c", 5)]);
    rig.pass([weighs("d", 50)], "incremental", { days: 100_000, changes: 1 });
    rules.splice(0, 1, watched ?? enters);
    expect(rig.fired(rig.pass([]))).toEqual([]);
    expect(rig.active()).toEqual(["= 2", "b firing", "c firing"]);
    expect(rig.alerts().find(({ detail }) => detail.kind === "count")?.detail).toMatchObject({
      reason: "gap",
    });
  });

  it("a view rule restarts silently if its view is replaced", async () => {
    const rig = await alertRig(enters);
    rig.pass([weighs("a", 5), weighs("b", 15)]);
    rig.rules[0] = {
      ...enters,
      view: {
        name: "V",
        resource: "items",
        query: { ...LIGHT, filter: { field: "weight", op: "gt", value: 10 } },
      },
      signature: "another",
    };
    expect(rig.fired(rig.pass([]))).toEqual([]);
    expect(rig.active()).toEqual(["= 1", "b firing"]);
  });

  it.each([
    ["changing the rule to watch a record", { kind: "record", resource: "items", id: "a" } as const],
    ["changing the rule to watch leaving rows", { kind: "view", viewId, event: "leaves" } as const],
  ])("%s ends the alerts of entered rows", async (_now, watch) => {
    const rig = await alertRig(enters);
    rig.pass([weighs("a", 50), weighs("b", 50)]);
    rig.pass([weighs("a", 5), weighs("b", 5)]);
    expect(rig.active()).toEqual(["a firing", "b firing"]);
    const { view } = enters;
    rig.rules[0] = { rule: { ...enters.rule, watch }, view, signature: "edited" };
    expect(rig.fired(rig.evaluate())).toEqual([]);
    expect(rig.active()).toEqual([]);
  });

  it("a rule changed to watch an amount ends the rule's earlier alerts", async () => {
    const rig = await alertRig(enters);
    rig.pass([weighs("a", 50), weighs("b", 50), weighs("c", 50)]);
    rig.pass([weighs("a", 5), weighs("b", 5), weighs("c", 5)]);
    const watch = {
      kind: "amount",
      viewId,
      measure: "count",
      direction: "above",
      threshold: 5,
      clearAt: 1,
    } as const;
    rig.rules[0] = { ...enters, rule: { ...enters.rule, watch }, signature: "edited" };
    rig.evaluate();
    expect(rig.active()).toEqual([]);
    rig.pass(["d", "e", "f"].map((id) => weighs(id, 5)));
    expect(rig.alerts()).toMatchObject([{ kind: "amount", state: "firing" }]);
  });

  it("a snoozed alert fires once if its event recurs as the snooze ends", async () => {
    const rig = await alertRig(rule({ kind: "record", resource: "items", id: "a" }));
    rig.pass([weighs("a", 50)]);
    rig.pass([weighs("a", 40)]);
    rig.act({ type: "snooze", until: NOW + DAY });
    rig.now = NOW + DAY;
    expect(rig.fired(rig.pass([weighs("a", 30)]))).toEqual(["a"]);
    expect(rig.active()).toEqual(["a firing"]);
    expect(rig.fired(rig.pass([]))).toEqual([]);
  });

  it("deleting a rule ends its alerts", async () => {
    const rig = await alertRig(enters);
    rig.pass([weighs("a", 5)]);
    rig.rules.splice(0);
    expect(rig.active()).toEqual([]);
    rig.pass([]);
    expect(rig.alerts("all").every(({ state }) => state === "resolved")).toBe(true);
  });

  it("an alert is marked as missed if its row changed during sleep", async () => {
    const rig = await alertRig(enters);
    rig.pass([weighs("a", 50)]);
    rig.missed = true;
    rig.pass([weighs("a", 5)]);
    expect(rig.alerts()).toMatchObject([{ missed: true }]);
  });
});

describe("rules about a view with relative times", () => {
  const query: Query = { version: 1, filter: { field: "checkedOutAt", op: "olderThan", value: "P7D" } };
  const at = new Date(NOW - 6.5 * DAY).toISOString();

  it("a view rule with relative times fires even if no row changes", async () => {
    const rig = await alertRig(
      rule({ kind: "view", viewId, event: "enters" }, { query }),
      rule({ kind: "view", viewId, event: "leaves" }, { query }),
    );
    rig.pass([item("a", { checkedOutAt: at, updatedAt: at })]);
    expect(rig.active()).toEqual([]);
    rig.now = NOW + DAY;
    expect(rig.fired(rig.pass([]))).toEqual(["a"]);
    rig.pass([item("a", { checkedOutAt: null, updatedAt: new Date(rig.now).toISOString() })]);
    expect(rig.active()).toEqual(["a firing"]);
    expect(rig.alerts()[0]?.detail).toMatchObject({ fields: { checkedOutAt: { old: at, new: null } } });
  });

  it("a rule about a computed column fires without a change in the rule's own table", async () => {
    const few: Query = { version: 1, filter: { field: "availableCount", op: "lt", value: 2 } };
    const rig = await alertRig(
      rule({ kind: "view", viewId, event: "enters" }, { resource: "types", query: few }),
    );
    rig.store.list("types", [{ id: "film", name: "Film" }]);
    const of = (id: string, status: string): Record<string, unknown> =>
      weighs(id, 1, { materialTypeId: "film", status });
    rig.pass([of("a", "available"), of("b", "available")]);
    expect(rig.active()).toEqual([]);
    expect(rig.fired(rig.pass([of("a", "archived")]))).toEqual(["film"]);
  });
});

describe("a rule about many rows", () => {
  it("a rule with a search looks for the longest word first", () => {
    const searching = (search: string) =>
      searchSteps(rule({ kind: "view", viewId, event: "enters" }, { query: { version: 1, search } })).map(
        (query) => query.search,
      );
    expect(searching("roll")).toEqual([]);
    expect(searching('20 roll "film x"')).toEqual(['"film x"', '"film x" "roll"']);
  });

  const everything = rule({ kind: "view", viewId, event: "enters" }, { query: { version: 1 } });
  const items = (count: number): Record<string, unknown>[] =>
    Array.from({ length: count }, (_, number) => item(`i-${number}`));

  it("a rule combines over 10,000 entering rows in one alert", async () => {
    const rig = await alertRig(everything);
    rig.pass([]);
    expect(rig.fired(rig.pass(items(10_001)))).toEqual([]);
    expect(rig.active()).toEqual(["= 10001"]);
    expect(rig.alerts()).toMatchObject([{ readAt: null, detail: { reason: "gap" } }]);
    expect(rig.fired(rig.pass([item("last")]))).toEqual(["last"]);
  });

  it("a rule about a long table stores nothing until the table's index is read", async () => {
    const rig = await alertRig(everything);
    rig.store.writer.beginListing("items", rig.store.writer.beginPass().pass);
    rig.store.page("items", items(5_001));
    expect(rig.evaluate()).toEqual([]);
    expect(rig.store.sql("SELECT * FROM alert_knowledge")).toEqual([]);
    rig.store.reader.count("items", { version: 1 }, rig.now);
    rig.evaluate();
    expect(rig.active()).toEqual(["= 5001"]);
  });
});

describe("a rule about an amount", () => {
  const amount = (own: object): ReturnType<typeof rule> =>
    rule(
      { kind: "amount", viewId, measure: "count", direction: "above", threshold: 2, clearAt: null, ...own },
      { query: LIGHT },
    );

  it("an amount rule fires again only after the amount passed the clearing threshold", async () => {
    const rig = await alertRig(amount({ clearAt: 1 }));
    rig.pass([weighs("a", 5), weighs("b", 5)]);
    expect(rig.active()).toEqual([]);
    expect(rig.fired(rig.pass([weighs("c", 5)]))).toEqual([""]);
    expect(rig.alerts()[0]?.detail).toMatchObject({ kind: "amount", before: 2, now: 3, threshold: 2 });
    rig.pass([weighs("c", 50)]);
    expect(rig.fired(rig.pass([weighs("c", 5)]))).toEqual([]);
    expect(rig.active()).toEqual([" firing"]);
    rig.pass([weighs("c", 50), weighs("b", 50)]);
    expect(rig.active()).toEqual([]);
  });

  it("a sum rule adds all rows that match", async () => {
    const sum = amount({ measure: { sum: "weight" }, direction: "below", threshold: 8 });
    const rig = await alertRig(sum);
    rig.pass([weighs("a", 5), weighs("b", 4), weighs("c", 90)]);
    expect(rig.active()).toEqual([]);
    expect(rig.fired(rig.pass([weighs("b", 2)]))).toEqual([""]);
    expect(rig.alerts()[0]?.detail).toMatchObject({ before: 9, now: 7 });
    rig.pass([weighs("c", 3), weighs("a", 50)]);
    rig.pass([weighs("d", 1), weighs("b", 1)]);
    const value = rig.store.sql("SELECT value FROM alert_knowledge")[0]?.["value"];
    expect(value).toBe(rig.store.reader.totals("items", LIGHT, ["weight"], NOW).fields["weight"]?.[0]?.sum);
  });
});

describe("rules about a sum of money", () => {
  const prices = (currency?: string): ReturnType<typeof rule> => {
    const measure = { sum: "pricePerFoot", ...(currency !== undefined && { currency }) };
    const limits = { direction: "above", threshold: 1e6, clearAt: null } as const;
    return rule({ kind: "amount", viewId, measure, ...limits }, { resource: "types", query: { version: 1 } });
  };
  const type = (id: string, pricePerFoot: number, currency: string) => ({
    id,
    name: id,
    pricePerFoot,
    currency,
  });

  it.each([
    ["names a currency adds only amounts in that currency", "USD", 30],
    ["names an unused currency compares zero", "GBP", 0],
    ["names no currency compares nothing if the rows have several currencies", undefined, null],
  ])("a rule that %s", async (_title, currency, value) => {
    const rig = await alertRig(prices(currency));
    rig.store.list("types", [type("a", 10, "USD"), type("b", 20, "USD"), type("c", 5, "EUR")]);
    rig.pass([]);
    const known = rig.store.sql("SELECT value FROM alert_knowledge");
    expect(known.map((row) => row["value"])).toEqual([value]);
  });
});

describe("rules whose amount becomes unknown", () => {
  it("a refresh with an unknown amount changes no alert", async () => {
    const measure = { sum: "pricePerFoot" };
    const watch = {
      kind: "amount",
      viewId,
      measure,
      direction: "above",
      threshold: 100,
      clearAt: null,
    } as const;
    const rig = await alertRig(
      rule(watch, { resource: "types", query: { version: 1 } }, { afterRefreshes: 2 }),
    );
    const priced = (price: number, currency: string) => {
      const prices = [
        [price, "USD"],
        [20, currency],
      ] as const;
      const types = prices.map(([pricePerFoot, of], at) => ({
        id: `t-${at}`,
        name: `t-${at}`,
        pricePerFoot,
        currency: of,
      }));
      rig.store.list("types", types);
      return rig.fired(rig.pass([]));
    };
    expect([priced(10, "USD"), priced(150, "USD")]).toEqual([[], []]);
    expect([priced(150, "EUR"), priced(150, "EUR")]).toEqual([[], []]);
    expect(priced(160, "USD")).toEqual([""]);
    expect(rig.alerts()).toMatchObject([{ kind: "amount", state: "firing" }]);
  });
});

describe("rules about items, stock and records", () => {
  it("a rule reports an item that is checked out longer than its limit", async () => {
    const rig = await alertRig(rule({ kind: "outLonger" }));
    rig.limits = { all: 10, types: { film: 3 } };
    const out = (id: string, materialTypeId: string | null): Record<string, unknown> =>
      item(id, {
        status: "checked_out",
        materialTypeId,
        checkedOutAt: new Date(NOW - 2.5 * DAY).toISOString(),
      });
    rig.pass([out("a", "film"), out("b", null)]);
    rig.now = NOW + DAY;
    expect(rig.fired(rig.pass([]))).toEqual(["a"]);
    expect(rig.alerts()[0]?.detail).toEqual({
      kind: "out",
      days: 3,
      limit: 3,
      why: { kind: "fixed", for: "type" },
    });
    rig.pass([item("a", { updatedAt: new Date(rig.now).toISOString() })]);
    expect(rig.active()).toEqual([]);
  });

  it("a rule reports a material type with stock below its threshold", async () => {
    const rig = await alertRig(
      rule({ kind: "low", typeId: null }),
      rule({ kind: "low", typeId: "cable" }, null, { name: "Cable" }),
    );
    rig.store.list("types", [
      { id: "film", name: "Film" },
      { id: "cable", name: "Cable" },
    ]);
    rig.thresholds = {
      film: { measure: "items", below: 2 },
      cable: { measure: "length", below: 5 },
    };
    const of = (id: string, materialTypeId: string, status = "available"): Record<string, unknown> =>
      weighs(id, 1, { materialTypeId, status, remainingLength: 4 });
    rig.pass([of("a", "film"), of("b", "film"), of("c", "cable"), of("d", "cable")]);
    expect(rig.active()).toEqual([]);
    expect(rig.fired(rig.pass([of("a", "film", "archived"), of("c", "cable", "archived")]))).toEqual([
      "cable",
      "cable",
      "film",
    ]);
    const details = rig.alerts().map(({ subjectName, detail }) => [subjectName, detail]);
    expect(details).toContainEqual(["Film", { kind: "stock", available: 1, below: 2, measure: "items" }]);
    expect(details).toContainEqual(["Cable", { kind: "stock", available: 4, below: 5, measure: "length" }]);
    rig.pass([of("a", "film")]);
    expect(rig.active()).toEqual(["cable firing", "cable firing"]);
  });

  it("a record rule joins the record's unacknowledged changes in one alert", async () => {
    const rig = await alertRig(rule({ kind: "record", resource: "items", id: "a" }));
    rig.pass([weighs("a", 1), weighs("b", 1)]);
    expect(rig.fired(rig.pass([weighs("b", 2)]))).toEqual([]);
    expect(rig.fired(rig.pass([weighs("a", 2)]))).toEqual(["a"]);
    expect(rig.fired(rig.pass([weighs("a", 3)]))).toEqual(["a"]);
    expect(rig.alerts()).toHaveLength(1);
    expect(rig.alerts()[0]?.detail).toMatchObject({ fields: { weight: { old: 1, new: 3 } } });
    rig.act({ type: "acknowledge" });
    expect(rig.active()).toEqual([]);
  });

  it("a paused rule does nothing and restarts silently", async () => {
    const rig = await alertRig({ ...enters, view: null });
    rig.pass([weighs("a", 5)]);
    expect(rig.active()).toEqual([]);
    rig.rules[0] = enters;
    rig.pass([]);
    rig.rules[0] = { ...enters, rule: { ...enters.rule, paused: true } };
    rig.pass([weighs("b", 5)]);
    rig.rules[0] = enters;
    expect(rig.fired(rig.pass([]))).toEqual([]);
    expect(rig.active()).toEqual(["= 2", "a firing", "b firing"]);
  });
});
