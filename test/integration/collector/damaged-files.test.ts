import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import { applyEdits } from "../../../electron/features/collector/serving/team-documents.ts";
import {
  addToken as storeToken,
  hashOf,
  readTokens,
  withTokens,
} from "../../../electron/features/collector/serving/token-table.ts";
import { calendarClock } from "../../helpers/virtual-clock.ts";
import { startPostgres } from "../../helpers/postgres.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { cli } from "../cli/support.ts";
import { joinTeam, CONNECTION_ID } from "../team/support.ts";
import { serve } from "../sample-service/support.ts";
import { addToken, ask, collect, storesOf, type CollectorUnderTest } from "./support.ts";

/** Removes the files that SQLite keeps next to a closed database. */
function removeLogs(file: string): void {
  for (const suffix of ["-wal", "-shm"]) fs.rmSync(file + suffix, { force: true });
}

/** Overwrites the pages of a table, as a failing disk does. The log first becomes part of the file. */
function damageTable(file: string, table: string): void {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA busy_timeout = 10000; PRAGMA wal_checkpoint(TRUNCATE)");
  const { size } = database.prepare("SELECT page_size AS size FROM pragma_page_size").get() as {
    size: number;
  };
  const pages = database
    .prepare("SELECT pageno FROM dbstat WHERE name = ?")
    .all(table) as unknown as readonly { readonly pageno: number }[];
  database.close();
  const descriptor = fs.openSync(file, "r+");
  for (const { pageno } of pages)
    fs.writeSync(descriptor, Buffer.alloc(size, 0xa5), 0, size, (pageno - 1) * size);
  fs.closeSync(descriptor);
}

/** The ways in which the tests damage a closed file. */
const DAMAGES: readonly (readonly [name: string, damage: (file: string) => void])[] = [
  ["has no header any more", (file) => fs.writeFileSync(file, "not a database".repeat(1_000))],
  ["lost the page of its tokens", (file) => damageTable(file, "tokens")],
  ["lost the pages of its team", (file) => damageTable(file, "team_records")],
  ["was cut in the middle", (file) => fs.truncateSync(file, Math.floor(fs.statSync(file).size / 2))],
  ["is empty", (file) => fs.truncateSync(file, 0)],
  ["was deleted", (file) => fs.rmSync(file)],
];

/**
 * The failure that ended a collector, as its command prints it; empty while the collector runs. All other lines
 * are JSON.
 */
const failureOf = ({ lines }: CollectorUnderTest): string =>
  lines.find((line) => !line.startsWith("{")) ?? "";

const backupsIn = (folder: string): readonly string[] =>
  fs.existsSync(path.join(folder, "backups")) ? fs.readdirSync(path.join(folder, "backups")) : [];

/** The arguments that start a collector before an unreachable service. */
const words = (folder: string, ...more: readonly string[]): string[] => [
  "collect",
  "--data-dir",
  folder,
  "--base-url",
  "http://127.0.0.1:1",
  "--listen",
  "127.0.0.1:0",
  ...more,
];

/** A closed collector with a token, a team's names and a backup. */
async function closedCollector(): Promise<CollectorUnderTest> {
  const collector = await collect(await serve({ items: 3 }));
  const edits = Array.from({ length: 50 }, (_none, at) => ({
    edit: crypto.randomUUID(),
    document: "names",
    id: `usr_${at}`,
    value: JSON.stringify({ name: `Name ${at}`, team: "", note: "n".repeat(900) }),
    basedOn: 0,
    editedAt: Date.now(),
  }));
  const outcomes = withTokens(collector.files.own, applyEdits(edits, "Desk 1", Date.now()));
  expect(new Set(outcomes)).toEqual(new Set(["accepted"]));
  await waitUntil(() => backupsIn(collector.folder).length > 0, "the first backup");
  await collector.close();
  removeLogs(collector.files.own);
  return collector;
}

