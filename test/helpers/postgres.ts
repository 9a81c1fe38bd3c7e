import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, onTestFinished } from "vitest";
import { ensureDebianPackages, POSTGRES_PACKAGES } from "../../scripts/debian.ts";
import { selfSigned } from "./self-signed.ts";
import { waitUntil } from "./wait-until.ts";

/** The folder in which Debian's packages have the programs of each version. */
const VERSIONS = "/usr/lib/postgresql";

/** Debian's PostgreSQL server for one test file, on loopback and a socket. It has the default `fsync`. */
export class PostgresServer {
  readonly #folder: string;
  readonly #programs: string;
  #child: ChildProcess | null = null;
  #port = 0;
  #databases = 0;
  #started: Promise<void> | null = null;

  constructor() {
    const problem = fs.existsSync(VERSIONS) ? null : ensureDebianPackages(POSTGRES_PACKAGES);
    if (problem !== null) throw new Error(problem);
    const [newest] = fs
      .readdirSync(VERSIONS)
      .map(Number)
      .toSorted((left, right) => right - left);
    this.#programs = path.join(VERSIONS, String(newest), "bin");
    this.#folder = fs.mkdtempSync(path.join(os.tmpdir(), "stockdeck-pg-"));
  }

  /** Makes the cluster, and starts it. */
  async start(): Promise<void> {
    if (asUser().length > 0) execFileSync("chown", ["postgres:", this.#folder]);
    const data = path.join(this.#folder, "data");
    const words = ["-D", data, "--username=stockdeck", "--auth=trust", "--encoding=UTF8", "--locale=C"];
    this.#run("initdb", ...words, "--no-sync");
    // Every client may connect as the owner; the role "guarded" needs its password.
    const rules = path.join(data, "pg_hba.conf");
    const trusting = fs.readFileSync(rules, "utf8");
    fs.writeFileSync(rules, `host all guarded 127.0.0.1/32 scram-sha-256\n${trusting}`);
    const { cert, key } = selfSigned();
    for (const [name, text] of [
      ["server.crt", cert],
      ["server.key", key],
    ] as const) {
      const file = path.join(data, name);
      fs.writeFileSync(file, text, { mode: 0o600 });
      if (asUser().length > 0) execFileSync("chown", ["postgres:", file]);
    }
    this.#port = await freePort();
    await this.resume();
  }

  /** Starts the server again. */
  async resume(): Promise<void> {
    const settings = [
      `port=${this.#port}`,
      "listen_addresses=127.0.0.1",
      "max_connections=60",
      "ssl=on",
    ].flatMap((one) => ["-c", one]);
    const program = path.join(this.#programs, "postgres");
    const words = ["-D", path.join(this.#folder, "data"), "-k", this.#folder, ...settings];
    const [command = program, ...rest] = [...asUser(), program, ...words];
    const child = spawn(command, rest, { cwd: this.#folder, stdio: ["ignore", "ignore", "pipe"] });
    let errors = "";
    child.stderr.on("data", (data: Buffer) => (errors += data.toString()));
    this.#child = child;
    const kill = (): void => void child.kill("SIGQUIT");
    process.once("exit", kill);
    child.once("exit", () => process.off("exit", kill));
    await waitUntil(
      async () => {
        if (child.exitCode !== null) throw new Error(`postgres ended: ${errors}`);
        return this.query("postgres", "SELECT 1").then(
          () => true,
          () => false,
        );
      },
      "PostgreSQL",
      30_000,
    );
  }

  /** Stops the server. With SIGQUIT it stops at once, as in a crash. */
  async stop(signal: "SIGINT" | "SIGQUIT" = "SIGINT"): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop("SIGQUIT");
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Makes an empty database; starts the server first if it has not started. @returns its name. */
  async database(): Promise<string> {
    await (this.#started ??= this.start());
    this.#databases += 1;
    const name = `test_${this.#databases}`;
    await this.query("postgres", `CREATE DATABASE ${name}`);
    onTestFinished(
      async () => void (await this.query("postgres", `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
    );
    return name;
  }

  /** The file of the server's certificate, which no authority vouches for. */
  get certificate(): string {
    return path.join(this.#folder, "data", "server.crt");
  }

  /** The address of a database. */
  urlOf(database: string): string {
    return `postgres://stockdeck@127.0.0.1:${this.#port}/${database}`;
  }

  /** The address of a database by the server's socket. */
  socketUrlOf(database: string): string {
    return `postgres://stockdeck@${encodeURIComponent(this.#folder)}:${this.#port}/${database}`;
  }

  /** Runs statements in a database. */
  async query(database: string, text: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.urlOf(database), ssl: false });
    client.on("error", () => {});
    await client.connect();
    try {
      const result = await client.query<Record<string, unknown>>(text);
      return result.rows;
    } finally {
      await client.end();
    }
  }

  /** Makes the server require a password for a role. */
  async requirePassword(role: string): Promise<void> {
    const rules = path.join(this.#folder, "data", "pg_hba.conf");
    const rule = `host all ${role} 127.0.0.1/32 scram-sha-256\n`;
    fs.writeFileSync(rules, rule + fs.readFileSync(rules, "utf8"));
    await this.query("postgres", `ALTER ROLE ${role} PASSWORD 'unknown'; SELECT pg_reload_conf()`);
    await waitUntil(async () => {
      const address = new URL(this.urlOf("postgres"));
      address.username = role;
      const client = new pg.Client({ connectionString: address.href, ssl: false });
      const isLetIn = await client.connect().then(
        () => true,
        () => false,
      );
      await client.end().catch(() => {});
      return !isLetIn;
    }, "the server to ask for a password");
  }

  /** The output of a program of PostgreSQL, such as pg_dump. */
  run(program: string, ...words: readonly string[]): string {
    return execFileSync(path.join(this.#programs, program), [...words], { encoding: "utf8" });
  }

  #run(program: string, ...words: readonly string[]): void {
    const [command = program, ...rest] = [...asUser(), path.join(this.#programs, program), ...words];
    execFileSync(command, rest, { cwd: this.#folder, stdio: "pipe" });
  }
}

/** The words that run a program as the user `postgres`, because PostgreSQL refuses root. */
const asUser = (): readonly string[] =>
  process.getuid?.() === 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] : [];

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** A server for the tests of a file. It starts when the first database is made. */
export function startPostgres(): PostgresServer {
  const server = new PostgresServer();
  afterAll(() => server.remove(), 60_000);
  return server;
}
