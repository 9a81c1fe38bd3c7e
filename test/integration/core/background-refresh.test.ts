import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import type { Keychain } from "../../../electron/base/keychain/keychain.ts";
import type { Fetch } from "../../../electron/client/transport.ts";
import type { SampleService } from "../../service/index.ts";
import { DEFAULT_ALERT_SETTINGS } from "../../../shared/features/alerts/alerts.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { serve } from "../sample-service/support.ts";
import { memory, start, type CoreRig } from "./support.ts";
import { afterPush } from "../../helpers/after-push.ts";

interface Two {
  readonly rig: CoreRig;
  /** The service of the connection that is not open, and that connection's id. */
  readonly closed: SampleService;
  readonly closedId: string;
  readonly file: string;
  readonly notices: { readonly title: string; readonly body: string }[];
}

/** An app with two connections; the second one is open. */
async function two(
  wrap: (url: string) => Promise<void> = async () => {},
  keychain: Keychain = memory(),
): Promise<Two> {
  const [closed, open] = [await serve({ items: 40 }), await serve({ items: 20, seed: 2 })];
  const folder = await temporaryFolder();
  const notices: { title: string; body: string }[] = [];
  const fetch: Fetch = async (url, init) => {
    await wrap(url);
    return nodeFetch(url, init);
  };
  const rig = start(folder, keychain, fetch, {
    showNotification: async (notice) => {
      notices.push(notice);
      return true;
    },
  });
  const [edited = { id: "", name: "" }] = [...closed.company.items.all()];
  const { connectionId: closedId } = await rig.call("connect", { baseUrl: closed.url, key: closed.key });
  await rig.pulled();
  await rig.call("saveAlertRule", {
    connectionId: closedId,
    rule: {
      name: "The roll was edited",
      paused: false,
      afterRefreshes: 1,
      notify: true,
      watch: { kind: "record", resource: "items", id: edited.id },
    },
  });
  const file = path.join(folder, "profiles", closedId, "inventory.sqlite");
  await waitUntil(
    () => read(file, "SELECT count(*) AS count FROM alert_knowledge")?.["count"] === 1,
    "the rule's first evaluation",
  );
  await rig.call("saveAlertSettings", { ...DEFAULT_ALERT_SETTINGS, notifications: true });
  await rig.call("connect", { baseUrl: open.url, key: open.key });
  await rig.pulled();
  return { rig, closed, closedId, file, notices };
}

function read(file: string, sql: string): Record<string, unknown> | undefined {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    return database.prepare(sql).get() as Record<string, unknown> | undefined;
  } finally {
    database.close();
  }
}

/** Makes a copy's last full check ten days old. */
function forgetFullCheck(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  const ago = new Date(Date.now() - 10 * 86_400_000).toISOString();
  database.prepare("UPDATE facts SET value = ? WHERE name = 'lastFullCheckAt'").run(JSON.stringify(ago));
  database.close();
}

const firstItems = ({ company }: SampleService, count: number): readonly string[] =>
  [...company.items.all()].slice(0, count).map(({ id }) => id);

const countedAt = (file: string): number =>
  Number(read(file, "SELECT max(takenAt) AS takenAt FROM snapshot_days")?.["takenAt"]);

