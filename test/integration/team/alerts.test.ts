import { onTestFinished, expect, it } from "vitest";
import type { Result } from "../../../shared/base/errors.ts";
import type { CallInput, CallName, CallOutput } from "../../../shared/contract/contract.ts";
import type { Alert } from "../../../shared/features/alerts/alerts.ts";
import type { TokenRight } from "../../../shared/features/team/team-kinds.ts";
import { addTokenOf, ask, collect, storesOf, type CollectorUnderTest } from "../collector/support.ts";
import { startCoreUnderTest } from "../contract/core-under-test.ts";
import { serve } from "../sample-service/support.ts";
import { startPostgres } from "../../helpers/postgres.ts";
import { afterPush } from "../../helpers/after-push.ts";
import { waitUntil } from "../../helpers/wait-until.ts";

/** The whole core of a workstation, connected to a collector. */
interface Desk {
  readonly connectionId: string;
  /** The notifications that it has shown. */
  readonly notices: readonly { readonly title: string; readonly body: string }[];
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>>;
  /** The active alerts, the latest first. */
  alerts(): Promise<readonly Alert[]>;
  /** Refreshes the connections that are not open. */
  refreshClosed(): Promise<void>;
  /** Waits until a condition holds: at once, or after a push of the core or a notification. */
  until(holds: () => boolean | Promise<boolean>): Promise<void>;
  close(): Promise<void>;
}