describe("collector.sqlite", () => {
  it.each(DAMAGES)(
    "a collector.sqlite that %s ends every command with exit code 7 and is not changed",
    async (_name, damage) => {
      const { folder, files } = await closedCollector();
      const backup = path.join(folder, "backups", backupsIn(folder)[0] ?? "");
      damage(files.own);
      const before = fs.existsSync(files.own) ? fs.readFileSync(files.own) : null;
      for (const args of [words(folder), ["collect", "tokens", "add", "Desk 2", "--data-dir", folder]]) {
        const { code, stdout, stderr } = await cli(args);
        expect([code, stdout]).toEqual([7, ""]);
        for (const part of [files.own, backup, "--new-epoch", "--accept-loss"])
          expect(stderr).toContain(part);
      }
      expect(fs.existsSync(files.own) ? fs.readFileSync(files.own) : null).toEqual(before);
      // The backup that the message names restores the tokens.
      fs.copyFileSync(backup, files.own);
      removeLogs(files.own);
      expect(withTokens(files.own, readTokens())).toMatchObject([{ label: "Desk 1" }]);
    },
  );

  it("the message about a damaged file names the last readable backup, or says that there is no backup", async () => {
    const { folder, files } = await closedCollector();
    const good = path.join(folder, "backups", "collector-2026-01-05.sqlite");
    fs.renameSync(path.join(folder, "backups", backupsIn(folder)[0] ?? ""), good);
    fs.writeFileSync(path.join(folder, "backups", "collector-2026-01-06.sqlite"), "damaged too".repeat(900));
    fs.writeFileSync(files.own, "damaged".repeat(2_000));
    const list = ["collect", "tokens", "list", "--data-dir", folder];
    expect((await cli(list)).stderr).toContain(good);
    fs.rmSync(good);
    const { code, stderr } = await cli(list);
    expect([code, stderr.includes("no backup"), stderr.includes("collector-2026")]).toEqual([7, true, false]);
  });

  it("--accept-loss replaces a damaged collector.sqlite, and the log reports it", async () => {
    const service = await serve({ items: 3 });
    const first = await collect(service);
    const desk = await joinTeam(first, { label: "Desk A", shares: ["limits"] });
    for (const id of ["a", "b", "c"]) await desk.save("limits", id, 7);
    await desk.exchange();
    await first.close();
    removeLogs(first.files.own);
    fs.writeFileSync(first.files.own, "damaged".repeat(2_000));
    await expect(collect(service, { folder: first.folder, token: first.token })).rejects.toMatchObject({
      error: { kind: "store", reason: "corrupt" },
    });
    const port = Number(new URL(first.url).port);
    const second = await collect(service, {
      folder: first.folder,
      token: first.token,
      port,
      acceptsLoss: true,
    });
    expect(second.lines.some((line) => line.includes("was begun again"))).toBe(true);
    expect(fs.readdirSync(first.folder).some((name) => name.startsWith("collector.sqlite.damaged-"))).toBe(
      true,
    );
    expect((await ask(second, "/stockdeck/v1")).status).toBe(200);
    // The administrator adds the workstation's token again.
    for (const [label, token] of [
      ["Desk 1", second.token],
      ["Desk A", desk.token],
    ] as const)
      withTokens(
        second.files.own,
        storeToken({ label, hash: hashOf(token), access: "annotate", createdAt: 1 }),
      );
    await desk.exchange();
    expect(await desk.read("limits")).toEqual({ a: 7, b: 7, c: 7 });
    expect((await desk.team.summary(CONNECTION_ID)).state).toMatchObject({ asksLoss: true });
    await desk.save("limits", "d", 9);
    await desk.exchange();
    expect((await ask(second, "/stockdeck/v1/documents?after=0")).json).toMatchObject({ records: [] });
    await desk.team.acceptLoss(CONNECTION_ID);
    await desk.exchange();
    expect(await desk.read("limits")).toEqual({ d: 9 });
    expect((await desk.team.summary(CONNECTION_ID)).state).toMatchObject({ asksLoss: false });
  });

  it("collector.sqlite keeps its last seven daily backups", async () => {
    const clock = calendarClock(Date.parse("2026-03-01T12:00:00Z"));
    const { folder, files } = await collect(await serve({ items: 1 }), { clock });
    const dayOf = (day: number): string => `collector-2026-03-${String(day).padStart(2, "0")}.sqlite`;
    for (let day = 1; day <= 9; day += 1) {
      await waitUntil(() => backupsIn(folder).includes(dayOf(day)), `the backup of day ${day}`);
      addToken(folder, `Token of day ${day}`);
      await clock.advance(86_400_000);
    }
    const kept = [4, 5, 6, 7, 8, 9, 10].map(dayOf).join();
    await waitUntil(() => backupsIn(folder).toSorted().join() === kept, "the last seven backups");
    const copy = new DatabaseSync(path.join(folder, "backups", dayOf(9)), { readOnly: true });
    expect(copy.prepare("SELECT count(*) AS count FROM tokens").get()).toEqual({ count: 9 });
    copy.close();
    expect(fs.statSync(files.own).mode & 0o077).toBe(0);
    expect(fs.statSync(path.join(folder, "backups", dayOf(9))).mode & 0o077).toBe(0);
  });

  it("a running collector exits and names the file if collector.sqlite is damaged", async () => {
    const folder = await temporaryFolder();
    const closed = await closedCollector();
    fs.cpSync(closed.folder, folder, { recursive: true });
    const service = await serve({ items: 3 });
    const running = await collect(service, { folder, token: closed.token, newEpoch: true });
    damageTable(running.files.own, "team_records");
    await ask(running, "/stockdeck/v1/documents?after=0&all=true");
    await waitUntil(() => failureOf(running).includes(running.files.own), "the failure");
    expect(failureOf(running)).toContain("--accept-loss");
  });
});

const postgres = startPostgres();

describe.each(storesOf(postgres))("damaged data of a collector on %s", (_name, makeStore) => {
  it("a collector exits if its copy is damaged", async () => {
    const service = await serve({ items: 4_000 });
    const store = await makeStore();
    const running = await collect(service, { store });
    damageTable(running.files.inventory, "items");
    for (let at = 0; at < 2_000; at += 1)
      service.company.upsertItem({
        ...service.company.items.get(`itm_${at}`),
        id: `new ${at}`,
        name: `New ${at}`,
      });
    await running.refresh("full").catch(() => {});
    if (store === undefined) await ask(running, "/stockdeck/v1/snapshot").catch(() => {});
    await waitUntil(() => failureOf(running).includes(running.files.inventory), "the failure");
    await running.close();
    const again = await collect(service, running.again);
    const { json } = await ask(again, "/stockdeck/v1/health");
    expect(json).toMatchObject({ ok: true, error: null });
    expect((await ask(again, "/inventory/items?limit=5")).json.data).toHaveLength(5);
  });
});
