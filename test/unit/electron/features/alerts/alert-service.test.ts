import { randomUUID } from "node:crypto";
import path from "node:path";
import { onTestFinished, describe, expect, it } from "vitest";
import { EVALUATE_RULE } from "../../../../../electron/features/alerts/evaluate/alert-tasks.ts";
import { AlertService } from "../../../../../electron/features/alerts/alert-service.ts";
import type {
  AlertNotice,
  WatchedConnection,
} from "../../../../../electron/features/alerts/alert-monitor.ts";
import { openInventoryStoreFor, pageOf, type Weighed } from "./support.ts";
import { makeUserStore } from "../../../../../electron/hosts/core/user-store.ts";
import { BLANK_STATUS } from "../../../../../electron/sync/status-store.ts";
import {
  DEFAULT_ALERT_SETTINGS,
  type AlertRule,
  type AlertSettings,
  type Watch,
} from "../../../../../shared/features/alerts/alerts.ts";
import { NO_LIMITS } from "../../../../../shared/features/custody/out-limits.ts";
import type { SyncStatus } from "../../../../../shared/inventory/status.ts";
import type { SavedView } from "../../../../../shared/query/views/views.ts";
import { virtualClock } from "../../../../helpers/virtual-clock.ts";
import { remote } from "../../../../helpers/in-process-store.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";
import { waitUntil } from "../../../../helpers/wait-until.ts";

// A Monday at noon, by the local clock.
const NOON = new Date(2026, 5, 15, 12).getTime();
const HOUR = 3_600_000;
const OURS = "ours";

const LIGHT: SavedView = {
  id: randomUUID(),
  connectionId: OURS,
  resource: "items",
  name: "Light",
  definition: {
    version: 1,
    minor: 0,
    search: "",
    filters: [{ enabled: true, filter: { kind: "range", field: "weight", min: null, max: 10 } }],
    sort: [],
  },
};

async function rig() {
  const folder = await temporaryFolder();
  const clock = virtualClock(NOON);
  const user = makeUserStore(path.join(folder, "user.sqlite"));
  const copy = await openInventoryStoreFor(path.join(folder, "inventory.sqlite"));
  const shown: AlertNotice[] = [];
  const counts: { unread: number; firing: number }[] = [];
  const world = {
    settings: { ...DEFAULT_ALERT_SETTINGS, notifications: true } as AlertSettings,
    status: {
      ...BLANK_STATUS,
      lastPassAt: new Date(NOON).toISOString(),
      firstPullComplete: true,
    } as SyncStatus,
    keyError: null as WatchedConnection["keyError"],
    unsent: 0,
    views: [LIGHT] as readonly SavedView[],
    ruled: 0,
    /** Whether the connection is the open one. */
    isOpen: true,
    watched: (): WatchedConnection => ({
      connectionId: OURS,
      store: { ...copy.store, reader },
      status: world.status,
      serviceNow: clock.now(),
      keyError: world.keyError,
      unsent: world.unsent,
    }),
    /** Intercepts the evaluation of a rule. */
    evaluate: (evaluation: () => Promise<unknown>): Promise<unknown> => evaluation(),
    /** Null if nothing may be logged as a warning. */
    warnings: null as string[] | null,
  };
  const reader = new Proxy(copy.store.reader, {
    get: (target, name) =>
      name === "runTask"
        ? (task: string, input: unknown) =>
            task === EVALUATE_RULE.name
              ? world.evaluate(() => target.runTask(task, input))
              : target.runTask(task, input)
        : (Reflect.get(target, name) as unknown),
  });
  const service = new AlertService({
    clock,
    log: {
      info: () => {},
      warn: (message, details) =>
        world.warnings ? world.warnings.push(message) : expect.unreachable(String(details?.["cause"])),
    },
    store: remote(user),
    team: {
      shareRecord: () => expect.unreachable("a record was shared"),
      deleteRecord: () => expect.unreachable("a record was deleted"),
      exchange: () => expect.unreachable("records were exchanged"),
    },
    requireConnection: () => {},
    current: () => (world.isOpen ? world.watched() : null),
    views: async () => world.views,
    limits: async () => NO_LIMITS,
    settings: async () => world.settings,
    show: (notice) => shown.push(notice),
    onAlerts: (_connectionId, count) => counts.push(count),
    onRules: () => (world.ruled += 1),
  });
  onTestFinished(async () => {
    await service.monitor.close();
    await copy.store.close();
    user.close();
  });
  const add = async (watch: Watch, name = "Watch", notify = true): Promise<AlertRule> => {
    await clock.advance(1);
    return service.save({
      connectionId: OURS,
      rule: { name, paused: false, watch, afterRefreshes: 1, notify },
    });
  };
  return {
    world,
    service,
    clock,
    shown,
    counts,
    add,
    /** A refresh with those items. */
    refresh: async (...items: readonly Weighed[]) => {
      await copy.refresh(pageOf(items));
      await service.monitor.evaluate(OURS);
    },
    list: () => service.alerts({ connectionId: OURS, filter: "active", offset: 0, limit: 50 }),
  };
}

