// @module-tag whole
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, it } from "vitest";
import { ApiClient } from "../../../electron/client/api-client.ts";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import { systemClock } from "../../../electron/base/clock.ts";
import { FetchSequence, ServiceClock } from "../../../electron/sync/fetch-sequence.ts";
import { findSource } from "../../../electron/sync/collector/collector-api.ts";
import { runLoggedPass } from "../../../electron/sync/pass.ts";
import type { InventoryStore } from "../../../electron/index/inventory-store.ts";
import { openInProcess } from "../../helpers/in-process-store.ts";
import { startPostgres } from "../../helpers/postgres.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { CANARY, serve, start, type Running } from "../cli/support.ts";
import { companyRecords, copiedRecords } from "../sync/support.ts";
import { RESOURCES } from "../../../shared/inventory/resource-names.ts";
import { addStoreToken, addToken, ask, storesOf, type ServedChange } from "./support.ts";

/** The number of kills of the collector. `STOCKDECK_COLLECTOR_KILLS=200` sets the number of a long run. */
const KILLS = Number(process.env["STOCKDECK_COLLECTOR_KILLS"] ?? 10);
const KILLS_OF_FIRST_PULL = 2;
/** Ms after a collector's printed address within which it is killed. A pass takes about this long. */
const LATEST_KILL_MS = 350;

interface Started extends Running {
  readonly url: string;
}

async function startCollecting(folder: string, baseUrl: string, store?: string): Promise<Started> {
  const words = ["--base-url", baseUrl, "--data-dir", folder, "--listen", "127.0.0.1:0", "--every", "10"];
  const running = start(["collect", ...words, ...(store === undefined ? [] : ["--store", store])]);
  let out = "";
  running.child.stdout?.on("data", (data: Buffer) => (out += data.toString()));
  await waitUntil(
    () => out.includes("\n") || running.child.exitCode !== null,
    "the collector's address",
    30_000,
  );
  return { ...running, url: (JSON.parse(out.split("\n", 1)[0] ?? "") as { url: string }).url };
}

/** A client that follows the changes by their numbers. */
class Follower {
  readonly changes: ServedChange[] = [];
  epoch: string | null = null;

  /** Reads changes as long as the collector answers. */
  async readOn(at: { readonly url: string; readonly token: string }): Promise<void> {
    for (let more = true; more;) {
      const reply = await ask(at, `/stockdeck/v1/changes?after=${this.changes.length}&limit=20`).catch(
        () => null,
      );
      if (reply?.status !== 200) {
        // Only the first pull or the kill may prevent an answer.
        if (reply === null || reply.status === 503) return;
        throw new Error(`the collector answered ${reply.status} ${reply.text}`);
      }
      const page = reply.json as { changes: ServedChange[]; more: boolean; epoch: string };
      this.epoch ??= page.epoch;
      if (page.epoch !== this.epoch) throw new Error("another epoch has begun");
      for (const change of page.changes) {
        const expected = this.changes.length + 1;
        if (change.sequence !== expected) throw new Error(`${change.sequence} came in place of ${expected}`);
        this.changes.push(change);
      }
      more = page.more;
    }
  }
}

/** Waits until a collector is the leader, or has its own copy. */
const leads = (at: { readonly url: string; readonly token: string }): Promise<void> =>
  waitUntil(
    async () => (await ask(at, "/stockdeck/v1/health")).json.role !== "follower",
    "the collector leads",
    30_000,
  );

