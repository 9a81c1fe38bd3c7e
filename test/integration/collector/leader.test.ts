// @module-tag whole
import fs from "node:fs/promises";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../../electron/base/clock.ts";
import { closeClient, openClient } from "../../../electron/features/collector/postgres/connect.ts";
import {
  endHungLeader,
  Heartbeat,
  HUNG_AFTER_MS,
} from "../../../electron/features/collector/postgres/heartbeat.ts";
import { LOCKS, migrate } from "../../../electron/features/collector/postgres/schema.ts";
import { readStoreAddress } from "../../../electron/features/collector/store-address.ts";
import { CLI_PROGRAM, startProgram } from "../../helpers/child.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { startPostgres } from "../../helpers/postgres.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { serve } from "../sample-service/support.ts";
import { addStoreToken, ask, collect } from "./support.ts";

const postgres = startPostgres();

/**
 * Seconds for which a leader hangs. `STOCKDECK_HUNG_SECONDS=70` waits in real time; otherwise the heartbeat is
 * made older.
 */
const HUNG_SECONDS = Number(process.env["STOCKDECK_HUNG_SECONDS"] ?? 0);

const makeOld = (database: string): Promise<unknown> =>
  postgres.query(database, "UPDATE stockdeck.leader SET beat_at = beat_at - interval '2 minutes'");

/** A connection of the running test to a database with the collector's tables. */
async function connection(database: string) {
  const client = await openClient(readStoreAddress(postgres.urlOf(database)));
  onTestFinished(() => closeClient(client));
  await migrate(client);
  return client;
}

describe("the heartbeat of a leader", () => {
  it("a leader writes heartbeats until another leader replaces it", async () => {
    const database = await postgres.database();
    const [holder, other] = [await connection(database), await connection(database)];
    const clock = virtualClock();
    const lost: unknown[] = [];
    const address = readStoreAddress(postgres.urlOf(database));
    const options = { address, clock, onLost: (cause: unknown) => lost.push(cause) };
    const heartbeat = await Heartbeat.begin(holder, options);
    onTestFinished(() => heartbeat.close());
    const beats = async () =>
      (await postgres.query(database, "SELECT pid, beat_at::text FROM stockdeck.leader"))[0];
    const first = await beats();
    await clock.advance(10_000);
    await waitUntil(
      async () => String((await beats())?.["beat_at"]) !== String(first?.["beat_at"]),
      "a beat",
    );
    await waitUntil(() => clock.sleeping === 1, "the next wait");
    const second = await Heartbeat.begin(other, { ...options, onLost: () => {} });
    onTestFinished(() => second.close());
    const taken = await beats();
    await clock.advance(10_000);
    await waitUntil(() => lost.length === 1, "the loss");
    expect(lost).toEqual([new Error("another collector leads")]);
    expect((await beats())?.["pid"]).toBe(taken?.["pid"]);
  });

  it("a leader that wrote no heartbeat for a minute stops reporting that it leads", async () => {
    const database = await postgres.database();
    let [now, slept] = [0, 0];
    const clock = {
      ...systemClock,
      monotonic: () => now,
      now: () => slept,
      // A stopped process never reaches its next heartbeat.
      wait: (_ms: number, signal?: AbortSignal) =>
        new Promise<void>((_resolve, reject) =>
          signal?.addEventListener("abort", () => reject(signal.reason as Error)),
        ),
    };
    const address = readStoreAddress(postgres.urlOf(database));
    const heartbeat = await Heartbeat.begin(await connection(database), { address, clock, onLost: () => {} });
    onTestFinished(() => heartbeat.close());
    now = HUNG_AFTER_MS - 1;
    expect(heartbeat.isFresh).toBe(true);
    now = HUNG_AFTER_MS;
    expect(heartbeat.isFresh).toBe(false);
    // After the computer slept, only the second clock has advanced.
    [now, slept] = [0, HUNG_AFTER_MS];
    expect(heartbeat.isFresh).toBe(false);
  });

  it("a new leader ends only the hanging leader's session, and only in the leader's own database", async () => {
    const [database, elsewhere] = [await postgres.database(), await postgres.database()];
    const lock = async (name: string) => {
      const client = await connection(name);
      await client.query("SELECT pg_advisory_lock($1, $2)", [...LOCKS.leader]);
      const clock = virtualClock();
      const address = readStoreAddress(postgres.urlOf(name));
      const heartbeat = await Heartbeat.begin(client, { address, clock, onLost: () => {} });
      onTestFinished(() => heartbeat.close());
      return client;
    };
    const [hung, alive] = [await lock(database), await lock(elsewhere)];
    hung.on("error", () => {});
    expect(await endHungLeader(await connection(database))).toBe(false);
    await makeOld(database);
    expect(await endHungLeader(await connection(elsewhere))).toBe(false);
    expect(await endHungLeader(await connection(database))).toBe(true);
    await expect(hung.query("SELECT 1")).rejects.toThrow(/terminat|clos|not queryable/i);
    expect((await alive.query("SELECT 1")).rowCount).toBe(1);
  });
});

