import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import { onTestFinished } from "vitest";
import { createLog } from "../../../electron/base/log.ts";
import { systemClock, type Clock } from "../../../electron/base/clock.ts";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import { startCollector } from "../../../electron/features/collector/collector.ts";
import {
  collectorFile,
  type Collector,
  type CollectorOptions,
} from "../../../electron/features/collector/collector-options.ts";
import { readStoreAddress } from "../../../electron/features/collector/store-address.ts";
import { withStoreTokens } from "../../../electron/features/collector/postgres/store-tokens.ts";
import type { Work } from "../../../electron/features/collector/serving/queries.ts";
import {
  addToken as addTokenTo,
  hashOf,
  newToken,
  readTokens,
  removeToken as removeTokenFrom,
  withTokens,
} from "../../../electron/features/collector/serving/token-table.ts";
import type { TokenRight } from "../../../shared/features/team/team-kinds.ts";
import { trustedProxies } from "../../../electron/features/collector/serving/webhooks/sender.ts";
import { COMPUTATIONS } from "../../../electron/hosts/core/computations.ts";
import { DEFAULT_CONNECTION } from "../../../electron/hosts/cli/find-key.ts";
import type { SampleService } from "../../service/index.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../../shared/inventory/settings.ts";
import type { PostgresServer } from "../../helpers/postgres.ts";
import { IS_WHOLE_RUN } from "../../helpers/whole-run.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { waitUntil } from "../../helpers/wait-until.ts";

/** A collector of the running test. */
export interface CollectorUnderTest extends Collector {
  readonly folder: string;
  readonly token: string;
  /** Everything that it logged. */
  readonly lines: readonly string[];
  /** The paths of its database and the copy's. */
  readonly files: { readonly inventory: string; readonly own: string };
  /** The options of another collector of the same folder, token and store. */
  readonly again: Pick<CollectorTestOptions, "folder" | "token" | "store">;
}

/** The stores that the tests of a collector run on. Each function makes an empty store, and returns its address. */
export type StoreUnderTest = readonly [name: string, make: () => Promise<string | undefined>];

/** The collector's own copy; in the whole run also PostgreSQL. */
export const storesOf = (server: PostgresServer): readonly StoreUnderTest[] => [
  ["its own copy", () => Promise.resolve(undefined)],
  ...(IS_WHOLE_RUN ? [["PostgreSQL", async () => server.urlOf(await server.database())] as const] : []),
];

export interface CollectorTestOptions extends Partial<
  Pick<CollectorOptions, "newEpoch" | "acceptsLoss" | "acceptRemovals" | "webhooks" | "sqlViews" | "mail">
> {
  readonly folder?: string | undefined;
  readonly clock?: Clock;
  readonly settings?: Partial<Settings>;
  /** Requests a minute of one token. */
  readonly perMinute?: number;
  /** The state to wait for; by default the collector leads, and its first pass has ended. */
  readonly waits?: "leads" | "serves" | "nothing";
  /** The port of an earlier collector; by default any free port. */
  readonly port?: number;
  /** The token of an earlier collector of the folder. */
  readonly token?: string | undefined;
  /** The address of its PostgreSQL; absent if it has its own copy. */
  readonly store?: string | undefined;
}

/** Adds a token to a data folder, as `collect tokens add` does. */
export function addToken(folder: string, label: string, access: TokenRight = "read"): string {
  const token = newToken();
  withTokens(
    collectorFile(folder),
    addTokenTo({ label, hash: hashOf(token), access, createdAt: Date.now() }),
  );
  return token;
}

/** Adds a token to a store, as `collect tokens add --store` does. */
export async function addStoreToken(
  store: string,
  label: string,
  access: TokenRight = "read",
): Promise<string> {
  const token = newToken();
  await withStoreTokens(
    readStoreAddress(store),
    addTokenTo({ label, hash: hashOf(token), access, createdAt: Date.now() }),
  );
  return token;
}

/** Adds a token to a collector, in its folder or store. */
export const addTokenOf = async (
  { folder, again }: Pick<CollectorUnderTest, "folder" | "again">,
  label: string,
  access: TokenRight,
): Promise<string> =>
  again.store === undefined ? addToken(folder, label, access) : addStoreToken(again.store, label, access);

/** Runs work on a collector's tokens and team records, as an administrator's command does. */
export const workOn = async <T>(
  { files, again }: Pick<CollectorUnderTest, "files" | "again">,
  work: Work<T>,
): Promise<T> =>
  again.store === undefined
    ? withTokens(files.own, work)
    : withStoreTokens(readStoreAddress(again.store), work);

/** Removes a token, as `collect tokens remove` does. */
export async function removeToken({ files, again }: CollectorUnderTest, label: string): Promise<void> {
  await workOn({ files, again }, removeTokenFrom(label));
}

