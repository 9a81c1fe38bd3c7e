import fs from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import type { FaultSettings } from "../../service/index.ts";
import { selfSigned } from "../../helpers/self-signed.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { companyRecords, copiedRecords } from "../sync/support.ts";
import { CANARY, cli, cliProcess, serve, start, syncOf, type Ended } from "./support.ts";

const databaseIn = (folder: string): string => path.join(folder, "inventory.sqlite");

/** Runs a sync and checks its last line. Its output must have no key and no stack trace. */
function expectDecent({ stdout, stderr, json }: Ended): void {
  expect(json).toBeDefined();
  expect(stdout.trimEnd().split("\n")).toHaveLength(1);
  expect(stdout + stderr).not.toContain(CANARY);
  expect(stderr).not.toMatch(/^\s+at /m);
}

function expectFailure(ended: Ended, code: number, kind: string): void {
  expectDecent(ended);
  expect(ended.json).toEqual({
    ok: false,
    error: { kind, message: expect.any(String), requestId: ended.json.error.requestId },
    mark: ended.json.mark,
  });
  expect([ended.code, ended.json.error.kind]).toEqual([code, kind]);
}

describe("the command `sync`", () => {
  it("the first `sync` pulls all rows; later runs pull only changes", async () => {
    const service = await serve();
    const folder = path.join(await temporaryFolder(), "made", "by", "it");
    const first = await cli(syncOf(service, folder));
    expectDecent(first);
    expect(first.code).toBe(0);
    const resource = (all: number): object => ({ seen: all, written: all, quarantined: 0, total: all });
    expect(first.json).toEqual({
      ok: true,
      mode: "full",
      items: resource(300),
      types: resource(60),
      locations: resource(12),
      requests: 4,
      restarts: 0,
      retries: 0,
      waitedMs: 0,
      changes: 0,
      verified: 0,
      unverified: 0,
      noLongerReturned: { items: 0, types: 0, locations: 0 },
      mark: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    service.company.upsertItem({ id: "later", name: "Later" });
    const second = await cli(
      syncOf(service, folder, "--page-size", "20", "--overlap", "60", "--timeout", "5"),
    );
    expect(second.json).toMatchObject({ ok: true, mode: "incremental", items: { written: 1, total: 301 } });
    expect(service.requests.entries.at(-1)?.query).toMatchObject({
      limit: "20",
      updatedSince: new Date(Date.parse(first.json.mark) - 60_000).toISOString(),
    });
    expect(await copiedRecords(databaseIn(folder), "items")).toEqual(companyRecords(service, "items"));
    const status = await cli(["status", "--data-dir", folder]);
    expect([status.code, status.json]).toMatchObject([
      0,
      {
        totals: { items: 301, types: 60, locations: 12 },
        mark: second.json.mark,
        lastFullCheck: expect.any(String),
        quarantined: 0,
        sizes: { database: expect.any(Number) },
      },
    ]);
    expect(
      fs.readdirSync(folder).flatMap((name) => fs.readFileSync(path.join(folder, name)).includes(CANARY)),
    ).not.toContain(true);
  });

  it("`sync` writes progress and waiting times only to stderr", async () => {
    // The check whether the service is a collector waits after both 429s, and gives up at the first 500. The
    // next sync repeats it.
    const service = await serve({ faults: { tooManyNext: 2, retryAfter: "1", serverErrorNext: 2 } });
    const ended = await cli(syncOf(service, await temporaryFolder()));
    expectDecent(ended);
    expect(ended.json).toMatchObject({ ok: true, requests: 5, retries: 1, waitedMs: expect.any(Number) });
    expect(ended.json.waitedMs).toBeGreaterThanOrEqual(1_000);
    expect(ended.stderr).toMatch(/rate-limited: next request at 20/);
    expect(ended.stderr).toMatch(/trying again: next request at 20/);
  });
});

describe("the exit code of `sync`", () => {
  it.each<[string, FaultSettings | "revoked" | "not_pro", number, string]>([
    ["3 if the service does not accept the key", "revoked", 3, "unauthorized"],
    ["4 if the key's plan does not include the API", "not_pro", 4, "forbidden"],
    [
      "5 if the service asks for a longer wait than the client allows",
      { tooManyNext: 9, retryAfter: "3600" },
      5,
      "rate_limited",
    ],
    ["6 if the service redirects to another address", { redirectTo: "http://127.0.0.1:9/" }, 6, "network"],
    ["8 if a page announces more records but has no cursor", { cursorFault: "missing" }, 8, "protocol"],
    ["8 if the answer is HTML instead of JSON", { htmlNext: 9 }, 8, "protocol"],
  ])("the exit code of a sync is %s", async (_what, fault, code, kind) => {
    const service = await serve(typeof fault === "string" ? {} : { faults: fault });
    if (typeof fault === "string") service.setKeyState(CANARY, fault);
    const ended = await cli(syncOf(service, await temporaryFolder(), "--page-size", "50"));
    expectFailure(ended, code, kind);
    expect(ended.json.mark).toBeNull();
    if (code !== 6 && !("htmlNext" in Object(fault)))
      expect(ended.json.error.requestId).toBe(service.requests.entries.at(-1)?.requestId);
  });

  it("a key from stdin is not in the environment or the process list", async () => {
    const service = await serve();
    const words = syncOf(service, await temporaryFolder(), "--key-stdin");
    const { child, ended } = start(words, { STOCKDECK_API_KEY: "not-this-one" }, "pipe");
    child.stdin?.end(`${CANARY}\r\nmore\n`);
    const { code, json, stdout, stderr } = await ended;
    expect([code, json]).toMatchObject([0, { ok: true }]);
    expect(stdout + stderr).not.toContain(CANARY);
    const empty = start(words, {}, "pipe");
    empty.child.stdin?.end();
    expectFailure(await empty.ended, 2, "invalid_input");
  });

  it("a sync always exits with 6 for an untrusted certificate", async () => {
    let seen = 0;
    const server = createServer(selfSigned(), (_request, response) => {
      seen += 1;
      response.end();
    });
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const words = ["sync", "--base-url", `https://127.0.0.1:${port}`, "--data-dir", await temporaryFolder()];
    const ended = await cliProcess(words, { NODE_TLS_REJECT_UNAUTHORIZED: "0", NODE_NO_WARNINGS: "1" });
    server.close();
    expectFailure(ended, 6, "network");
    expect([ended.json.error.message, seen]).toEqual([expect.stringMatching(/certificate/i), 0]);
  });

  it("a sync without a key exits with 3 and lists the sources of a key", async () => {
    const service = await serve();
    const environment = {
      STOCKDECK_API_KEY: undefined,
      DBUS_SESSION_BUS_ADDRESS: undefined,
      DISPLAY: undefined,
      WAYLAND_DISPLAY: undefined,
      XDG_RUNTIME_DIR: "/nonexistent",
    };
    const ended = await cli(syncOf(service, await temporaryFolder()), environment);
    expectFailure(ended, 3, "no_key");
    expect(ended.json.error.message).toMatch(/STOCKDECK_API_KEY.*(keyring|keychain)/);
    expect(service.requests.total).toBe(0);
  });

  it.each([
    ["a data folder that cannot be created", (folder: string) => path.join(folder, "file", "deeper")],
    ["a data folder whose path is that of a file", (folder: string) => path.join(folder, "file")],
  ])("the exit code of a sync is 7 for %s", async (_what, place) => {
    const service = await serve();
    const folder = await temporaryFolder();
    fs.writeFileSync(path.join(folder, "file"), "mine");
    expectFailure(await cli(syncOf(service, place(folder))), 7, "store");
    expect(fs.readFileSync(path.join(folder, "file"), "utf8")).toBe("mine");
    expect(service.requests.total).toBe(0);
  });

  it("a sync exits with 7 for a newer version's database", async () => {
    const service = await serve();
    const folder = await temporaryFolder();
    const newer = new DatabaseSync(databaseIn(folder));
    newer.exec("CREATE TABLE future (a); PRAGMA user_version = 99;");
    newer.close();
    const before = fs.readFileSync(databaseIn(folder));
    const commands = [
      syncOf(service, folder),
      ["status", "--data-dir", folder],
      [
        "export",
        "--data-dir",
        folder,
        "--resource",
        "items",
        "--format",
        "csv",
        "--out",
        path.join(folder, "out.csv"),
      ],
    ];
    const ended = await Promise.all(commands.map((words) => cli(words)));
    expect(ended.map(({ code }) => code)).toEqual([7, 7, 7]);
    for (const { stdout, stderr } of ended) expect(stdout + stderr).toContain("newer version");
    expect(fs.readFileSync(databaseIn(folder)).equals(before)).toBe(true);
    expect(fs.existsSync(path.join(folder, "out.csv"))).toBe(false);
  });
});

describe("two syncs of one folder", () => {
  it("a second sync of the same folder exits with 7 at once", async () => {
    const service = await serve({ faults: { latencyMs: 3_000 } });
    const folder = await temporaryFolder();
    const first = start(syncOf(service, folder));
    await waitUntil(() => service.requests.total > 0, "the first request");
    service.setFaults({ latencyMs: 800 });
    const second = await cli(syncOf(service, folder));
    service.setFaults({ latencyMs: 0 });
    expectFailure(second, 7, "store");
    expect(second.json.error.message).toContain("one process at a time");
    expect((await first.ended).json).toMatchObject({ ok: true, items: { total: 300 } });
  });
});

describe("an aborted sync", () => {
  it(
    "a sync killed with -9 leaves an intact database, and the next sync succeeds",
    { tags: ["whole"] },
    async () => {
      const service = await serve({ items: 2_000, faults: { latencyMs: 15 } });
      const folder = await temporaryFolder();
      for (const requests of [9, 20, 31]) {
        service.requests.clear();
        const running = start(syncOf(service, folder, "--page-size", "50"));
        await waitUntil(() => service.requests.total >= requests, `${requests} requests`);
        running.child.kill("SIGKILL");
        await running.ended;
        const database = new DatabaseSync(databaseIn(folder));
        expect(database.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
        expect(database.prepare("SELECT value FROM facts WHERE name = 'mark'").get()).toBeUndefined();
        database.close();
      }
      service.setFaults({ latencyMs: 0 });
      const last = await cli(syncOf(service, folder));
      expect([last.code, last.json]).toMatchObject([
        0,
        { mode: "full", items: { seen: 2_000, total: 2_000 } },
      ]);
      expect(last.json.items.written).toBeLessThan(2_000);
      expect(await copiedRecords(databaseIn(folder), "items")).toEqual(companyRecords(service, "items"));
    },
  );

  it.each(["SIGINT", "SIGTERM"] as const)(
    "a sync that waits for its key on stdin exits with 130 on %s",
    async (signal) => {
      const service = await serve();
      const folder = await temporaryFolder();
      const words = syncOf(service, folder, "--key-stdin");
      const { child, ended } = start(words, { STOCKDECK_API_KEY: undefined }, "pipe");
      // The database is made just before the key is read.
      await waitUntil(() => fs.existsSync(path.join(folder, "inventory.sqlite")), "the data folder");
      child.kill(signal);
      const { code, json } = await ended;
      expect([code, json]).toMatchObject([130, { ok: false, error: { kind: "cancelled" } }]);
      expect(service.requests.total).toBe(0);
    },
  );

  it("a sync stopped with Ctrl+C reports the cancellation and keeps its rows", async () => {
    const service = await serve({ items: 2_000, faults: { latencyMs: 40 } });
    const running = start(syncOf(service, await temporaryFolder(), "--page-size", "50"));
    await waitUntil(() => service.requests.total >= 8, "eight requests");
    running.child.kill("SIGINT");
    const ended = await running.ended;
    expectFailure(ended, 130, "cancelled");
    expect(ended.json.mark).toBeNull();
  });
});
