import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { readStoreAddress } from "../../../electron/features/collector/store-address.ts";
import { query } from "../../../electron/features/collector/serving/queries.ts";
import { withStoreTokens } from "../../../electron/features/collector/postgres/store-tokens.ts";
import { startPostgres } from "../../helpers/postgres.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { ask } from "../collector/support.ts";
import { cli, cliProcess, serve, start } from "./support.ts";

const postgres = startPostgres();
const PASSWORD = "Canary-0f-the-Store/42";

it("collect reads the store's address from a file or option", async () => {
  const service = await serve({ items: 20 });
  const [folder, database] = [await temporaryFolder(), await postgres.database()];
  const file = path.join(folder, "store");
  await postgres.query("postgres", `CREATE ROLE guarded LOGIN PASSWORD '${PASSWORD}'`);
  await postgres.query("postgres", `ALTER DATABASE ${database} OWNER TO guarded`);
  const url = new URL(postgres.urlOf(database));
  url.username = "guarded";
  const withoutPassword = url.href;
  url.password = encodeURIComponent(PASSWORD);
  fs.writeFileSync(file, `${url.href}\n`, { mode: 0o600 });
  const data = ["--data-dir", path.join(folder, "data")];
  const outputs: string[] = [];
  const run = async (words: readonly string[], environment = {}) => {
    const ended = await cliProcess(["collect", "tokens", ...words, ...data], environment);
    outputs.push(ended.stdout, ended.stderr);
    return ended;
  };
  const added = await run(["add", "Desk 1", "--store-file", file]);
  expect(added.json).toMatchObject({ label: "Desk 1", right: "read" });
  const token = String(added.json.token);
  const list = ["list", "--store", withoutPassword];
  expect((await run(list, { PGPASSWORD: PASSWORD })).json).toMatchObject({ label: "Desk 1" });
  expect((await run(list, { PGPASSWORD: `${PASSWORD}x` })).code).toBe(7);
  expect((await run(list)).code).toBe(7);
  expect((await run(["list", "--store", postgres.socketUrlOf(database)])).json).toMatchObject({
    label: "Desk 1",
  });
  expect((await run(["add", "Desk 1", "--store-file", file])).code).toBe(2);
  const words = ["--base-url", service.url, "--listen", "127.0.0.1:0", "--store-file", file];
  const running = start(["collect", ...data, ...words]);
  let out = "";
  running.child.stdout?.on("data", (text: Buffer) => (out += text.toString()));
  await waitUntil(() => out.includes("\n"), "its address");
  const at = { url: (JSON.parse(out.split("\n", 1)[0] ?? "") as { url: string }).url, token };
  await waitUntil(async () => (await ask(at, "/inventory/items")).status === 200, "the records");
  for (const name of ["health", "metrics"]) outputs.push((await ask(at, `/stockdeck/v1/${name}`)).text);
  // The log reports the loss, with its cause.
  await postgres.query(
    "postgres",
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`,
  );
  await waitUntil(
    async () => (await ask(at, "/stockdeck/v1/health")).json.role === "leader",
    "it leads again",
  );
  running.child.kill("SIGTERM");
  const ended = await running.ended;
  expect(ended.code).toBe(0);
  outputs.push(ended.stdout, ended.stderr);
  expect((await run(["remove", "Desk 1", "--store-file", file])).json).toEqual({
    removed: "Desk 1",
  });
  const kept = fs
    .readdirSync(path.join(folder, "data"), { recursive: true, encoding: "utf8" })
    .map((name) => path.join(folder, "data", name))
    .filter((name) => fs.statSync(name).isFile())
    .map((name) => fs.readFileSync(name).toString("latin1"));
  expect(ended.stderr).toContain("the store was lost");
  for (const text of [...outputs, ...kept])
    for (const form of [PASSWORD, encodeURIComponent(PASSWORD)]) expect(text).not.toContain(form);
});

it("the sslmode parameter decides whether the connection to the store is encrypted and verified", async () => {
  const url = postgres.urlOf(await postgres.database());
  const isEncrypted = async (parameters: string): Promise<boolean | undefined> => {
    const work = query<{ ssl: boolean }>("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
    return (await withStoreTokens(readStoreAddress(`${url}?${parameters}`), work))[0]?.ssl;
  };
  const authority = `sslrootcert=${encodeURIComponent(postgres.certificate)}`;
  expect(await isEncrypted("sslmode=disable")).toBe(false);
  expect(await isEncrypted("sslmode=require")).toBe(true);
  expect(await isEncrypted(`sslmode=verify-ca&${authority}`)).toBe(true);
  expect(await isEncrypted(`sslmode=verify-full&${authority}`)).toBe(true);
  for (const mode of ["verify-ca", "verify-full"])
    await expect(isEncrypted(`sslmode=${mode}`)).rejects.toMatchObject({ error: { kind: "store" } });
});

it("collect refuses a command-line password, an empty address and a missing store", async () => {
  const folder = await temporaryFolder();
  const data = ["collect", "tokens", "list", "--data-dir", folder];
  const given = await cli([...data, "--store", "postgres://stockdeck:Sesame0123@localhost/stock"]);
  expect([given.code, given.stdout]).toEqual([2, ""]);
  expect(given.stderr).toContain("--store-file");
  expect(given.stderr).not.toContain("Sesame0123");
  const empty = path.join(folder, "empty");
  fs.writeFileSync(empty, "\n", { mode: 0o600 });
  expect((await cli([...data, "--store-file", empty])).code).toBe(2);
  const serving = ["--base-url", "http://127.0.0.1:1", "--listen", "127.0.0.1:0"];
  const views = await cli(["collect", "--data-dir", folder, ...serving, "--sql-views"]);
  expect([views.code, views.stderr.includes("--sql-views needs --store")]).toEqual([2, true]);
  // The server starts with the first database.
  await postgres.database();
  const missing = await cli([...data, "--store", postgres.urlOf("nothing_here")]);
  expect([missing.code, missing.stderr]).toEqual([7, expect.stringContaining("does not exist") as unknown]);
});