/** When a collector's only token was last used, ms since the epoch. */
export async function lastUse({ files, again }: CollectorUnderTest): Promise<number> {
  const [token] = await workOn({ files, again }, readTokens());
  return token?.lastUsedAt ?? 0;
}

/** Deletes changes up to a number, as their retention does. */
export const deleteChanges = (collector: CollectorUnderTest, upTo: number): Promise<void> =>
  runIn(
    collector,
    { file: collector.files.inventory, sql: `DELETE FROM changes WHERE number <= ${upTo}` },
    `DELETE FROM stockdeck.changes WHERE number <= ${upTo}`,
  );

/** Runs a statement in a collector's file, or another one in its store. */
export async function runIn(
  { again }: CollectorUnderTest,
  own: { readonly file: string; readonly sql: string },
  shared: string,
): Promise<void> {
  if (again.store === undefined) {
    const database = new DatabaseSync(own.file);
    // The engine may still be writing computed columns after the pass.
    database.exec(`PRAGMA busy_timeout = 10000; ${own.sql}`);
    database.close();
    return;
  }
  const client = new pg.Client({ connectionString: again.store, ssl: false });
  await client.connect();
  await client.query(shared);
  await client.end();
}

/** Reads rows of a collector's own database, or of its store. */
export async function rowsIn(
  { files, again }: CollectorUnderTest,
  sql: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  if (again.store === undefined) {
    const database = new DatabaseSync(files.own);
    const rows = database.prepare(sql).all() as Readonly<Record<string, unknown>>[];
    database.close();
    return rows;
  }
  const client = new pg.Client({ connectionString: again.store, ssl: false });
  await client.connect();
  await client.query("SET search_path = stockdeck");
  const { rows } = await client.query<Readonly<Record<string, unknown>>>(sql);
  await client.end();
  return rows;
}

/** Starts a collector before a service, with one token. It polls once an hour. */
export async function collect(
  service: Pick<SampleService, "url" | "key">,
  options: CollectorTestOptions = {},
): Promise<CollectorUnderTest> {
  const {
    clock = systemClock,
    settings = {},
    perMinute = 0,
    waits = "leads",
    token: known,
    port = 0,
    ...rest
  } = options;
  const { store, ...more } = rest;
  const folder = options.folder ?? (await temporaryFolder());
  const token =
    known ?? (store === undefined ? addToken(folder, "Desk 1") : await addStoreToken(store, "Desk 1"));
  const lines: string[] = [];
  const collector = await startCollector({
    ...more,
    folder,
    baseUrl: service.url,
    key: service.key,
    fetch: nodeFetch,
    clock,
    log: createLog(
      (line) => lines.push(line),
      () => [service.key],
    ),
    settings: { ...DEFAULT_SETTINGS, pollFocusedSeconds: 3_600, ...settings },
    computations: COMPUTATIONS,
    listen: { host: "127.0.0.1", port, tls: null, trusted: trustedProxies([]), perMinute },
    connectionId: DEFAULT_CONNECTION,
    store: store === undefined ? undefined : readStoreAddress(store),
    onFailed: (failure) => lines.push(String(failure)),
  });
  onTestFinished(() => collector.close());
  const copy = store === undefined ? folder : path.join(folder, "journal");
  const files = { inventory: path.join(copy, "inventory.sqlite"), own: collectorFile(copy) };
  const made = { ...collector, folder, token, lines, files, again: { folder, token, store } };
  await waitUntil(async () => {
    if (waits === "nothing") return true;
    const { status, json } = await ask(made, "/stockdeck/v1/health");
    if (status !== 200 || waits === "serves") return status === 200;
    // A refresh that joins the first pass would miss changes that the test makes during it. The pass begins a
    // moment after the collector leads.
    const hasPassed = lines.some((line) => /"message":"pass (ended|failed)"/.test(line));
    return json.role !== "follower" && json.state !== "syncing" && hasPassed;
  }, "the first pull");
  return made;
}

/** The answer to a request. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // The tests read any part of the collector's answers.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

/** One request, by default with the collector's token. */
export async function ask(
  { url, token }: Pick<CollectorUnderTest, "url" | "token">,
  path: string,
  init: RequestInit = {},
): Promise<Reply> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` }, ...init });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

/** A change as a client reads it. */
export interface ServedChange {
  readonly sequence: number;
  readonly type: string;
  readonly resource: "items" | "types" | "locations";
  readonly id: string;
  readonly record: Record<string, unknown> | null;
}

/** All changes after a number, page by page. */
export async function changesAfter(
  collector: Pick<CollectorUnderTest, "url" | "token">,
  after: number,
  limit = 1_000,
): Promise<readonly ServedChange[]> {
  const found: ServedChange[] = [];
  for (let last = after, more = true; more;) {
    const { json } = await ask(collector, `/stockdeck/v1/changes?after=${last}&limit=${limit}`);
    found.push(...(json.changes as ServedChange[]));
    ({ last, more } = json as { last: number; more: boolean });
  }
  return found;
}
