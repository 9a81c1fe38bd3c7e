import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, it } from "vitest";
import { ApiClient } from "../../../electron/client/api-client.ts";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import { systemClock } from "../../../electron/base/clock.ts";
import { FetchSequence, ServiceClock } from "../../../electron/sync/fetch-sequence.ts";
import { findSource } from "../../../electron/sync/collector/collector-api.ts";
import { runLoggedPass } from "../../../electron/sync/pass.ts";
import type { InventoryStore } from "../../../electron/store/store-client.ts";
import { openInProcess } from "../../helpers/in-process-store.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { CANARY, serve, start, type Running } from "../cli/support.ts";
import { companyRecords, copiedRecords } from "../sync/support.ts";
import { RESOURCES } from "../../../shared/inventory/resource-names.ts";
import { addToken, ask, type ServedChange } from "./support.ts";

/** Kills of the collector. `STOCKDECK_COLLECTOR_KILLS=200` is the number of a long run. */
const KILLS = Number(process.env["STOCKDECK_COLLECTOR_KILLS"] ?? 10);
const KILLS_OF_FIRST_PULL = 2;
/** Ms within which a collector is killed after it has printed its address: a pass takes about as long. */
const LATEST_KILL_MS = 350;

interface Started extends Running {
  readonly url: string;
}

async function startCollecting(folder: string, baseUrl: string): Promise<Started> {
  const words = ["--base-url", baseUrl, "--data-dir", folder, "--listen", "127.0.0.1:0", "--every", "10"];
  const running = start(["collect", ...words]);
  let out = "";
  running.child.stdout?.on("data", (data: Buffer) => (out += data.toString()));
  await waitUntil(
    () => out.includes("\n") || running.child.exitCode !== null,
    "the collector's address",
    30_000,
  );
  return { ...running, url: (JSON.parse(out.split("\n", 1)[0] ?? "") as { url: string }).url };
}

/** A client that follows the changes, number by number. */
class Follower {
  readonly changes: ServedChange[] = [];
  epoch: string | null = null;

  /** Reads on for as long as the collector answers. */
  async readOn(at: { readonly url: string; readonly token: string }): Promise<void> {
    for (let more = true; more;) {
      const reply = await ask(at, `/stockdeck/v1/changes?after=${this.changes.length}&limit=20`).catch(
        () => null,
      );
      if (reply?.status !== 200) {
        // Nothing but the first pull or the kill may stand in the way.
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

/**
 * One pass of a workstation through the collector.
 * @param follows false for a plain one, which takes the collector for the service.
 * @returns false if the collector was killed meanwhile.
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

it(
  `a collector that is killed ${KILLS} times during passes loses, doubles and reorders no number, and its clients converge`,
  { timeout: 60_000 + KILLS * 20_000 },
  async () => {
    const service = await serve({ items: 400, key: CANARY, faults: { latencyMs: 8, shortPages: 20 } });
    const folder = await temporaryFolder();
    const token = addToken(folder, "Desk 1");
    const follower = new Follower();
    const own = path.join(await temporaryFolder(), "inventory.sqlite");
    const workstation = openInProcess(own);
    const copy = path.join(await temporaryFolder(), "inventory.sqlite");
    const following = openInProcess(copy);
    try {
      for (let kill = 0; kill < KILLS; kill += 1) {
        for (let event = 0; event < 40; event += 1) service.company.step();
        service.company.upsertItem({ id: `new-${kill}`, name: "New" });
        const running = await startCollecting(folder, service.url);
        const at = { url: running.url, token };
        // The first kills hit the first pull. It has no numbers, so it ends once before the others.
        if (kill === KILLS_OF_FIRST_PULL)
          await waitUntil(
            async () => (await ask(at, "/stockdeck/v1/health")).status === 200,
            "the first pull",
          );
        await follower.readOn(at);
        // A snapshot or an answer with changes breaks off with the kill.
        const passed = syncWorkstation(following, running.url, token, true);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * LATEST_KILL_MS));
        running.child.kill("SIGKILL");
        await running.ended;
        expect(running.child.signalCode).toBe("SIGKILL");
        await passed;
        const database = new DatabaseSync(path.join(folder, "inventory.sqlite"), { readOnly: true });
        expect(database.prepare("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
        database.close();
      }
      // The last collector stays until both clients have everything.
      service.setFaults({ latencyMs: 0, shortPages: 0 });
      const last = await startCollecting(folder, service.url);
      const at = { url: last.url, token };
      await waitUntil(async () => {
        const { status, json } = await ask(at, "/stockdeck/v1/health");
        return status === 200 && json.ok === true && json.state === "idle";
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
      // The numbers that were given before a kill still name the same changes.
      const again = new Follower();
      await again.readOn(at);
      const named = ({ changes }: Follower): unknown =>
        changes.map(({ sequence, type, resource, id }) => [sequence, type, resource, id]);
      expect(named(again)).toEqual(named(follower));
      const database = new DatabaseSync(copy, { readOnly: true });
      const copied = database.prepare("SELECT number, type, resource, id FROM changes ORDER BY number");
      copied.setReturnArrays(true);
      expect(copied.all()).toEqual(named(follower));
      database.close();
      last.child.kill("SIGTERM");
      expect((await last.ended).code).toBe(0);
    } finally {
      await workstation.close();
      await following.close();
    }
  },
);