/** Kills a collector, and checks the file that its engine wrote. */
async function killNow({ child, ended }: Started, file: string): Promise<void> {
  child.kill("SIGKILL");
  await ended;
  expect(child.signalCode).toBe("SIGKILL");
  if (!fs.existsSync(file)) return;
  const database = new DatabaseSync(file, { readOnly: true });
  expect(database.prepare("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
  database.close();
}

/** The names of a follower's changes, in their order. */
const namesOf = ({ changes }: Follower): unknown =>
  changes.map(({ sequence, type, resource, id }) => [sequence, type, resource, id]);

const postgres = startPostgres();

/**
 * Runs one pass of a workstation through the collector.
 * @param follows false for a plain workstation, which treats the collector like the service.
 * @returns false if the collector was killed during the pass.
 */
async function syncWorkstation(
  store: InventoryStore,
  url: string,
  token: string,
  follows: boolean,
): Promise<boolean> {
  const { facts: known } = await store.writer.describe();
  const clock = systemClock;
  const client = new ApiClient({ baseUrl: url, key: token, fetch: nodeFetch, clock });
  try {
    const facts = follows ? await findSource(client, store.writer, known, undefined) : known;
    await runLoggedPass(
      {
        client,
        writer: store.writer,
        clock,
        serviceClock: new ServiceClock(clock),
        sequence: new FetchSequence(facts.fetchSequence),
        mode: "incremental",
        facts,
        withReferences: true,
        pageSize: 250,
        overlap: 300,
        acceptRemovals: false,
      },
      { days: 180, changes: 200_000 },
    );
    return true;
  } catch {
    return false;
  }
}

it.each(storesOf(postgres))(
  `a collector on %s loses no change number in ${KILLS} kills during passes`,
  { timeout: 60_000 + KILLS * 20_000 },
  async (_name, makeStore) => {
    const store = await makeStore();
    const service = await serve({ items: 400, key: CANARY, faults: { latencyMs: 8, shortPages: 20 } });
    const folder = await temporaryFolder();
    const token = store === undefined ? addToken(folder, "Desk 1") : await addStoreToken(store, "Desk 1");
    const file = path.join(folder, store === undefined ? "" : "journal", "inventory.sqlite");
    const follower = new Follower();
    const own = path.join(await temporaryFolder(), "inventory.sqlite");
    const workstation = openInProcess(own);
    const copy = path.join(await temporaryFolder(), "inventory.sqlite");
    const following = openInProcess(copy);
    try {
      for (let kill = 0; kill < KILLS; kill += 1) {
        for (let event = 0; event < 40; event += 1) service.company.step();
        service.company.upsertItem({ id: `new-${kill}`, name: "New" });
        const running = await startCollecting(folder, service.url, store);
        const at = { url: running.url, token };
        await leads(at);
        // The first kills hit the first pull. It has no numbers, so it must end once before the other kills.
        if (kill === KILLS_OF_FIRST_PULL)
          await waitUntil(
            async () => (await ask(at, "/stockdeck/v1/health")).status === 200,
            "the first pull",
          );
        await follower.readOn(at);
        // The kill interrupts a snapshot or an answer with changes.
        const passed = syncWorkstation(following, running.url, token, true);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * LATEST_KILL_MS));
        await killNow(running, file);
        await passed;
      }
      // The last collector runs until both clients have all changes.
      service.setFaults({ latencyMs: 0, shortPages: 0 });
      const startedAt = new Date().toISOString();
      const last = await startCollecting(folder, service.url, store);
      const at = { url: last.url, token };
      await leads(at);
      await waitUntil(async () => {
        const { status, json } = await ask(at, "/stockdeck/v1/health");
        return status === 200 && json.ok === true && json.lastPassAt > startedAt;
      }, "a whole pass");
      await waitUntil(
        () => syncWorkstation(workstation, last.url, token, false),
        "a pass of the workstation",
      );
      await waitUntil(() => syncWorkstation(following, last.url, token, true), "a pass of the follower");
      await follower.readOn(at);
      for (const resource of RESOURCES)
        for (const file of [own, copy])
          expect(await copiedRecords(file, resource)).toEqual(companyRecords(service, resource));
      const health = (await ask(at, "/stockdeck/v1/health")).json as { sequence: number; firstKept: number };
      expect(health).toMatchObject({ sequence: follower.changes.length, firstKept: 1 });
      expect(follower.changes.length).toBeGreaterThan(KILLS);
      // Numbers from before a kill still name the same changes.
      const again = new Follower();
      await again.readOn(at);
      expect(namesOf(again)).toEqual(namesOf(follower));
      const database = new DatabaseSync(copy, { readOnly: true });
      const copied = database.prepare("SELECT number, type, resource, id FROM changes ORDER BY number");
      copied.setReturnArrays(true);
      expect(copied.all()).toEqual(namesOf(follower));
      database.close();
      last.child.kill("SIGTERM");
      expect((await last.ended).code).toBe(0);
    } finally {
      await workstation.close();
      await following.close();
    }
  },
);

it(
  `another collector takes over after each of ${KILLS} kills of the leader`,
  { timeout: 60_000 + KILLS * 20_000 },
  async () => {
    const store = postgres.urlOf(await postgres.database());
    const service = await serve({ items: 400, key: CANARY, faults: { latencyMs: 8, shortPages: 20 } });
    const token = await addStoreToken(store, "Desk 1");
    const folders = [await temporaryFolder(), await temporaryFolder()] as const;
    const start = async (turn: number): Promise<Started> =>
      startCollecting(folders[turn % 2 === 0 ? 0 : 1], service.url, store);
    const follower = new Follower();
    let leader = await start(0);
    await waitUntil(
      async () => (await ask({ url: leader.url, token }, "/stockdeck/v1/health")).status === 200,
      "the first pull",
    );
    for (let turn = 1; turn <= KILLS; turn += 1) {
      await leads({ url: leader.url, token });
      const next = await start(turn);
      for (let event = 0; event < 40; event += 1) service.company.step();
      service.company.upsertItem({ id: `new-${turn}`, name: "New" });
      await follower.readOn({ url: next.url, token });
      await new Promise((resolve) => setTimeout(resolve, Math.random() * LATEST_KILL_MS));
      const file = path.join(folders[turn % 2 === 0 ? 1 : 0], "journal", "inventory.sqlite");
      await killNow(leader, file);
      await follower.readOn({ url: next.url, token });
      leader = next;
    }
    service.setFaults({ latencyMs: 0, shortPages: 0 });
    const startedAt = new Date().toISOString();
    const at = { url: leader.url, token };
    await leads(at);
    // The items of a pass are published before it lists the material types.
    await waitUntil(
      async () => {
        const { status, json } = await ask(at, "/stockdeck/v1/health");
        return status === 200 && json.ok === true && json.lastPassAt > startedAt;
      },
      "a whole pass",
      30_000,
    );
    expect((await ask(at, `/inventory/items/new-${KILLS}`)).status).toBe(200);
    await follower.readOn(at);
    for (const resource of RESOURCES) {
      const records: Record<string, unknown>[] = [];
      for (let cursor: string | null = null, more = true; more;) {
        const query = `limit=250${cursor === null ? "" : `&cursor=${cursor}`}`;
        const { json } = await ask(at, `/inventory/${resource}?${query}`);
        records.push(...(json.data as Record<string, unknown>[]));
        ({ nextCursor: cursor, hasMore: more } = json.meta as {
          nextCursor: string | null;
          hasMore: boolean;
        });
      }
      expect(records).toEqual(companyRecords(service, resource));
    }
    expect(follower.changes.length).toBeGreaterThan(KILLS);
    const again = new Follower();
    await again.readOn(at);
    expect(namesOf(again)).toEqual(namesOf(follower));
    leader.child.kill("SIGTERM");
    expect((await leader.ended).code).toBe(0);
  },
);
