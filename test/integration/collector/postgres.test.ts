import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { importOwn } from "../../../electron/features/collector/postgres/import-own.ts";
import { postgres1 } from "../../../electron/features/collector/postgres/migrations/0001.ts";
import { migrate } from "../../../electron/features/collector/postgres/schema.ts";
import { RESOURCES } from "../../../shared/inventory/resource-names.ts";
import { EVENT_PRESETS } from "../../../shared/features/collector/webhook-events.ts";
import type { SampleService } from "../../service/index.ts";
import { calendarClock } from "../../helpers/virtual-clock.ts";
import { startPostgres } from "../../helpers/postgres.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { SECRET } from "../../unit/electron/features/collector/serving/webhooks/support.ts";
import { serve } from "../sample-service/support.ts";
import { companyRecords } from "../sync/support.ts";
import { collectorFile } from "../../../electron/features/collector/collector-options.ts";
import { otherDesk } from "../../helpers/other-desk.ts";
import {
  addStoreToken,
  addToken,
  addTokenOf,
  ask,
  changesAfter,
  collect,
  type CollectorUnderTest,
  type ServedChange,
} from "./support.ts";

const postgres = startPostgres();

const healthOf = async (
  collector: Pick<CollectorUnderTest, "url" | "token">,
): Promise<Readonly<Record<string, unknown>>> =>
  (await ask(collector, "/stockdeck/v1/health")).json as Record<string, unknown>;

const namesOf = (changes: readonly ServedChange[]): readonly unknown[] =>
  changes.map(({ sequence, type, resource, id }) => [sequence, type, resource, id]);

const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, at) => at + 1);

/** Checks that a collector serves the company's records, and all numbers from 1. */
async function expectWhole(collector: CollectorUnderTest, service: SampleService): Promise<void> {
  for (const resource of RESOURCES) {
    const { json } = await ask(collector, `/inventory/${resource}?limit=250`);
    const byId = (json.data as { id: string }[]).toSorted((one, other) => (one.id < other.id ? -1 : 1));
    expect(byId).toEqual(companyRecords(service, resource));
  }
  const changes = await changesAfter(collector, 0);
  expect(changes.map(({ sequence }) => sequence)).toEqual(upTo(changes.length));
}

/** Edits a limit of the team. */
async function sendEdit({ url }: CollectorUnderTest, token: string, id: string): Promise<void> {
  const edit = { edit: randomUUID(), document: "limits", id, value: "1", basedOn: 0, editedAt: 1 };
  const { status } = await fetch(`${url}/stockdeck/v1/documents`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ edits: [edit] }),
  });
  expect(status).toBe(200);
}

function change(service: SampleService, name: string): void {
  for (let event = 0; event < 10; event += 1) service.company.step();
  service.company.upsertItem({ id: name, name });
}

/** The number of requests to the service that listed all items. */
const fullLists = (service: SampleService): number =>
  service.requests.entries.filter(
    ({ path: at, query }) => at === "/inventory/items" && query["updatedSince"] === undefined,
  ).length;

/** Ends the leader's connection, and with it the lock. */
const endSessions = (database: string): Promise<unknown> =>
  postgres.query(
    database,
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );

describe("two collectors with one store", () => {
  it("a second collector serves the same data and takes over without a pull", async () => {
    const service = await serve({ items: 120 });
    const store = postgres.urlOf(await postgres.database());
    const first = await collect(service, { store });
    const second = await collect(service, { store, token: first.token, waits: "serves" });
    change(service, "one");
    await first.refresh("incremental");
    expect([(await healthOf(first))["role"], (await healthOf(second))["role"]]).toEqual([
      "leader",
      "follower",
    ]);
    for (const path of ["items?limit=250", "types", "locations", "items/one"]) {
      const [one, other] = await Promise.all(
        [first, second].map(async (collector) => (await ask(collector, `/inventory/${path}`)).json),
      );
      expect(JSON.stringify(other.data)).toBe(JSON.stringify(one.data));
    }
    const before = await changesAfter(first, 0);
    expect(await changesAfter(second, 0)).toEqual(before);
    const pulls = fullLists(service);
    await first.close();
    await waitUntil(async () => (await healthOf(second))["role"] === "leader", "the other leads");
    // A refresh joins the running pass, which may already have requested the items. So the first pass must end
    // before the change.
    await second.refresh("incremental");
    change(service, "two");
    await second.refresh("incremental");
    const after = await changesAfter(second, 0);
    expect(namesOf(after).slice(0, before.length)).toEqual(namesOf(before));
    expect(after.map(({ id }) => id)).toContain("two");
    expect(fullLists(service)).toBe(pulls);
    await expectWhole(second, service);
  });

  it("no change number is lost or duplicated after a leader loses its lock", async () => {
    const service = await serve({ items: 60 });
    const database = await postgres.database();
    const store = postgres.urlOf(database);
    const first = await collect(service, { store });
    const second = await collect(service, { store, token: first.token, waits: "serves" });
    const leader = async (): Promise<CollectorUnderTest | null> => {
      for (const one of [first, second]) if ((await healthOf(one))["role"] === "leader") return one;
      return null;
    };
    let seen: readonly unknown[] = [];
    for (let round = 0; round < 4; round += 1) {
      change(service, `round-${round}`);
      await waitUntil(async () => (await leader()) !== null, "a leader");
      const [refreshed] = await Promise.all([
        (await leader())?.refresh("incremental"),
        endSessions(database),
      ]);
      expect(refreshed).toBeUndefined();
      await waitUntil(async () => (await leader()) !== null, "a leader again");
      const changes = namesOf(await changesAfter(second, 0));
      expect(changes.slice(0, seen.length)).toEqual(seen);
      seen = changes;
    }
    await waitUntil(async () => {
      await (await leader())?.refresh("incremental");
      return (await ask(second, "/inventory/items/round-3")).status === 200;
    }, "the last change");
    await expectWhole(second, service);
  });

  it("a collector discards a journal that is older than the store", { tags: ["whole"] }, async () => {
    const service = await serve({ items: 60 });
    const store = postgres.urlOf(await postgres.database());
    const first = await collect(service, { store });
    change(service, "one");
    await first.refresh("incremental");
    await first.close();
    const second = await collect(service, { store, token: first.token });
    change(service, "two");
    await second.refresh("incremental");
    const before = namesOf(await changesAfter(second, 0));
    await second.close();
    const pulls = fullLists(service);
    const third = await collect(service, first.again);
    change(service, "three");
    await third.refresh("incremental");
    expect(namesOf(await changesAfter(third, 0)).slice(0, before.length)).toEqual(before);
    expect(fullLists(service)).toBe(pulls);
    await expectWhole(third, service);
  });

  it("a damaged journal is filled from the store without a pull", { tags: ["whole"] }, async () => {
    const service = await serve({ items: 60 });
    const store = postgres.urlOf(await postgres.database());
    const first = await collect(service, { store });
    change(service, "one");
    await first.refresh("incremental");
    const before = namesOf(await changesAfter(first, 0));
    await first.close();
    for (const suffix of ["-wal", "-shm"]) fs.rmSync(first.files.inventory + suffix, { force: true });
    fs.writeFileSync(first.files.inventory, "not a database".repeat(1_000));
    const pulls = fullLists(service);
    const second = await collect(service, first.again);
    change(service, "two");
    await second.refresh("incremental");
    expect(namesOf(await changesAfter(second, 0)).slice(0, before.length)).toEqual(before);
    expect(fullLists(service)).toBe(pulls);
    await expectWhole(second, service);
  });

  it("the last use of tokens and the counted days survive a take-over", { tags: ["whole"] }, async () => {
    const service = await serve({ items: 5 });
    const store = postgres.urlOf(await postgres.database());
    const [type] = companyRecords(service, "types");
    const roll = (remainingLength: number): void =>
      void service.company.upsertItem({
        id: "roll",
        name: "Roll",
        materialTypeId: String(type?.["id"]),
        remainingLength,
      });
    roll(1_000);
    const first = await collect(service, { store });
    // The change is half a counting step, which the next leader must remember.
    roll(997);
    await first.refresh("incremental");
    await first.close();
    const second = await collect(service, { store, token: first.token });
    roll(994);
    await second.refresh("incremental");
    const linesOf = async (kind: string): Promise<readonly Record<string, unknown>[]> =>
      (await ask(second, "/stockdeck/v1/snapshot")).text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => line["kind"] === kind);
    await waitUntil(async () => (await linesOf("consumption")).length > 0, "the use is published");
    expect(await linesOf("consumption")).toMatchObject([{ typeId: type?.["id"], length: 6 }]);
    expect(await linesOf("day")).toHaveLength(1);
    expect((await linesOf("stock")).length).toBeGreaterThan(0);
  });
});

