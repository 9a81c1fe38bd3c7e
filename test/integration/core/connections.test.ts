import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { lockFolder } from "../../../electron/sync/folder-lock.ts";
import { KeychainUnavailable } from "../../../electron/base/keychain/keychain.ts";
import { CONNECTION_COLOURS } from "../../../shared/inventory/connections.ts";
import type { Connection, SyncStatus } from "../../../shared/inventory/status.ts";
import { savedRecords } from "../../helpers/saved-records.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { BASE, kept, memory, start, type CoreRig } from "./support.ts";
import { afterPush } from "../../helpers/after-push.ts";

const OTHER = "https://other.example/v1";
const never = (): Promise<never> => new Promise(() => {});

/** Connects to two services, one after the other, and waits for each pull. The second connection is then open. */
async function two(rig: CoreRig): Promise<readonly [first: Connection, second: Connection]> {
  const first = await rig.call("connect", { baseUrl: BASE, key: "key-1" });
  await rig.pulled();
  const second = await rig.call("connect", { baseUrl: OTHER, key: "key-2" });
  await rig.pulled();
  return [first, second];
}

describe("several connections", () => {
  it("each connection has its own rows, key, name and colour", async () => {
    const secrets = new Map<string, string>();
    const folder = await temporaryFolder();
    const rig = start(folder, memory(secrets));
    const [first, second] = await two(rig);
    expect(await rig.items()).toEqual(["Item of key-2"]);
    await rig.call("switchConnection", { connectionId: first.connectionId });
    expect(await rig.items()).toEqual(["Item of key-1"]);
    expect(secrets).toEqual(
      new Map([
        [first.connectionId, kept("key-1")],
        [second.connectionId, kept("key-2", OTHER)],
      ]),
    );
    const { connections, current } = await rig.call("listConnections");
    expect(current).toBe(first.connectionId);
    expect(connections.map(({ name, colour }) => [name, colour])).toEqual([
      ["inventory.example", "blue"],
      ["other.example", "teal"],
    ]);
    expect(JSON.stringify([connections, rig.events])).not.toContain("key-1");
    expect(fs.readdirSync(path.join(folder, "profiles")).toSorted()).toEqual(
      [first.connectionId, second.connectionId].toSorted(),
    );
  });

  it("all connections are restored at the next start, and the last open connection opens", async () => {
    const secrets = new Map<string, string>();
    const folder = await temporaryFolder();
    const before = start(folder, memory(secrets));
    const [first] = await two(before);
    await before.call("switchConnection", { connectionId: first.connectionId });
    const list = await before.call("listConnections");
    await before.core.close();
    const rig = start(folder, memory(secrets));
    const boot = await rig.call("bootstrap");
    expect(boot).toMatchObject({
      connections: list,
      connection: { name: "inventory.example", key: "keychain" },
    });
    expect(await rig.items()).toEqual(["Item of key-1"]);
  });

  it("a data folder that was moved works in its new place, with rows and key", async () => {
    const secrets = new Map<string, string>();
    const folder = await temporaryFolder();
    const before = start(folder, memory(secrets));
    await before.call("connect", { baseUrl: BASE, key: "key-1" });
    await before.pulled();
    await before.core.close();
    const elsewhere = path.join(await temporaryFolder(), "elsewhere");
    fs.renameSync(folder, elsewhere);
    const rig = start(elsewhere, memory(secrets));
    expect((await rig.call("bootstrap")).connection).toMatchObject({ key: "keychain" });
    expect(await rig.items()).toEqual(["Item of key-1"]);
    // The end of the test expects the folder.
    fs.mkdirSync(folder);
  });

  it("the call that saves a user record returns only after the record is on the disk", async () => {
    const folder = await temporaryFolder();
    const rig = start(folder, memory());
    const { connectionId } = await rig.call("connect", { baseUrl: BASE, key: "key-1" });
    const name = { name: "Anna", team: "", note: "" };
    await rig.call("saveRecords", savedRecords(connectionId, "names", { "u-1": name }));
    // These are the files that a process leaves if it is killed now.
    const left = await temporaryFolder();
    for (const file of fs.readdirSync(folder).filter((each) => each.startsWith("user.sqlite")))
      fs.copyFileSync(path.join(folder, file), path.join(left, file));
    const next = start(left, memory());
    expect(await next.call("readRecords", { connectionId, document: "names" })).toEqual([
      { id: "u-1", value: name },
    ]);
  });

  it("new connections get different names and, if possible, different colours", async () => {
    const rig = start(await temporaryFolder(), memory());
    for (let count = 1; count <= CONNECTION_COLOURS.length + 1; count += 1)
      await rig.call("connect", { baseUrl: BASE, key: `key-${count}` });
    const { connections } = await rig.call("listConnections");
    expect(connections.slice(0, 3).map(({ name }) => name)).toEqual([
      "inventory.example",
      "inventory.example (2)",
      "inventory.example (3)",
    ]);
    expect(connections.map(({ colour }) => colour)).toEqual([...CONNECTION_COLOURS, CONNECTION_COLOURS[0]]);
  });

  it("a connection can be renamed, but not to an existing name", async () => {
    const rig = start(await temporaryFolder(), memory());
    const [first, second] = await two(rig);
    await rig.call("editConnection", { connectionId: second.connectionId, name: "  Łódź  ", colour: "red" });
    await rig.call("editConnection", { connectionId: first.connectionId, name: "Works", colour: "red" });
    expect(rig.events.findLast(({ name }) => name === "connection")?.payload).toMatchObject({
      connectionId: second.connectionId,
      name: "Łódź",
      colour: "red",
    });
    expect(rig.events.findLast(({ name }) => name === "connections")?.payload).toEqual(
      await rig.call("listConnections"),
    );
    const taken = { connectionId: first.connectionId, name: "łódź", colour: "red" } as const;
    expect(await rig.kindOf("editConnection", taken)).toBe("invalid_input");
    expect(await rig.kindOf("editConnection", { ...taken, connectionId: "nobody", name: "x" })).toBe(
      "invalid_input",
    );
    expect((await rig.call("listConnections")).connections.map(({ name }) => name)).toEqual([
      "Works",
      "Łódź",
    ]);
  });
});

