import { readdirSync } from "node:fs";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { DEFAULT_SETTINGS } from "../../shared/inventory/settings.ts";
import { startProgram, type RunningProgram } from "../helpers/child.ts";
import { callHost } from "./host-client.ts";

const KEYED_HOST = fileURLToPath(new URL("./keyed-host.ts", import.meta.url));

/** A browser host over one data folder, with the real core and store. A test may end its own host and start it again. */
export class BrowserHost {
  /** Everything that the app keeps. */
  readonly folder: string;
  #program: RunningProgram | null = null;
  readonly #under: readonly string[];
  #url = "";

  /** @param under the words before the command (`startProgram`). */
  constructor(folder: string, under: readonly string[] = []) {
    this.folder = folder;
    this.#under = under;
  }

  /** The page's address, with its token; it changes with each start. */
  get url(): string {
    return this.#url;
  }

  /** The address of the table of items. */
  get itemsUrl(): string {
    return `${this.url}#/items`;
  }

  /** The id of the host's only connection. */
  get connectionId(): string {
    const [connectionId, ...others] = readdirSync(path.join(this.folder, "profiles"));
    if (connectionId === undefined || others.length > 0)
      throw new Error("There is not exactly one connection.");
    return connectionId;
  }

  /** The database of the only connection's local copy. */
  get inventory(): string {
    return path.join(this.folder, "profiles", this.connectionId, "inventory.sqlite");
  }

  /**
   * Starts the host.
   * @param keys the keychain's contents (`keptKey`) by connection, `default` for all other connections; if
   * absent, there is no keychain.
   * @param more further variables of the environment.
   */
  async start(
    keys?: Readonly<Record<string, string>>,
    more: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const program = keys ? [KEYED_HOST] : ["scripts/start.ts", "--browser", "--no-build"];
    const environment = {
      ...process.env,
      // No test may touch the developer's own keychain.
      DBUS_SESSION_BUS_ADDRESS: "disabled:",
      // Steps name buttons in English, whatever the developer's language is.
      LC_ALL: "en_US.UTF-8",
      LANGUAGE: "en",
      ...(keys ? { STOCKDECK_TEST_KEYS: JSON.stringify(keys) } : {}),
      ...more,
    };
    this.#program = startProgram([...program, "--folder", this.folder], environment, this.#under);
    [this.#url] = await this.#program.waitFor(/http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/);
  }

  /** Sends the host's process a signal. */
  signal(name: NodeJS.Signals): void {
    this.#program?.process.kill(name);
  }

  async stop(): Promise<void> {
    await this.#program?.stop();
    this.#program = null;
  }

  /** Ends the host and deletes its folder. */
  async remove(): Promise<void> {
    await this.stop();
    await fs.rm(this.folder, { recursive: true, force: true });
  }
}

/** The host of a worker, as its tests see it. Its tests must not end it, because later tests use it. */
class LentHost extends BrowserHost {
  readonly #owner: BrowserHost;

  constructor(owner: BrowserHost) {
    super(owner.folder);
    this.#owner = owner;
  }

  override get url(): string {
    return this.#owner.url;
  }

  override start(): Promise<void> {
    throw new Error("A test that starts its host needs one of its own: test.use({ ownHost: true }).");
  }

  override signal(): void {
    throw new Error("A test that signals its host needs one of its own: test.use({ ownHost: true }).");
  }

  override stop(): Promise<void> {
    throw new Error("A test that ends its host needs one of its own: test.use({ ownHost: true }).");
  }
}

/** Starts a host over a new folder. @param more variables of its environment. */
export async function startHost(more: Readonly<Record<string, string>> = {}): Promise<BrowserHost> {
  const host = new BrowserHost(await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-page-")));
  await host.start(undefined, more);
  return host;
}

/**
 * The host that a worker's tests use one after another, each with its own connections. Starting a host and its
 * threads costs a second of processor time, a third of a typical test.
 */
export class WorkerHost {
  #host: BrowserHost | null = null;

  /** Lends the host, which has no connection, and empties it again. */
  async lend(use: (host: BrowserHost) => Promise<void>): Promise<void> {
    this.#host ??= await startHost();
    await use(new LentHost(this.#host));
    await empty(this.#host);
  }

  async remove(): Promise<void> {
    await this.#host?.remove();
  }
}

/** Removes every connection, setting and exported file. The host is then like a new host. */
async function empty({ url, folder }: BrowserHost): Promise<void> {
  for (;;) {
    const { connections, current } = await callHost(url, "listConnections");
    const [connection] = connections;
    if (!connection) break;
    if (current === null) await callHost(url, "switchConnection", { connectionId: connection.connectionId });
    await callHost(url, "disconnect");
  }
  await callHost(url, "saveSettings", DEFAULT_SETTINGS);
  await fs.rm(path.join(folder, "exported"), { recursive: true, force: true });
}
