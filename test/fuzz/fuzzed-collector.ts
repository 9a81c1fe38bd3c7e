import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { systemClock } from "../../electron/base/clock.ts";
import { createLog } from "../../electron/base/log.ts";
import { nodeFetch } from "../../electron/client/node-fetch.ts";
import { startCollector } from "../../electron/features/collector/collector.ts";
import { collectorFile, type Collector } from "../../electron/features/collector/collector-options.ts";
import {
  addToken as storeToken,
  hashOf,
  newToken,
  withTokens,
} from "../../electron/features/collector/serving/token-table.ts";
import { trustedProxies } from "../../electron/features/collector/serving/webhooks/sender.ts";
import { COMPUTATIONS } from "../../electron/hosts/core/computations.ts";
import { startSampleService, type SampleService } from "../service/index.ts";
import { DEFAULT_SETTINGS } from "../../shared/inventory/settings.ts";
import { SECRET, STANDARD } from "../unit/electron/features/collector/serving/webhooks/support.ts";
import type { Guard } from "./guard.ts";

export const KEY = "sample_live_CanaryOfTheFuzzedKey";

/** A collector before a sample service, which receives its events. */
export interface FuzzedCollector extends Collector {
  readonly service: SampleService;
  /** Makes a token that may annotate. */
  addToken(label: string): string;
}

/** Runs work with a collector. @param proxies the addresses whose headers about senders are trusted. */
export async function withCollector(
  guard: Guard,
  proxies: readonly string[],
  work: (collector: FuzzedCollector) => Promise<void>,
): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "stockdeck-fuzz-"));
  const service = await startSampleService({ items: 20, key: KEY });
  const addToken = (label: string): string => {
    const token = newToken();
    const added = { label, hash: hashOf(token), access: "annotate", createdAt: Date.now() } as const;
    withTokens(collectorFile(folder), storeToken(added));
    return token;
  };
  const collector = await startCollector({
    folder,
    baseUrl: service.url,
    key: KEY,
    fetch: nodeFetch,
    clock: systemClock,
    log: createLog(() => {}),
    settings: DEFAULT_SETTINGS,
    computations: COMPUTATIONS,
    listen: { host: "127.0.0.1", port: 0, tls: null, trusted: trustedProxies(proxies), perMinute: 0 },
    webhooks: { scheme: STANDARD, secrets: [SECRET] },
    connectionId: "fuzz",
    onFailed: (failure) => guard.fail(String(failure)),
  });
  try {
    await work({ ...collector, service, addToken });
  } finally {
    await collector.close();
    await service.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
