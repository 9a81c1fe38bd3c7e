import type { FaultSettings } from "./fault-settings.ts";
import { startSampleService, type SampleService, type WebhookOptions } from "./index.ts";

/** The arguments of `serve-sample`. */
export interface ServeSampleArgs {
  readonly port: number;
  readonly items: number;
  readonly seed: number;
  readonly key?: string | undefined;
  /** Events a minute. */
  readonly rate: number;
  readonly faults: FaultSettings;
  /** The endpoint to which events are delivered. */
  readonly webhook?: WebhookOptions | undefined;
}

/**
 * Starts the service and prints one line of JSON: its address, its key and its content. The line has the key on
 * purpose: it is a sample's, made to be copied into the dashboard.
 */
export async function runServeSample(
  args: ServeSampleArgs,
  out: (line: string) => void,
): Promise<SampleService> {
  const { port, items, seed, key, rate, faults, webhook } = args;
  const service = await startSampleService({
    port,
    items,
    seed,
    eventsPerMinute: rate,
    faults,
    ...(key === undefined ? {} : { key }),
  });
  if (webhook) service.addWebhook(webhook);
  out(JSON.stringify({ url: service.url, key: service.key, items, seed }));
  return service;
}