const enters: Watch = { kind: "view", viewId: LIGHT.id, event: "enters" };

describe("evaluations of several rules", () => {
  it("a user's action during an evaluation waits for at most one rule", async () => {
    const { add, refresh, world, service, counts } = await rig();
    await add(enters, "First");
    await add(enters, "Second");
    await refresh(["a", 50]);
    const countsBefore: number[] = [];
    world.evaluate = (evaluation) => {
      countsBefore.push(counts.length);
      void service.act(OURS, null, { type: "read" });
      return evaluation();
    };
    await refresh(["a", 5]);
    const [first = 0, second] = countsBefore;
    expect(second).toBe(first + 1);
  });

  it("the alert service retries a rule until the index is read", async () => {
    const { add, refresh, world, clock, shown } = await rig();
    await add(enters, "Light items");
    await refresh(["a", 50]);
    let tries = 0;
    world.evaluate = (evaluation) => (++tries < 3 ? Promise.resolve(null) : evaluation());
    const refreshed = refresh(["a", 5]);
    await waitUntil(async () => {
      await clock.advance(100);
      return shown.length > 0;
    }, "the alert");
    expect(shown).toMatchObject([{ title: "Light items" }]);
    await refreshed;
    expect(tries).toBe(3);
  });

  it("the alert service shows a rule's alerts even if a later rule fails", async () => {
    const { add, refresh, world, shown } = await rig();
    await add(enters, "First");
    await add(enters, "Second");
    await refresh(["a", 50]);
    world.warnings = [];
    let tries = 0;
    world.evaluate = (evaluation) =>
      ++tries === 2 ? Promise.reject(new Error("the disk is full")) : evaluation();
    await refresh(["a", 5]);
    expect(shown).toMatchObject([{ title: "First" }]);
    expect(world.warnings).toEqual(["the alerts were not evaluated"]);
    await refresh();
    expect(shown).toMatchObject([{ title: "First" }, { title: "Second" }]);
  });
});