describe("switching connections", () => {
  it("a switch shows rows at once even without network and keychain", async () => {
    const secrets = new Map<string, string>();
    const folder = await temporaryFolder();
    const before = start(folder, memory(secrets));
    const [first, second] = await two(before);
    await before.core.close();
    const rig = start(folder, { ...memory(secrets), get: never });
    rig.hold = never;
    await rig.call("bootstrap");
    const connection = await rig.call("switchConnection", { connectionId: first.connectionId });
    expect(connection).toMatchObject({
      key: "waiting",
      keychainProblem: { english: expect.stringContaining("keychain") },
    });
    expect(await rig.items(first.connectionId)).toEqual(["Item of key-1"]);
    await rig.call("switchConnection", { connectionId: second.connectionId });
    expect(await rig.items(second.connectionId)).toEqual(["Item of key-2"]);
    expect(rig.keys.size).toBe(0);
  });

  it("a switch keeps the last hour's request count", async () => {
    const rig = start(await temporaryFolder(), memory());
    const [first, second] = await two(rig);
    const { budget, lastPassAt } = await rig.call("getStatus");
    const { calls } = await rig.call("diagnostics");
    await rig.call("switchConnection", { connectionId: first.connectionId });
    await rig.call("switchConnection", { connectionId: second.connectionId });
    await afterPush(rig.core, async () => (await rig.call("getStatus")).lastPassAt !== lastPassAt);
    const after = await rig.call("diagnostics");
    expect(after.calls.slice(-calls.length)).toEqual(calls);
    expect(after.calls.length).toBeGreaterThan(calls.length);
    expect(budget?.requestsLastHour).toBe(calls.length);
    expect(after.status.budget?.requestsLastHour).toBe(after.calls.length);
  });

  it("a late keychain key after a switch is used only for its own connection", async () => {
    const secrets = new Map<string, string>();
    const folder = await temporaryFolder();
    const before = start(folder, memory(secrets));
    const [first, second] = await two(before);
    await before.core.close();
    const waiting = new Map<string, (key: string | null) => void>();
    const get = (account: string): Promise<string | null> =>
      new Promise((resolve) => waiting.set(account, resolve));
    const rig = start(folder, { ...memory(secrets), get });
    await rig.call("bootstrap");
    await rig.call("switchConnection", { connectionId: first.connectionId });
    waiting.get(second.connectionId)?.(kept("key-2", OTHER));
    waiting.get(first.connectionId)?.(kept("key-1"));
    await rig.pulled();
    expect(rig.keys).toEqual(new Set(["key-1"]));
    expect(await rig.items()).toEqual(["Item of key-1"]);
  });

  it("a switch stops the running pass, keeps committed rows and releases the lock", async () => {
    const folder = await temporaryFolder();
    const rig = start(folder, memory());
    const [first, second] = await two(rig);
    rig.hold = (url) => (url.includes("/types") ? never() : Promise.resolve());
    await rig.call("syncNow", { full: true });
    await afterPush(rig.core, async () => (await rig.call("getStatus")).pass?.stage === "locations");
    await rig.call("switchConnection", { connectionId: first.connectionId });
    // Another process could now sync the closed connection's folder, but not the open connection's folder.
    lockFolder(path.join(folder, "profiles", second.connectionId)).release();
    expect(() => lockFolder(path.join(folder, "profiles", first.connectionId))).toThrow(/one process/);
    await rig.call("switchConnection", { connectionId: second.connectionId });
    expect(await rig.items()).toEqual(["Item of key-2"]);
  });

  it("a switch emits one event and no event of the old connection", async () => {
    const rig = start(await temporaryFolder(), memory());
    const [first] = await two(rig);
    rig.hold = never;
    await rig.call("syncNow", { full: true });
    rig.events.length = 0;
    await rig.call("switchConnection", { connectionId: first.connectionId });
    const switched = rig.events.findIndex(({ name }) => name === "switched");
    expect(rig.events[switched]?.payload).toMatchObject({
      connection: { connectionId: first.connectionId },
      status: { totals: { items: 1 }, pass: null, firstPullComplete: true },
    });
    const { completeAsOf } = await rig.call("getStatus");
    const later = rig.events.slice(switched + 1);
    for (const { name, payload } of later) {
      if (name === "status") expect((payload as SyncStatus).completeAsOf).toBe(completeAsOf);
      if (name === "connection")
        expect((payload as Connection | null)?.connectionId).toBe(first.connectionId);
    }
    expect(later.map(({ name }) => name)).toContain("status");
  });

  it("the open connection stays open if the other connection's folder is in use", async () => {
    const folder = await temporaryFolder();
    const rig = start(folder, memory());
    const [first, second] = await two(rig);
    const lock = lockFolder(path.join(folder, "profiles", first.connectionId));
    expect(await rig.kindOf("switchConnection", { connectionId: first.connectionId })).toBe("store");
    expect(await rig.items(second.connectionId)).toEqual(["Item of key-2"]);
    expect((await rig.call("listConnections")).current).toBe(second.connectionId);
    lock.release();
    await rig.call("switchConnection", { connectionId: first.connectionId });
    expect(await rig.items(first.connectionId)).toEqual(["Item of key-1"]);
    expect(await rig.kindOf("switchConnection", { connectionId: "nobody" })).toBe("invalid_input");
  });
});