async function desk(
  collector: CollectorUnderTest,
  label: string,
  access: TokenRight = "annotate",
): Promise<Desk> {
  const token = await addTokenOf(collector, label, access);
  const notices: { title: string; body: string }[] = [];
  const listeners = new Set<() => void>();
  const under = startCoreUnderTest("electron", {
    showNotification: (notice) => {
      notices.push(notice);
      for (const listener of listeners) listener();
      return Promise.resolve(true);
    },
  });
  onTestFinished(() => under.close());
  under.core.events.subscribe(() => listeners.forEach((listener) => listener()));
  const events = {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const call = async <N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> => {
    const result = (await under.core.dispatch(name, input)) as Result<CallOutput<N>>;
    if (!result.ok) throw new Error(`${name}: ${result.error.message}`);
    return result.value;
  };
  const { connectionId } = await call("connect", { baseUrl: collector.url, key: token });
  await call("saveAlertSettings", { notifications: true, quietHours: null, quietDays: [] });
  await afterPush(under.core, async () => (await call("readTeam", { connectionId })).exchangedAt !== null);
  return {
    connectionId,
    notices,
    call,
    alerts: async () =>
      (await call("listAlerts", { connectionId, filter: "active", offset: 0, limit: 50 })).alerts,
    refreshClosed: () => under.core.refreshClosed(),
    until: (holds) => afterPush({ events }, holds),
    close: () => under.close(),
  };
}

const LOST = { status: "lost" } as const;
const VIEW: CallInput<"createView">["definition"] = {
  version: 1,
  minor: 0,
  search: "",
  filters: [
    {
      enabled: true,
      filter: { kind: "choice", field: "status", negate: false, values: ["lost"], empty: false },
    },
  ],
  sort: [],
};

/** Makes a rule of the team about lost items, with its view. */
async function shareRule(at: Desk): Promise<string> {
  const { connectionId } = at;
  const view = await at.call("createView", {
    connectionId,
    resource: "items",
    name: "Lost",
    definition: VIEW,
  });
  const watch = { kind: "view", viewId: view.id, event: "enters" } as const;
  const rule = { name: "An item is lost", paused: false, afterRefreshes: 1, notify: true, watch };
  const { id } = await at.call("saveAlertRule", { connectionId, rule });
  await at.call("shareAlertRule", { connectionId, id });
  await at.call("exchangeTeam", { connectionId });
  return id;
}

const server = startPostgres();

it("a user can share an alert rule about mail with the team", async () => {
  const service = await serve({ items: 5 });
  const at = await desk(await collect(service), "Desk A");
  const { connectionId } = at;
  const rule = {
    name: "Not sent",
    paused: false,
    afterRefreshes: 1,
    notify: true,
    watch: { kind: "mail" },
  } as const;
  const { id } = await at.call("saveAlertRule", { connectionId, rule });
  await at.call("shareAlertRule", { connectionId, id });
  await at.call("exchangeTeam", { connectionId });
  const rulesOf = () => at.call("listAlertRules", { connectionId });
  await at.until(async () => (await rulesOf()).some(({ isTeams }) => isTeams));
  expect(await rulesOf()).toMatchObject([{ rule: { id, watch: { kind: "mail" } }, isTeams: true }]);
});

it.each(storesOf(server))("a collector on %s evaluates the team's alert rules", async (_name, make) => {
  const service = await serve({ items: 60 });
  const collector = await collect(service, { store: await make() });
  const one = await desk(collector, "Desk A");
  const two = await desk(collector, "Desk B");
  const ruleId = await shareRule(one);
  const { connectionId } = two;
  const rulesOf = (at: Desk) => at.call("listAlertRules", { connectionId: at.connectionId });
  await two.until(async () => (await rulesOf(two)).length === 1);
  expect(await rulesOf(two)).toMatchObject([{ rule: { id: ruleId }, isTeams: true, status: "active" }]);
  expect(await rulesOf(one)).toMatchObject([{ rule: { id: ruleId }, isTeams: true, status: "active" }]);
  expect(await one.call("listViews", { connectionId: one.connectionId })).toMatchObject([
    { name: "Lost", isTeams: true },
  ]);
  await evaluated(collector, ruleId);

  const [item, other] = [...service.company.items.all()].filter(({ status }) => status === "available");
  if (!item || !other) throw new Error("the company has too few items");
  service.company.upsertItem({ id: item.id, name: item.name, ...LOST });
  await collector.refresh("incremental");
  for (const at of [one, two]) await at.until(async () => (await at.alerts()).length === 1);
  expect(await two.alerts()).toMatchObject([
    { ruleId, ruleName: "An item is lost", subjectId: item.id, state: "firing", readAt: null },
  ]);
  await two.until(() => two.notices.length === 1);
  expect(two.notices).toMatchObject([{ title: "An item is lost", body: item.name }]);

  // The first workstation sees the acknowledgement, also after the collector has evaluated again.
  const [alert] = await two.alerts();
  await two.call("acknowledgeAlerts", { connectionId, ids: [alert?.id ?? 0] });
  await one.until(async () => (await one.alerts())[0]?.state === "acknowledged");
  service.company.upsertItem({ id: other.id, name: other.name, ...LOST });
  await collector.refresh("incremental");
  for (const at of [one, two]) await at.until(async () => (await at.alerts()).length === 2);
  expect((await one.alerts()).map(({ state, subjectId }) => [subjectId, state])).toEqual([
    [other.id, "firing"],
    [item.id, "acknowledged"],
  ]);

  // The end of the condition ends the alert for all workstations, and the deletion of the rule ends the
  // remaining alerts.
  service.company.upsertItem({ id: item.id, name: item.name, status: "available" });
  await collector.refresh("incremental");
  for (const at of [one, two]) await at.until(async () => (await at.alerts()).length === 1);
  await one.call("deleteTeamRule", { connectionId: one.connectionId, id: ruleId });
  await two.until(async () => (await rulesOf(two)).length === 0);
  expect(await two.alerts()).toEqual([]);
  expect(collector.lines.filter((line) => line.includes("rules were not evaluated"))).toEqual([]);
});

/**
 * Waits until the collector has evaluated a rule. Later matches then cause alerts, and are not part of its
 * first state.
 */
async function evaluated({ files }: CollectorUnderTest, ruleId: string): Promise<void> {
  const { DatabaseSync } = await import("@photostructure/sqlite");
  await waitUntil(() => {
    const database = new DatabaseSync(files.inventory, { readOnly: true });
    try {
      return database.prepare("SELECT 1 FROM alert_knowledge WHERE ruleId = ?").get(ruleId) !== undefined;
    } finally {
      database.close();
    }
  }, "the first evaluation");
}

it("a workstation that was off gets the alerts that it missed", async () => {
  const service = await serve({ items: 60 });
  const collector = await collect(service);
  const one = await desk(collector, "Desk A");
  const ruleId = await shareRule(one);
  await evaluated(collector, ruleId);
  await one.close();
  const [item] = [...service.company.items.all()].filter(({ status }) => status === "available");
  if (!item) throw new Error("the company has no such item");
  service.company.upsertItem({ id: item.id, name: item.name, ...LOST });
  await collector.refresh("incremental");
  const reader = await desk(collector, "Desk B", "read");
  await reader.until(async () => (await reader.alerts()).length === 1);
  const [alert] = await reader.alerts();
  const ids = [alert?.id ?? 0];
  await expect(reader.call("acknowledgeAlerts", { connectionId: reader.connectionId, ids })).rejects.toThrow(
    "This workstation’s token may only read",
  );
  expect(await reader.alerts()).toMatchObject([{ state: "firing" }]);
  await reader.call("markAlertsRead", { connectionId: reader.connectionId, ids });
  expect(await reader.alerts()).toMatchObject([{ state: "firing", readAt: expect.any(String) as string }]);
});

it(
  "a collector that takes over keeps the team's alerts and adds new alerts",
  { tags: ["whole"] },
  async () => {
    const service = await serve({ items: 60 });
    const store = server.urlOf(await server.database());
    const first = await collect(service, { store });
    const one = await desk(first, "Desk A");
    const ruleId = await shareRule(one);
    await evaluated(first, ruleId);
    const [item, other] = [...service.company.items.all()].filter(({ status }) => status === "available");
    if (!item || !other) throw new Error("the company has too few items");
    service.company.upsertItem({ id: item.id, name: item.name, ...LOST });
    await first.refresh("incremental");
    await one.until(async () => (await one.alerts()).length === 1);
    const before = await one.alerts();
    await one.call("acknowledgeAlerts", { connectionId: one.connectionId, ids: before.map(({ id }) => id) });
    const stateAt = async (): Promise<unknown> => {
      const { json } = await ask(first, "/stockdeck/v1/documents?after=0&all=true");
      const records = json.records as { document: string; value: string }[];
      return records.flatMap(({ document, value }) =>
        document === "alerts" ? [(JSON.parse(value) as Alert).state] : [],
      );
    };
    await waitUntil(async () => String(await stateAt()) === "acknowledged", "the acknowledgement");
    const second = await collect(service, { store, waits: "serves", token: first.token });
    await one.close();
    await first.close();
    await waitUntil(
      async () => (await ask(second, "/stockdeck/v1/health")).json.role === "leader",
      "the second collector to lead",
    );
    const two = await desk(second, "Desk B");
    await evaluated(second, ruleId);
    service.company.upsertItem({ id: other.id, name: other.name, ...LOST });
    await second.refresh("incremental");
    const shown = async () =>
      (await two.alerts()).map(({ subjectId, state, since }) => ({ subjectId, state, since }));
    await waitUntil(
      async () => (await shown()).some(({ subjectId }) => subjectId === other.id),
      "the next alert",
    );
    expect(await shown()).toContainEqual({
      subjectId: item.id,
      state: "acknowledged",
      since: before[0]?.since,
    });
    expect((await shown()).filter(({ subjectId }) => subjectId === item.id)).toHaveLength(1);
  },
);

it("a workstation cannot write the collector's alerts", async () => {
  const service = await serve({ items: 10 });
  const collector = await collect(service);
  const token = await addTokenOf(collector, "Desk B", "annotate");
  const edit = {
    edit: crypto.randomUUID(),
    document: "alerts",
    id: "0",
    value: "{}",
    basedOn: 0,
    editedAt: Date.now(),
  };
  const answer = await ask({ ...collector, token }, "/stockdeck/v1/documents", {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ edits: [edit] }),
  });
  expect(answer.json.results).toEqual([{ edit: edit.edit, outcome: "refused" }]);
});