it(
  "a hanging leader is replaced and becomes a follower when it continues",
  { timeout: (120 + HUNG_SECONDS) * 1_000 },
  async () => {
    const service = await serve({ items: 40 });
    const database = await postgres.database();
    const store = postgres.urlOf(database);
    const [folder, token] = [await temporaryFolder(), await addStoreToken(store, "Desk 1")];
    const keyFile = path.join(folder, "key");
    await fs.writeFile(keyFile, service.key, { mode: 0o600 });
    const leading = startProgram(
      [CLI_PROGRAM, "collect", "--data-dir", path.join(folder, "data"), "--base-url", service.url].concat([
        "--key-file",
        keyFile,
        "--listen",
        "127.0.0.1:0",
        "--store",
        store,
      ]),
    );
    onTestFinished(() => leading.stop());
    const [, url = ""] = await leading.waitFor(/"url":"([^"]+)"/);
    const roleOf = async (at: { readonly url: string }): Promise<unknown> =>
      (await ask({ ...at, token }, "/stockdeck/v1/health")).json.role;
    await waitUntil(async () => (await roleOf({ url })) === "leader", "the first leads");
    const second = await collect(service, { store, token, waits: "serves" });
    leading.process.kill("SIGSTOP");
    try {
      if (HUNG_SECONDS === 0) await makeOld(database);
      await waitUntil(
        async () => (await roleOf(second)) === "leader",
        "the second leads",
        (60 + HUNG_SECONDS) * 1_000,
      );
    } finally {
      leading.process.kill("SIGCONT");
    }
    expect(second.lines.join("\n")).toContain("the leader gave no sign of life");
    // A refresh joins the running pass, which may already have requested the items. So the first pass must end
    // before the change.
    await second.refresh("incremental");
    service.company.upsertItem({ id: "later", name: "Later" });
    await second.refresh("incremental");
    await waitUntil(async () => (await roleOf({ url })) === "follower", "the first follows");
    await waitUntil(
      async () => (await ask({ url, token }, "/inventory/items/later")).status === 200,
      "the first serves what the second publishes",
    );
    expect(await roleOf(second)).toBe("leader");
  },
);

it("a store that refuses writes causes only one log line", async () => {
  const service = await serve({ items: 20 });
  const database = await postgres.database();
  const collector = await collect(service, { store: postgres.urlOf(database) });
  const among = (message: string): number =>
    collector.lines.filter((line) => line.includes(`"${message}"`)).length;
  const setWriting = async (setting: string): Promise<void> => {
    await postgres.query(
      "postgres",
      `ALTER DATABASE ${database} SET default_transaction_read_only = ${setting}`,
    );
    await postgres.query(
      "postgres",
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`,
    );
  };
  const lostBefore = among("the store was lost");
  await setWriting("on");
  // Each try has a connection of its own.
  const sessions = async (): Promise<number> => {
    const [row] = await postgres.query(
      "postgres",
      `SELECT sessions::int FROM pg_stat_database WHERE datname = '${database}'`,
    );
    return Number(row?.["sessions"]);
  };
  const before = await sessions();
  await waitUntil(async () => (await sessions()) > before + 4, "several tries");
  // The two lines are the loss of the connection and the later refusal.
  expect(among("the store was lost") - lostBefore).toBeLessThanOrEqual(2);
  expect(among("the store answers again")).toBe(0);
  await setWriting("off");
  await waitUntil(() => among("the store answers again") === 1, "the end of the failure");
});