describe("the alert service", () => {
  it("the alert service stores rules, reports their state and undoes a deletion", async () => {
    const { add, service, world } = await rig();
    const rule = await add(enters);
    await service.save({ connectionId: OURS, rule: { ...rule, name: "Other" } });
    expect(await service.list(OURS)).toMatchObject([
      { rule: { id: rule.id, name: "Other" }, status: "active" },
    ]);
    expect(world.ruled).toBe(2);
    world.status = { ...world.status, staleAt: new Date(NOON - 1).toISOString() };
    await add({ kind: "stale", hours: 1 });
    expect((await service.list(OURS)).map(({ status }) => status)).toEqual(["suspended", "active"]);
    world.views = [];
    expect((await service.list(OURS))[0]).toMatchObject({ status: "noView" });
    await service.delete({ connectionId: OURS, id: rule.id });
    expect(await service.list(OURS)).toHaveLength(1);
    await service.restore({ connectionId: OURS, id: rule.id });
    expect(await service.list(OURS)).toHaveLength(2);
    await expect(service.delete({ connectionId: OURS, id: randomUUID() })).rejects.toThrow("does not exist");
  });

  it("the alert service notifies once per rule and refresh", async () => {
    const { add, refresh, shown, counts, list, service, clock } = await rig();
    await add(enters, "Light items");
    await refresh(...Array.from({ length: 7 }, (_, at) => [`i-${at}`, 50] as const));
    expect(shown).toEqual([]);
    await refresh(...Array.from({ length: 7 }, (_, at) => [`i-${at}`, 5] as const));
    expect(shown).toMatchObject([
      { title: "Light items", body: expect.stringMatching(/^(Item i-\d, ){4}Item i-\d and 2 more$/) },
    ]);
    expect(decodeURIComponent(shown[0]?.route ?? "")).toMatch(
      /^\/items\?only=\[\{"kind":"choice","field":"id"/,
    );
    expect(counts.at(-1)).toEqual({ unread: 7, firing: 7 });
    const { alerts, unread } = await list();
    expect([alerts.length, unread]).toEqual([7, 7]);
    await service.act(OURS, null, { type: "read" });
    expect(counts.at(-1)).toEqual({ unread: 0, firing: 7 });
    await service.act(OURS, [alerts[0]?.id ?? 0], { type: "snooze", until: clock.now() + HOUR });
    expect(counts.at(-1)).toEqual({ unread: 0, firing: 6 });
    await refresh(["i-0", 60], ["i-1", 60]);
    await refresh(["i-0", 6]);
    expect(shown[1]).toMatchObject({ body: "Item i-0" });
    expect(decodeURIComponent(shown[1]?.route ?? "")).toBe('/items?record="i-0"&connection="ours"');
  });

  it("the alert service shows no notification if the rule or the settings disable notifications", async () => {
    const { add, refresh, shown, world } = await rig();
    await add(enters, "Quiet", false);
    await refresh(["a", 50], ["b", 50]);
    await refresh(["a", 5]);
    expect(shown).toEqual([]);
    await add({ ...enters, event: "leaves" }, "Loud");
    world.settings = { ...world.settings, notifications: false };
    await refresh(["a", 50]);
    expect(shown).toEqual([]);
  });

  it("the alert service stays silent in quiet hours", async () => {
    const { add, refresh, shown, world, clock, service, list } = await rig();
    world.settings = { ...world.settings, quietHours: { from: "11:00", to: "13:00", days: [1] } };
    await add(enters);
    await refresh(["a", 50], ["b", 50]);
    await refresh(["a", 5], ["b", 5]);
    await service.monitor.look();
    expect(shown).toEqual([]);
    expect((await list()).unread).toBe(2);
    await clock.advance(HOUR);
    await service.monitor.look();
    await service.monitor.look();
    expect(shown).toMatchObject([{ body: "2 alerts came in since then.", route: "/alerts" }]);
  });

  it("each connection has its own notification after quiet hours", async () => {
    const { add, refresh, shown, world, clock, service } = await rig();
    world.settings = { ...world.settings, quietHours: { from: "11:00", to: "13:00", days: [1] } };
    await add(enters);
    await refresh(["a", 50], ["b", 50]);
    await refresh(["a", 5], ["b", 5]);
    await refresh(["a", 50], ["b", 50]);
    world.isOpen = false;
    await refresh(["a", 5]);
    await service.evaluateClosed(world.watched());
    await clock.advance(HOUR);
    await service.monitor.look();
    expect(shown).toMatchObject([{ connectionId: OURS, body: "3 alerts came in since then." }]);
  });

  it("no notification appears after quiet hours if the user turned notifications off", async () => {
    const { add, refresh, shown, world, clock, service } = await rig();
    world.settings = { ...world.settings, quietHours: { from: "11:00", to: "13:00", days: [1] } };
    await add(enters);
    await refresh(["a", 50]);
    await refresh(["a", 5]);
    world.settings = { ...world.settings, notifications: false };
    await service.monitor.look();
    world.settings = { ...world.settings, notifications: true };
    await clock.advance(HOUR);
    await service.monitor.look();
    expect(shown).toEqual([]);
  });

  it("an alert about a refused key returns after its rule is restored", async () => {
    const { add, refresh, service, world, list } = await rig();
    const { id } = await add({ kind: "key" }, "Key");
    await refresh(["a", 50]);
    world.keyError = "forbidden";
    await service.monitor.look();
    await service.delete({ connectionId: OURS, id });
    await refresh();
    await service.restore({ connectionId: OURS, id });
    await service.monitor.look();
    expect((await list()).alerts).toMatchObject([{ ruleId: id, state: "firing" }]);
  });

  it("the alerts of a rule about rows end if the rule now watches stale data", async () => {
    const { add, refresh, service, list, clock } = await rig();
    const edited = await add(enters);
    await service.save({ connectionId: OURS, rule: { ...edited, afterRefreshes: 2 } });
    await refresh(["a", 50], ["b", 50]);
    await refresh(["a", 5]);
    await refresh(["b", 5]);
    await service.save({ connectionId: OURS, rule: { ...edited, watch: { kind: "stale", hours: 2 } } });
    await clock.advance(3 * HOUR);
    await service.monitor.look();
    expect((await list()).alerts).toMatchObject([{ kind: "stale", subjectId: "", state: "firing" }]);
    const all = await service.alerts({ connectionId: OURS, filter: "all", offset: 0, limit: 50 });
    // The second row had not fired yet.
    expect(all.alerts.map(({ subjectId }) => subjectId).toSorted()).toEqual(["", "a"]);
  });

  it("the alert service sends one notification for all alerts after sleep", async () => {
    const { add, refresh, shown, service, list } = await rig();
    await add(enters);
    await add({ kind: "record", resource: "items", id: "a" });
    await refresh(["a", 50], ["b", 50]);
    service.monitor.woke();
    await refresh(["a", 5]);
    expect(shown).toMatchObject([{ title: "While the computer slept", body: "2 alerts came in." }]);
    expect((await list()).alerts.map(({ missed }) => missed)).toEqual([true, true]);
    await refresh(["b", 5]);
    expect(shown).toHaveLength(2);
  });

  it("the alert service evaluates no row rules while data are stale", async () => {
    const { add, refresh, shown, service, world, clock, list } = await rig();
    await add(enters);
    const stale = await add({ kind: "stale", hours: 2 }, "Old data");
    await refresh(["a", 50]);
    // The monitor does not run during this time, as while the computer sleeps.
    clock.step(3 * HOUR);
    world.status = { ...world.status, staleAt: new Date(NOON + HOUR).toISOString() };
    await refresh(["a", 5]);
    expect((await list()).alerts).toEqual([]);
    await service.monitor.look();
    await service.monitor.look();
    expect(shown).toMatchObject([{ title: "Old data", body: "No refresh has succeeded for 2 hours." }]);
    const [alert] = (await list()).alerts;
    expect(alert).toMatchObject({ ruleId: stale.id, kind: "stale", state: "firing" });
    await service.act(OURS, [alert?.id ?? 0], { type: "snooze", until: clock.now() + HOUR });
    await service.monitor.look();
    clock.step(HOUR);
    await service.monitor.look();
    expect(shown).toHaveLength(2);
    const lastPassAt = new Date(clock.now()).toISOString();
    world.status = { ...world.status, lastPassAt, staleAt: null };
    await service.monitor.look();
    await refresh();
    expect(shown.map(({ title }) => title)).toEqual(["Old data", "Old data", "Watch"]);
    expect((await list()).alerts.map(({ kind }) => kind)).toEqual(["view"]);
  });

  it("a snoozed team alert about stale data fires again after the snooze", async () => {
    const { add, refresh, service, world, clock, list } = await rig();
    const { id: ruleId } = await add({ kind: "stale", hours: 2 }, "Old data");
    await refresh(["a", 50]);
    await clock.advance(3 * HOUR);
    await service.monitor.look();
    const [alert] = (await list()).alerts;
    const [since, firedAt] = [alert?.since, alert?.firedAt].map((time) => Date.parse(time ?? ""));
    const action = { type: "snooze", until: clock.now() + HOUR } as const;
    const watched = world.watched();
    await service.monitor.applyTeam(watched, [
      { ruleId, subject: "", since: since ?? 0, firedAt: firedAt ?? 0, action },
    ]);
    await service.monitor.look();
    expect((await list()).alerts).toMatchObject([{ state: "snoozed" }]);
    await clock.advance(2 * HOUR);
    await service.monitor.look();
    expect((await list()).alerts).toMatchObject([{ state: "firing" }]);
  });

  it("an alert about a failed key resolves when the key works again", async () => {
    const { add, shown, service, world, list } = await rig();
    await add({ kind: "key" }, "Key");
    await service.monitor.look();
    expect(shown).toEqual([]);
    world.keyError = "forbidden";
    await service.monitor.look();
    expect(shown).toMatchObject([{ title: "Key", route: "/alerts" }]);
    expect((await list()).alerts[0]?.detail).toEqual({ kind: "key", error: "forbidden" });
    world.keyError = null;
    await service.monitor.look();
    expect((await list()).alerts).toEqual([]);
  });

  it("the alert about unsent messages fires once and shows the number of messages", async () => {
    const { world, service, add, list, shown } = await rig();
    await add({ kind: "mail" }, "Mail");
    const unsent = async (number: number): Promise<unknown> => {
      world.unsent = number;
      await service.monitor.look();
      return (await list()).alerts[0]?.detail;
    };
    expect(await unsent(1)).toEqual({ kind: "mail", unsent: 1 });
    expect(await unsent(3)).toEqual({ kind: "mail", unsent: 3 });
    expect(await unsent(2)).toEqual({ kind: "mail", unsent: 2 });
    expect(await unsent(0)).toBeUndefined();
    expect(shown).toMatchObject([{ title: "Mail" }]);
  });
});