it("a workstation shows a team's alert in one notification, even for a background connection", async () => {
  const service = await serve({ items: 20 });
  const collector = await collect(service);
  const [one, two] = [await desk(collector, "Desk A"), await desk(collector, "Desk B")];
  const ruleId = await shareRule(one);
  await evaluated(collector, ruleId);
  const { connectionId } = two;
  await two.until(async () => (await two.call("listAlertRules", { connectionId })).length === 1);
  const other = await serve({ items: 3 });
  await two.call("connect", { baseUrl: other.url, key: other.key });
  const [item] = [...service.company.items.all()].filter(({ status }) => status === "available");
  service.company.upsertItem({ id: item?.id ?? "", name: item?.name ?? "", ...LOST });
  await collector.refresh("incremental");
  await one.until(async () => (await one.alerts()).length === 1);

  await two.refreshClosed();
  await two.until(() => two.notices.length > 0);
  expect(two.notices).toMatchObject([{ title: "An item is lost" }]);
  await two.refreshClosed();
  await two.call("switchConnection", { connectionId });
  expect(await two.alerts()).toMatchObject([{ ruleId, subjectId: item?.id, state: "firing" }]);
  expect(two.notices).toHaveLength(1);
});

it("the team's alerts return silently after the local data were deleted", async () => {
  const service = await serve({ items: 20 });
  const collector = await collect(service);
  const one = await desk(collector, "Desk A");
  const { connectionId } = one;
  const ruleId = await shareRule(one);
  await evaluated(collector, ruleId);
  const [item] = [...service.company.items.all()].filter(({ status }) => status === "available");
  service.company.upsertItem({ id: item?.id ?? "", name: item?.name ?? "", ...LOST });
  await collector.refresh("incremental");
  await one.until(() => one.notices.length === 1);
  await one.call("wipeLocalData", { connectionId });
  await one.until(async () => (await one.alerts()).length === 1);
  expect(await one.alerts()).toMatchObject([{ ruleId, subjectId: item?.id, state: "firing" }]);
  // The call waits for the work on the alerts, which includes notifications.
  await one.call("markAlertsRead", { connectionId, ids: "all" });
  expect(one.notices).toHaveLength(1);
});