/** The counted days of a collector's snapshot, without times; sums are rounded, because rows are added in any order. */
async function countedOf(collector: CollectorUnderTest): Promise<readonly Record<string, unknown>[]> {
  const { text } = await ask(collector, "/stockdeck/v1/snapshot");
  const round = (value: unknown): unknown => (typeof value === "number" ? Number(value.toFixed(6)) : value);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ kind }) => ["day", "stock", "consumption"].includes(String(kind)))
    .map(({ takenAt: _takenAt, ...line }) =>
      Object.fromEntries(Object.entries(line).map(([name, value]) => [name, round(value)])),
    );
}

/** Whether a copy's columns and its day were computed since the copy was filled. */
function isComputed(file: string): boolean {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare("SELECT 1 FROM facts WHERE name = 'computedFrom'").get() !== undefined;
  } finally {
    database.close();
  }
}

it("three take-overs in ten days do not change the daily stock counts", { tags: ["whole"] }, async () => {
  const clock = calendarClock(Date.parse("2026-03-01T12:00:00Z"));
  const service = await serve({ items: 120, now: () => clock.now() });
  const whole = await collect(service, { clock });
  const store = postgres.urlOf(await postgres.database());
  let shared = await collect(service, { clock, store });
  for (let day = 1; day <= 10; day += 1) {
    for (let step = 0; step < 12; step += 1) service.company.step();
    await clock.advance(1_000);
    for (const collector of [whole, shared]) await collector.refresh("incremental");
    await waitUntil(async () => {
      const [wanted, counted] = await Promise.all([countedOf(whole), countedOf(shared)]);
      const days = wanted.filter(({ kind }) => kind === "day").length;
      return days === day && isDeepStrictEqual(counted, wanted);
    }, `the count of day ${day}`);
    if ([3, 4, 8].includes(day)) {
      const { token } = shared;
      await shared.close();
      shared = await collect(service, { clock, store, token });
      // Otherwise its first count would be the next day's count, at the same moment.
      const { files } = shared;
      await waitUntil(() => isComputed(files.inventory), "the first count after the take-over");
    }
    await clock.advance(86_400_000);
  }
  expect((await countedOf(shared)).some(({ kind }) => kind === "consumption")).toBe(true);
  expect(namesOf(await changesAfter(shared, 0))).toEqual(namesOf(await changesAfter(whole, 0)));
});