describe("calls for one connection", () => {
  it("a call for a background connection does not change the open connection", async () => {
    const secrets = new Map<string, string>();
    const rig = start(await temporaryFolder(), memory(secrets));
    const [{ connectionId }, second] = await two(rig);
    const query = { connectionId, resource: "items", query: { version: 1 } };
    for (const [name, input] of [
      ["queryPage", { ...query, offset: 0, limit: 1 }],
      ["queryCount", query],
      ["queryFacets", { ...query, field: "status", limit: 1 }],
      ["getRecord", { connectionId, resource: "items", id: "i-key-2" }],
      ["refreshRecord", { connectionId, resource: "items", id: "i-key-2" }],
      ["replaceKey", { connectionId, key: "crossing-key" }],
      ["forgetKey", { connectionId }],
      ["wipeLocalData", { connectionId }],
      ["disconnect", { connectionId }],
      ["adoptAsNewConnection", { connectionId }],
    ] as const)
      expect([name, await rig.kindOf(name, input)]).toEqual([name, "cancelled"]);
    expect(await rig.items(second.connectionId)).toEqual(["Item of key-2"]);
    expect(secrets.get(second.connectionId)).toBe(kept("key-2", OTHER));
    expect([...rig.keys]).not.toContain("crossing-key");
  });

  it("each connection's interface state is stored separately and deleted with the connection", async () => {
    const rig = start(await temporaryFolder(), memory());
    const [first, second] = await two(rig);
    const at = (connectionId: string) => ({ connectionId, name: "view.items" });
    await rig.call("saveUiState", { ...at(first.connectionId), value: "one" });
    await rig.call("saveUiState", { ...at(second.connectionId), value: "two" });
    await rig.call("disconnect", { connectionId: second.connectionId });
    expect(await rig.call("loadUiState", at(first.connectionId))).toBe("one");
    expect(await rig.call("loadUiState", at(second.connectionId))).toBeNull();
    expect(await rig.kindOf("saveUiState", { ...at(second.connectionId), value: "late" })).toBe(
      "invalid_input",
    );
  });
});

