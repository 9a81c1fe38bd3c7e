import path from "node:path";
import { onTestFinished } from "vitest";
import { createLog } from "../../../electron/base/log.ts";
import { systemClock, type Clock } from "../../../electron/base/clock.ts";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import {
  collectorFile,
  startCollector,
  type Collector,
  type CollectorOptions,
} from "../../../electron/features/collector/collector.ts";
import { withTokens, type TokenRight } from "../../../electron/features/collector/token-table.ts";
import { trustedProxies } from "../../../electron/features/webhooks/receiver/sender.ts";
import { hashOf, newToken } from "../../../electron/features/webhooks/receiver/stream-requests.ts";
import { COMPUTATIONS } from "../../../electron/hosts/core/computations.ts";
import { DEFAULT_PROFILE } from "../../../electron/hosts/cli/find-key.ts";
import type { SampleService } from "../../../electron/sample-service/index.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../../shared/inventory/settings.ts";
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
}

export interface CollectorTestOptions extends Partial<
  Pick<CollectorOptions, "newEpoch" | "acceptRemovals" | "webhooks">
> {
  readonly folder?: string;
  readonly clock?: Clock;
  readonly settings?: Partial<Settings>;
  /** Requests a minute of one token. */
  readonly perMinute?: number;
  /** False if the first pull cannot end. */
  readonly waits?: boolean;
  /** The port of an earlier collector; any free one otherwise. */
  readonly port?: number;
  /** The token of an earlier collector of the folder. */
  readonly token?: string;
}

/** Adds a token to a data folder, as `--add-token` does. */
export function addToken(folder: string, label: string, access: TokenRight = "read"): string {
  const token = newToken();
  withTokens(collectorFile(folder), (tokens) =>
    tokens.add({ label, hash: hashOf(token), access, createdAt: Date.now() }),
  );
  return token;
}

/** Starts a collector before a service, with one token; its polls are an hour apart. */
export async function collect(
  service: Pick<SampleService, "url" | "key">,
  options: CollectorTestOptions = {},
): Promise<CollectorUnderTest> {
  const {
    clock = systemClock,
    settings = {},
    perMinute = 0,
    waits = true,
    token: known,
    port = 0,
    ...more
  } = options;
  const folder = options.folder ?? (await temporaryFolder());
  const token = known ?? addToken(folder, "Desk 1");
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
    profileId: DEFAULT_PROFILE,
    onFailed: (failure) => lines.push(String(failure)),
  });
  onTestFinished(() => collector.close());
  const files = { inventory: path.join(folder, "inventory.sqlite"), own: collectorFile(folder) };
  const made = { ...collector, folder, token, lines, files };
  if (waits)
    await waitUntil(async () => (await ask(made, "/stockdeck/v1/health")).status === 200, "the first pull");
  return made;
}

/** The answer to a request. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // The tests look wherever they like into what the collector sent.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

/** One request, with the collector's token unless `init` says otherwise. */
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