describe("background connections", () => {
  it("a background connection is refreshed, its stock is counted and its alert rules are evaluated", async () => {
    const { rig, closed, closedId, file, notices } = await two();
    const counted = countedAt(file);
    closed.company.upsertItem({ id: "new", name: "New roll", status: "available" });
    const [edited] = [...closed.company.items.all()];
    closed.company.upsertItem({ id: String(edited?.id), name: "Edited" });
    await rig.core.refreshClosed();
    expect(read(file, "SELECT name FROM items WHERE id = 'new'")).toEqual({ name: "New roll" });
    expect(countedAt(file)).toBeGreaterThan(counted);
    await waitUntil(() => notices.length > 0, "the notification");
    expect(notices).toMatchObject([{ title: "The roll was edited" }]);
    // The page received nothing about it, because it shows the other connection.
    const { connection } = await rig.call("bootstrap");
    expect(connection?.connectionId).not.toBe(closedId);
    await rig.call("switchConnection", { connectionId: closedId });
    expect((await rig.call("getStatus")).totals.items).toBe(41);
  });

  it("a connection opens at once during its background refresh", async () => {
    let held: (() => void) | null = null;
    let holds = false;
    const { rig, closed, closedId } = await two(async (url) => {
      if (holds && url.startsWith(closed.url)) await new Promise<void>((resolve) => (held = resolve));
    });
    holds = true;
    closed.company.upsertItem({ id: "new", name: "New roll" });
    const refreshed = rig.core.refreshClosed();
    await waitUntil(() => held !== null, "a request of the refresh");
    holds = false;
    const opened = rig.call("switchConnection", { connectionId: closedId });
    (held as (() => void) | null)?.();
    expect(await opened).toMatchObject({ connectionId: closedId });
    await refreshed;
    await afterPush(rig.core, async () => (await rig.call("getStatus")).totals.items === 41);
  });

  it("the app quits without waiting for a background refresh", async () => {
    const { rig, closed } = await two();
    closed.setFaults({ latencyMs: 60_000 });
    const refreshed = rig.core.refreshClosed();
    await rig.core.close();
    await refreshed;
    expect(closed.requests.total).toBeLessThan(20);
  });

  it("the open connection wakes if the computer slept during a background refresh", async () => {
    let held: (() => void) | null = null;
    let holds = false;
    const { rig, closed } = await two(async (url) => {
      if (holds && url.startsWith(closed.url)) await new Promise<void>((resolve) => (held = resolve));
    });
    holds = true;
    const refreshed = rig.core.refreshClosed();
    await waitUntil(() => held !== null, "a request of the refresh");
    // The process is suspended during the refresh, and continues when the computer wakes.
    const suspended = rig.core.suspend();
    const resumed = rig.core.resume();
    holds = false;
    (held as (() => void) | null)?.();
    await Promise.all([suspended, resumed, refreshed]);
    const { state, nextPassAt } = await rig.call("getStatus");
    expect(state).toBe("idle");
    expect(nextPassAt).not.toBeNull();
  });

  it("switching and quitting do not wait for the keychain request of a background refresh", async () => {
    const keys = memory();
    let hanging: string | null = null;
    let asked = 0;
    const keychain: Keychain = {
      ...keys,
      get: (account) => {
        if (account !== hanging) return keys.get(account);
        asked += 1;
        return new Promise(() => {});
      },
    };
    const { rig, closedId } = await two(undefined, keychain);
    const openId = (await rig.call("bootstrap")).connection?.connectionId ?? "";
    hanging = closedId;
    const first = rig.core.refreshClosed();
    await waitUntil(() => asked === 1, "the keychain's question");
    expect(await rig.call("switchConnection", { connectionId: closedId })).toMatchObject({
      connectionId: closedId,
    });
    await first;
    await rig.call("switchConnection", { connectionId: openId });
    const second = rig.core.refreshClosed();
    await waitUntil(() => asked === 3, "the keychain's next question");
    await rig.core.close();
    await second;
    expect(asked).toBe(3);
  });

  it("a revoked key of a background connection is sent only once", async () => {
    const { rig, closed, closedId, notices } = await two();
    await rig.call("saveAlertRule", {
      connectionId: closedId,
      rule: {
        name: "The key is refused",
        paused: false,
        afterRefreshes: 1,
        notify: true,
        watch: { kind: "key" },
      },
    });
    await rig.core.refreshClosed();
    closed.setKeyState(closed.key, "revoked");
    await rig.core.refreshClosed();
    await waitUntil(() => notices.length > 0, "the notification");
    const asked = closed.requests.total;
    await rig.core.refreshClosed();
    await rig.core.refreshClosed();
    expect(closed.requests.total).toBe(asked);
    expect(notices).toMatchObject([{ title: "The key is refused" }]);
    // If the user opens a connection, it is refreshed again.
    closed.setKeyState(closed.key, "active");
    const openId = (await rig.call("bootstrap")).connection?.connectionId ?? "";
    await rig.call("switchConnection", { connectionId: closedId });
    await rig.pulled();
    await rig.call("switchConnection", { connectionId: openId });
    const before = closed.requests.total;
    await rig.core.refreshClosed();
    expect(closed.requests.total).toBeGreaterThan(before);
  });

  it("a background connection gets its daily full check, and its stock is counted afterwards", async () => {
    const { rig, closed, file } = await two();
    await rig.core.refreshClosed();
    forgetFullCheck(file);
    closed.company.removeItem(firstItems(closed, 1)[0] ?? "");
    await rig.core.refreshClosed();
    const shown = "SELECT count(*) AS count FROM items WHERE noLongerReturnedSince IS NULL";
    expect(read(file, shown)).toEqual({ count: 39 });
    const snapshot = "SELECT sum(items) AS items FROM snapshots WHERE dimension = 'types'";
    expect(read(file, snapshot)).toEqual({ items: 39 });
    const full = "SELECT count(*) AS count FROM passes WHERE mode = 'full'";
    const checks = read(file, full);
    await rig.core.refreshClosed();
    expect(read(file, full)).toEqual(checks);
  });

  it("the alert rules report a refresh's changes even if a full check is due", async () => {
    const { rig, closed, file, notices } = await two();
    await rig.core.refreshClosed();
    forgetFullCheck(file);
    closed.company.upsertItem({ id: firstItems(closed, 1)[0] ?? "", name: "Edited" });
    await rig.core.refreshClosed();
    await waitUntil(() => notices.length > 0, "the notification");
    expect(notices).toMatchObject([{ title: "The roll was edited" }]);
    expect(read(file, "SELECT mode FROM passes ORDER BY number DESC LIMIT 1")).toEqual({ mode: "full" });
  });

  it("a mass removal in a background full check waits for the user's decision", async () => {
    const { rig, closed, closedId, file } = await two();
    await rig.core.refreshClosed();
    forgetFullCheck(file);
    for (const id of firstItems(closed, 20)) closed.company.removeItem(id);
    const full = "SELECT count(*) AS count FROM passes WHERE mode = 'full'";
    const earlier = Number(read(file, full)?.["count"]);
    await rig.core.refreshClosed();
    await rig.core.refreshClosed();
    expect(read(file, full)).toEqual({ count: earlier + 1 });
    expect(read(file, "SELECT count(*) AS count FROM items WHERE noLongerReturnedSince IS NULL")).toEqual({
      count: 40,
    });
    await rig.call("switchConnection", { connectionId: closedId });
    // Opening the connection starts an incremental pass.
    await afterPush(rig.core, async () => (await rig.call("getStatus")).nextPassAt !== null);
    await rig.call("syncNow", { full: true });
    await afterPush(rig.core, async () => (await rig.call("getStatus")).question !== null);
    expect((await rig.call("getStatus")).question).toMatchObject({ kind: "mass_removal" });
  });

  it("one connection's long rate-limit wait does not delay other connections", async () => {
    const { rig, closed: limited } = await two();
    const other = await serve({ items: 30, seed: 3 });
    const openId = (await rig.call("bootstrap")).connection?.connectionId ?? "";
    await rig.call("connect", { baseUrl: other.url, key: other.key });
    await rig.pulled();
    await rig.call("switchConnection", { connectionId: openId });
    limited.setFaults({ tooManyNext: 1, retryAfter: "600" });
    const before = other.requests.total;
    await rig.core.refreshClosed();
    expect(other.requests.total).toBeGreaterThan(before);
    const asked = limited.requests.total;
    await rig.core.refreshClosed();
    expect(limited.requests.total).toBe(asked);
  });

  it("one connection's failing service does not delay other connections", async () => {
    const { rig, closed, closedId, file } = await two();
    await closed.close();
    await rig.core.refreshClosed();
    expect(read(file, "SELECT count(*) AS count FROM items")).toEqual({ count: 40 });
    expect((await rig.call("getStatus")).state).toBe("idle");
    await rig.call("switchConnection", { connectionId: closedId });
    expect((await rig.call("getStatus")).totals.items).toBe(40);
  });
});