describe("connecting to a service", () => {
  it("connecting to the open connection's address only sets that connection's missing key", async () => {
    const rig = start(await temporaryFolder(), memory());
    const { connectionId } = await rig.call("connect", { baseUrl: BASE, key: "key-1" });
    expect((await rig.call("connect", { baseUrl: `${BASE}/`, key: "key-1" })).connectionId).toBe(
      connectionId,
    );
    await rig.call("forgetKey", { connectionId });
    expect(await rig.call("connect", { baseUrl: BASE, key: "key-2" })).toMatchObject({
      connectionId,
      key: "keychain",
    });
    expect((await rig.call("connect", { baseUrl: BASE, key: "key-3" })).connectionId).not.toBe(connectionId);
    expect((await rig.call("listConnections")).connections).toHaveLength(2);
  });

  it("a failed connect leaves no connection if its folder cannot be created", async () => {
    const folder = await temporaryFolder();
    const secrets = new Map<string, string>();
    const rig = start(folder, memory(secrets));
    const { connectionId } = await rig.call("connect", { baseUrl: BASE, key: "key-1" });
    await rig.pulled();
    const connections = path.join(folder, "profiles");
    fs.renameSync(connections, `${connections}-away`);
    fs.writeFileSync(connections, "in the way");
    expect(await rig.kindOf("connect", { baseUrl: OTHER, key: "key-2" })).not.toBe("ok");
    fs.rmSync(connections);
    fs.renameSync(`${connections}-away`, connections);
    expect(await rig.call("listConnections")).toMatchObject({
      connections: [{ connectionId }],
      current: connectionId,
    });
    expect(await rig.items(connectionId)).toEqual(["Item of key-1"]);
    expect([...secrets.values()]).toEqual([kept("key-1")]);
  });
});

describe("disconnecting a connection", () => {
  it("disconnecting removes one connection and opens another", async () => {
    const folder = await temporaryFolder();
    const secrets = new Map<string, string>();
    const rig = start(folder, memory(secrets));
    const [first, second] = await two(rig);
    await rig.call("disconnect", { connectionId: second.connectionId });
    expect(await rig.items(first.connectionId)).toEqual(["Item of key-1"]);
    expect(fs.readdirSync(path.join(folder, "profiles"))).toEqual([first.connectionId]);
    expect([...secrets]).toEqual([[first.connectionId, kept("key-1")]]);
    await rig.call("disconnect");
    expect(await rig.call("listConnections")).toEqual({ connections: [], current: null });
    expect(rig.events.findLast(({ name }) => name === "switched")?.payload).toMatchObject({
      connection: null,
      status: { state: "stopped" },
    });
    expect(secrets.size).toBe(0);
    expect(fs.readdirSync(path.join(folder, "profiles"))).toEqual([]);
  });

  it("disconnecting skips a locked connection and opens the next available connection", async () => {
    const folder = await temporaryFolder();
    const rig = start(folder, memory());
    const [first, second] = await two(rig);
    const third = await rig.call("connect", { baseUrl: BASE, key: "key-3" });
    const lock = lockFolder(path.join(folder, "profiles", first.connectionId));
    await rig.call("disconnect", { connectionId: third.connectionId });
    expect((await rig.call("listConnections")).current).toBe(second.connectionId);
    await rig.call("disconnect", { connectionId: second.connectionId });
    expect(await rig.call("listConnections")).toMatchObject({
      connections: [{ connectionId: first.connectionId }],
      current: null,
    });
    lock.release();
  });
});