describe("several collectors running at the same time", { tags: ["whole"] }, () => {
  it("collectors that start together on an empty database create one store and one leader", async () => {
    const service = await serve({ items: 20 });
    const store = postgres.urlOf(await postgres.database());
    const all = await Promise.all(
      [1, 2, 3].map(async () => collect(service, { store, token: "unused", waits: "serves" })),
    );
    await waitUntil(async () => {
      const roles = await Promise.all(all.map(async (one) => (await healthOf(one))["role"]));
      return roles.filter((role) => role === "leader").length === 1;
    }, "one leader");
    const epochs = await Promise.all(all.map(async (one) => (await healthOf(one))["epoch"]));
    expect(new Set(epochs).size).toBe(1);
    expect(fullLists(service)).toBe(1);
  });

  it("edits sent to two collectors of one store share one number sequence", async () => {
    const service = await serve({ items: 3 });
    const store = postgres.urlOf(await postgres.database());
    const first = await collect(service, { store });
    const second = await collect(service, { store, token: first.token, waits: "serves" });
    const token = await addStoreToken(store, "Desk 2", "annotate");
    const send = async ({ url }: CollectorUnderTest, id: string): Promise<number> => {
      const edit = { edit: randomUUID(), document: "limits", id, value: "1", basedOn: 0, editedAt: 1 };
      const body = JSON.stringify({ edits: [edit] });
      const headers = { authorization: `Bearer ${token}` };
      return (await ask({ url, token }, "/stockdeck/v1/documents", { method: "POST", body, headers })).status;
    };
    const ids = Array.from({ length: 20 }, (_, at) => `r${at}`);
    const statuses = await Promise.all(ids.map((id, at) => send(at % 2 === 0 ? first : second, id)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const collector of [first, second]) {
      const { json } = await ask(collector, "/stockdeck/v1/documents?after=0&all=true");
      const records = json.records as { sequence: number; id: string }[];
      expect(records.map(({ sequence }) => sequence)).toEqual(upTo(20));
      expect(new Set(records.map(({ id }) => id))).toEqual(new Set(ids));
    }
  });
});

describe("a store that is unreachable or was restored", { tags: ["whole"] }, () => {
  it("clients and deliveries get 503 while PostgreSQL is unreachable", async () => {
    const service = await serve({ items: 40 });
    const store = postgres.urlOf(await postgres.database());
    const scheme = EVENT_PRESETS["standard-webhooks"];
    const collector = await collect(service, { store, webhooks: { scheme, secrets: [SECRET] } });
    const webhook = service.addWebhook({ url: `${collector.url}/webhooks`, secret: SECRET, scheme });
    change(service, "one");
    await collector.refresh("incremental");
    const before = namesOf(await changesAfter(collector, 0));
    await postgres.stop("SIGQUIT");
    try {
      await waitUntil(async () => (await healthOf(collector))["store"] === "away", "the store is missed");
      const health = await ask(collector, "/stockdeck/v1/health");
      expect([health.status, health.json]).toMatchObject([503, { ok: false, role: "follower" }]);
      for (const path of ["/inventory/items", "/stockdeck/v1/changes?after=0", "/stockdeck/v1/snapshot"]) {
        const { status, headers, json } = await ask(collector, path);
        expect([path, status, headers.get("retry-after"), json.error]).toEqual([path, 503, "5", "not_ready"]);
      }
      const requests = service.requests.total;
      service.company.upsertItem({ id: "two", name: "Two" });
      await waitUntil(() => webhook.counts.failedAttempts > 0, "a refused delivery");
      await collector.refresh("incremental");
      expect(service.requests.total).toBe(requests);
    } finally {
      await postgres.resume();
    }
    await waitUntil(async () => (await healthOf(collector))["role"] === "leader", "the store is back");
    await waitUntil(
      async () => (await ask(collector, "/inventory/items/two")).status === 200,
      "the change in between",
    );
    expect(namesOf(await changesAfter(collector, 0)).slice(0, before.length)).toEqual(before);
    await expectWhole(collector, service);
  });

  it("random PostgreSQL crashes during passes lose no change number and no record", async () => {
    const service = await serve({ items: 60, faults: { latencyMs: 5, shortPages: 20 } });
    const store = postgres.urlOf(await postgres.database());
    const collector = await collect(service, { store });
    let seen: readonly unknown[] = [];
    for (let crash = 0; crash < 4; crash += 1) {
      change(service, `crash-${crash}`);
      const pass = collector.refresh("full");
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
      await postgres.stop("SIGQUIT");
      await pass;
      await postgres.resume();
      await waitUntil(async () => (await healthOf(collector))["role"] === "leader", "the store is back");
      await collector.refresh("full");
      const changes = namesOf(await changesAfter(collector, 0));
      expect(changes.slice(0, seen.length)).toEqual(seen);
      seen = changes;
    }
    await waitUntil(
      async () => (await ask(collector, "/inventory/items/crash-3")).status === 200,
      "the last change",
    );
    await expectWhole(collector, service);
  });

  it.each<[string, (collector: CollectorUnderTest, service: SampleService) => Promise<void>]>([
    [
      "a record",
      async (collector, service) => {
        change(service, "one");
        await collector.refresh("incremental");
      },
    ],
    [
      "only the team's data",
      async (collector) => {
        const token = await addTokenOf(collector, "Desk 2", "annotate");
        await sendEdit(collector, token, "a");
        // The leader receives the number with its next publication.
        await collector.refresh("incremental");
      },
    ],
  ])("a store restored from a backup older than %s gets a new epoch", async (_what, changeAt) => {
    const service = await serve({ items: 40 });
    const database = await postgres.database();
    const backup = `${database}_backup`;
    const store = postgres.urlOf(database);
    const epochOf = async (collector: CollectorUnderTest): Promise<unknown> =>
      (await healthOf(collector))["epoch"];
    const first = await collect(service, { store });
    const { again } = first;
    const before = await epochOf(first);
    await first.close();
    await postgres.query("postgres", `CREATE DATABASE ${backup} TEMPLATE ${database}`);
    const second = await collect(service, again);
    expect(await epochOf(second)).toBe(before);
    await changeAt(second, service);
    await second.close();
    await postgres.query("postgres", `DROP DATABASE ${database}`);
    await postgres.query("postgres", `CREATE DATABASE ${database} TEMPLATE ${backup}`);
    await postgres.query("postgres", `DROP DATABASE ${backup}`);
    const third = await collect(service, again);
    await waitUntil(async () => (await epochOf(third)) !== before, "another epoch");
    await third.refresh("incremental");
    await expectWhole(third, service);
    const restored = await epochOf(third);
    await third.close();
    const fourth = await collect(service, { ...again, newEpoch: true });
    await waitUntil(async () => (await epochOf(fourth)) !== restored, "the wanted epoch");
  });
});

describe("data in PostgreSQL", { tags: ["whole"] }, () => {
  it("a new epoch begins if changes are deleted before they are published", async () => {
    const service = await serve({ items: 20 });
    const store = postgres.urlOf(await postgres.database());
    const first = await collect(service, { store });
    change(service, "one");
    await first.refresh("incremental");
    const { epoch, sequence } = await healthOf(first);
    await first.close();
    const database = new DatabaseSync(first.files.inventory);
    // The state after months in which the collector ran without the store.
    database.exec(`UPDATE sqlite_sequence SET seq = seq + 5 WHERE name = 'changes';
      INSERT INTO changes SELECT number + 6, pass, type, resource, id, name, nameKey, locationId, oldLocationId, holder,
        oldHolder, observedAfter, observedBefore, occurredAt, fields, event FROM changes ORDER BY number DESC LIMIT 1`);
    database.exec("DELETE FROM changes WHERE number <= (SELECT max(number) FROM changes) - 1");
    database.close();
    const second = await collect(service, first.again);
    const after = await healthOf(second);
    expect(after["epoch"]).not.toBe(epoch);
    const query = `after=${String(sequence)}&epoch=${String(epoch)}`;
    expect((await ask(second, `/stockdeck/v1/changes?${query}`)).status).toBe(410);
  });

  it("records keep every field and digit from the service", async () => {
    const service = await serve({ items: 3 });
    const store = postgres.urlOf(await postgres.database());
    const odd = {
      id: "odd",
      name: 'Odd "one" \u0000 \ud800 é',
      weight: 1e21,
      remainingLength: 0.1 + 0.2,
      extra: { zebra: 1, apple: [1.5e-7] },
      createdAt: "2026-01-01T00:00:00.000Z",
    };
    service.company.upsertItem(odd);
    const own = await collect(service);
    const shared = await collect(service, { store });
    const textOf = async (collector: CollectorUnderTest): Promise<string> =>
      (await ask(collector, "/inventory/items/odd")).text.split(',"meta"', 1)[0] ?? "";
    expect(await textOf(shared)).toBe(await textOf(own));
    expect(await textOf(shared)).toContain("0.30000000000000004");
    // The same time, written differently.
    service.company.upsertItem({ ...odd, createdAt: "2026-01-01T01:00:00.000+01:00" });
    for (const collector of [own, shared]) await collector.refresh("full");
    expect(await textOf(shared)).toContain("2026-01-01T01:00:00.000+01:00");
    expect(await textOf(shared)).toBe(await textOf(own));
    expect((await ask(shared, "/inventory/items/%00")).status).toBe(404);
    expect((await ask(shared, "/inventory/items?warehouseId=%00")).json.data).toEqual([]);
  });

  it("a collector that moves to a store imports its history, tokens, records and mail", async () => {
    const service = await serve({ items: 30 });
    const own = await collect(service);
    const edits = otherDesk(own.url, own.folder, "Desk 2");
    await edits("thresholds", "a", { measure: "items", below: 3 });
    await edits("thresholds", "b", { measure: "items", below: 4 });
    const lost = otherDesk(own.url, own.folder, "Desk 3");
    await lost("thresholds", "a", { measure: "items", below: 9 });
    const recordsOf = async (collector: CollectorUnderTest): Promise<unknown> =>
      (await ask(collector, "/stockdeck/v1/documents?after=0&all=true")).json.records;
    const records = await recordsOf(own);
    change(service, "one");
    await own.refresh("incremental");
    const before = namesOf(await changesAfter(own, 0));
    await own.close();
    const mail = new DatabaseSync(collectorFile(own.folder));
    mail.exec(
      "INSERT INTO mailings VALUES ('monday', '{}'); INSERT INTO mails VALUES ('m1', 'default', 'monday', '{}')",
    );
    mail.close();
    const folder = await temporaryFolder();
    fs.mkdirSync(path.join(folder, "journal"));
    for (const name of fs.readdirSync(own.folder).filter((file) => file.startsWith("inventory.sqlite")))
      fs.copyFileSync(path.join(own.folder, name), path.join(folder, "journal", name));
    fs.copyFileSync(collectorFile(own.folder), collectorFile(folder));
    const database = await postgres.database();
    const store = postgres.urlOf(database);
    const pulls = fullLists(service);
    const shared = await collect(service, { folder, store, token: own.token });
    expect(
      await postgres.query(
        database,
        "SELECT mailings.id, mails.id AS mail, connection_id FROM stockdeck.mailings JOIN stockdeck.mails ON source = mailings.id",
      ),
    ).toEqual([{ id: "monday", mail: "m1", connection_id: "default" }]);
    expect(namesOf(await changesAfter(shared, 0))).toEqual(before);
    expect(fullLists(service)).toBe(pulls);
    expect(await recordsOf(shared)).toEqual(records);
    expect(records).toHaveLength(2);
    expect(fs.existsSync(collectorFile(folder))).toBe(false);
    expect(fs.existsSync(`${collectorFile(folder)}.moved`)).toBe(true);
    // The numbering continues, and the counted size continues too.
    await sendEdit(shared, await addTokenOf(shared, "Desk 4", "annotate"), "c");
    expect(await recordsOf(shared)).toMatchObject([
      ...(records as object[]),
      { document: "limits", sequence: 4 },
    ]);
  });

  it("importing a collector's mail keeps the store's mailings and messages", async () => {
    const folder = await temporaryFolder();
    addToken(folder, "Desk 1");
    const own = new DatabaseSync(collectorFile(folder));
    own.exec(`INSERT INTO mailings VALUES ('monday', 'own'), ('friday', 'own');
      INSERT INTO mails VALUES ('m1', 'default', 'monday', 'own'), ('m2', 'default', 'friday', 'own')`);
    own.close();
    const database = await postgres.database();
    const client = new pg.Client({ connectionString: postgres.urlOf(database), ssl: false });
    await client.connect();
    await migrate(client);
    // The state of the tables after a collector was stopped during its first pull.
    await client.query(`INSERT INTO stockdeck.mailings VALUES ('monday', 'store');
      INSERT INTO stockdeck.mails (id, connection_id, source, job) VALUES ('m1', 'default', 'monday', 'store')`);
    expect(await importOwn(client, collectorFile(folder))).toBe(true);
    await client.end();
    expect(await postgres.query(database, "SELECT id, state FROM stockdeck.mailings ORDER BY id")).toEqual([
      { id: "friday", state: "own" },
      { id: "monday", state: "store" },
    ]);
    expect(await postgres.query(database, "SELECT id, job FROM stockdeck.mails ORDER BY id")).toEqual([
      { id: "m1", job: "store" },
      { id: "m2", job: "own" },
    ]);
    expect(fs.existsSync(`${collectorFile(folder)}.moved`)).toBe(true);
  });

  it("tokens are not imported into a store that already has data", async () => {
    const service = await serve({ items: 3 });
    const store = postgres.urlOf(await postgres.database());
    const first = await collect(service, { store });
    await first.close();
    const folder = await temporaryFolder();
    const old = addToken(folder, "Old desk");
    const second = await collect(service, { store, folder, token: first.token });
    expect((await ask({ ...second, token: old }, "/inventory/items")).status).toBe(401);
    expect(fs.existsSync(collectorFile(folder))).toBe(true);
    expect(second.lines.filter((line) => line.includes("was not brought along"))).toHaveLength(1);
  });

  it("an imported token always works, even while the collector starts", async () => {
    const service = await serve({ items: 30 });
    const own = await collect(service);
    await own.close();
    const store = postgres.urlOf(await postgres.database());
    const port = Number(new URL(own.url).port);
    const statuses = new Set<number>();
    const ended = new AbortController();
    const client = (async () => {
      while (!ended.signal.aborted) {
        const answer = await ask(own, "/inventory/items").catch(() => null);
        if (answer) statuses.add(answer.status);
      }
    })();
    await collect(service, { folder: own.folder, token: own.token, store, port });
    await waitUntil(() => statuses.has(200), "an answer");
    ended.abort();
    await client;
    expect([...statuses].filter((status) => status !== 503)).toEqual([200]);
  });

  it("a collector does not start if the store is newer, the database is missing or a permission is missing", async () => {
    const service = await serve({ items: 3 });
    const database = await postgres.database();
    const first = await collect(service, { store: postgres.urlOf(database) });
    await first.close();
    await postgres.query(database, "UPDATE stockdeck.schema_version SET version = 99");
    await expect(collect(service, first.again)).rejects.toMatchObject({ error: { reason: "newer" } });
    const { token } = first;
    const missing = { token, store: postgres.urlOf("nothing_here") };
    await expect(collect(service, missing)).rejects.toThrow("does not exist");
    await postgres.query("postgres", "CREATE ROLE reader LOGIN");
    const poor = new URL(postgres.urlOf(await postgres.database()));
    poor.username = "reader";
    await expect(collect(service, { token, store: poor.href })).rejects.toThrow("permission denied");
    await postgres.requirePassword("reader");
    await expect(collect(service, { token, store: poor.href })).rejects.toThrow(
      "PostgreSQL asks for a password",
    );
  });
});

const SECOND = "ALTER TABLE stockdeck.tokens ADD COLUMN note text";

it("tables of an older version are migrated with their rows", async () => {
  const client = new pg.Client({ connectionString: postgres.urlOf(await postgres.database()), ssl: false });
  await client.connect();
  onTestFinished(() => client.end());
  const versions = async () => (await client.query("SELECT version FROM stockdeck.schema_version")).rows;
  await migrate(client);
  expect(await versions()).toEqual([{ version: 1 }]);
  await client.query("INSERT INTO stockdeck.tokens VALUES ('Desk 1', 'h', 'read', 1, NULL)");
  await migrate(client, [postgres1, SECOND]);
  await migrate(client, [postgres1, SECOND]);
  expect(await versions()).toEqual([{ version: 2 }]);
  expect((await client.query("SELECT label, note FROM stockdeck.tokens")).rows).toEqual([
    { label: "Desk 1", note: null },
  ]);
  await expect(migrate(client)).rejects.toMatchObject({ error: { kind: "store", reason: "newer" } });
});

it("a failed migration changes nothing", async () => {
  const client = new pg.Client({ connectionString: postgres.urlOf(await postgres.database()), ssl: false });
  await client.connect();
  onTestFinished(() => client.end());
  await migrate(client);
  await expect(migrate(client, [postgres1, `${SECOND}; SELECT nothing`])).rejects.toThrow("nothing");
  await migrate(client);
  expect((await client.query("SELECT * FROM stockdeck.tokens")).fields.map(({ name }) => name)).not.toContain(
    "note",
  );
});