describe("a key of another company", () => {
  it("a key of another company creates a new connection", async () => {
    const secrets = new Map<string, string>();
    const rig = start(await temporaryFolder(), memory(secrets));
    const { connectionId: former } = await rig.call("connect", { baseUrl: BASE, key: "key-1" });
    await rig.pulled();
    rig.hold = never;
    await rig.call("replaceKey", { connectionId: former, key: "key-2" });
    rig.hold = async () => {};
    const adopted = await rig.call("adoptAsNewConnection", { connectionId: former });
    expect(adopted).toMatchObject({ baseUrl: BASE, name: "inventory.example (2)", key: "keychain" });
    await rig.pulled();
    expect(await rig.items(adopted.connectionId)).toEqual(["Item of key-2"]);
    expect([...secrets]).toEqual([[adopted.connectionId, kept("key-2")]]);
    expect(await rig.call("switchConnection", { connectionId: former })).toBeDefined();
    await afterPush(rig.core, async () => (await rig.call("bootstrap")).connection?.key === "none");
    expect(await rig.items(former)).toEqual(["Item of key-1"]);
    expect(await rig.kindOf("adoptAsNewConnection", { connectionId: former })).toBe("no_key");
  });

  it("a key of another company creates a new connection even without a keychain", async () => {
    const refuse = async (): Promise<never> => {
      throw new KeychainUnavailable("locked");
    };
    const rig = start(await temporaryFolder(), { get: refuse, set: refuse, delete: refuse });
    const { connectionId: former } = await rig.call("connect", { baseUrl: BASE, key: "key-1" });
    expect(await rig.call("adoptAsNewConnection")).toMatchObject({
      key: "session",
      keychainProblem: { english: expect.stringContaining("The keyring is locked.") },
    });
    await rig.pulled();
    await rig.call("switchConnection", { connectionId: former });
    await afterPush(rig.core, async () => (await rig.call("bootstrap")).connection?.key === "none");
  });

  it("adopting another company's key changes nothing if the keychain cannot remove the old key", async () => {
    const secrets = new Map<string, string>();
    const rig = start(await temporaryFolder(), {
      ...memory(secrets),
      delete: async (account) => {
        if (account === former) throw new KeychainUnavailable("locked");
        secrets.delete(account);
      },
    });
    const { connectionId: former } = await rig.call("connect", { baseUrl: BASE, key: "key-1" });
    await rig.pulled();
    expect(await rig.kindOf("adoptAsNewConnection")).toBe("keychain");
    expect(await rig.call("listConnections")).toMatchObject({
      connections: [{ connectionId: former }],
      current: former,
    });
    expect([...secrets]).toEqual([[former, kept("key-1")]]);
    expect(await rig.kindOf("syncNow", { full: false })).toBe("ok");
    await rig.pulled();
  });
});

describe("the connection with sample data", () => {
  it("a new sample company rebuilds the sample connection's copy", async () => {
    const folder = await temporaryFolder();
    const secrets = new Map<string, string>();
    const rig = start(folder, memory(secrets));
    const service = await rig.call("connect", { baseUrl: BASE, key: "key-1" });
    const sample = await rig.call("exploreSample");
    expect(sample).toMatchObject({ connectionId: "sample", name: "Sample company", colour: "teal" });
    await rig.pulled();
    const { revision } = await rig.call("getStatus");
    await rig.call("switchConnection", { connectionId: service.connectionId });
    await rig.call("exploreSample");
    expect((await rig.call("getStatus")).revision).toBeGreaterThanOrEqual(revision);
    await rig.pulled();
    expect((await rig.call("listConnections")).connections).toHaveLength(2);
    await rig.core.close();
    const next = start(folder, memory(secrets));
    expect(await next.call("bootstrap")).toMatchObject({
      connection: { kind: "sample", key: "session" },
      connections: { connections: [{ kind: "service" }, { kind: "sample" }], current: "sample" },
    });
    await next.pulled();
  });
});
