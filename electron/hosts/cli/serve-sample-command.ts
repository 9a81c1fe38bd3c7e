import { EVENT_PRESETS, PRESET_NAMES } from "../../../shared/features/collector/webhook-events.ts";
import { aborted } from "../../base/aborted.ts";
import {
  checkWebhook,
  startSampleService,
  type WebhookOptions,
  type SampleService,
} from "../../sample-service/index.ts";
import { oneOf, readOptions, required, wholeNumber } from "./arguments.ts";
import { EXIT, UsageError } from "./exit-code.ts";
import type { Terminal } from "./terminal.ts";

/** The answer to an option that copies from the time of development had. */
const FAULTS_GONE = "there is no --fault any more: the sample service has no faults";

/** `serve-sample`: runs the sample service until Ctrl+C. It prints its URL and key as one JSON line. */
export async function serveSampleCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readOptions(args, {
    port: "text",
    items: "text",
    seed: "text",
    key: "text",
    rate: "text",
    fault: "texts",
    webhook: "text",
    "webhook-secret": "text",
    "webhook-preset": "text",
  });
  if (options.fault.length > 0) throw new UsageError(FAULTS_GONE);
  const service = await runServeSample(
    {
      port: wholeNumber(options.port, "port", 0, 65_535, 0),
      items: wholeNumber(options.items, "items", 0, 10_000_000, 5_000),
      seed: wholeNumber(options.seed, "seed", 0, 4_294_967_295, 1),
      key: readKey(options.key),
      rate: wholeNumber(options.rate, "rate", 0, 100_000, 0),
      webhook: readWebhook(options),
    },
    (line) => terminal.out(line),
  ).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === "EADDRINUSE")
      throw new UsageError(`--port ${options.port}: another program listens there`);
    if (thrown.code === "EACCES")
      throw new UsageError(`--port ${options.port}: this user may not listen there`);
    throw thrown;
  });
  await aborted(terminal.signal);
  await service.close();
  return EXIT.done;
}

type WebhookWords = Partial<Record<"webhook" | "webhook-secret" | "webhook-preset", string | undefined>>;

/** Reads the options with the webhook's URL, secret and kind of signature. @throws UsageError. */
function readWebhook(options: WebhookWords): WebhookOptions | undefined {
  const { webhook: url, "webhook-secret": secret, "webhook-preset": preset } = options;
  if (url === undefined) {
    if (secret !== undefined || preset !== undefined) throw new UsageError("--webhook is missing");
    return undefined;
  }
  const scheme = EVENT_PRESETS[oneOf(preset ?? "standard-webhooks", "webhook-preset", PRESET_NAMES)];
  const webhook = { url, secret: required(secret, "webhook-secret"), scheme };
  try {
    checkWebhook(webhook);
  } catch (thrown) {
    throw new UsageError(`--webhook: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
  return webhook;
}

function readKey(key: string | undefined): string | undefined {
  if (key !== undefined && !/^\S+$/.test(key))
    throw new UsageError("--key takes a text of at least one character, without white space");
  return key;
}

/** The arguments of `serve-sample`. */
interface ServeSampleArgs {
  readonly port: number;
  readonly items: number;
  readonly seed: number;
  readonly key?: string | undefined;
  /** The number of events a minute. */
  readonly rate: number;
  /** The endpoint to which events are delivered. */
  readonly webhook?: WebhookOptions | undefined;
}

/**
 * Starts the service, and prints its address, key and content as one JSON line. Printing the key is safe, because it
 * belongs to a sample, and is meant to be copied into the dashboard.
 */
export async function runServeSample(
  args: ServeSampleArgs,
  out: (line: string) => void,
): Promise<SampleService> {
  const { port, items, seed, key, rate, webhook } = args;
  const service = await startSampleService({ port, items, seed, eventsPerMinute: rate, key });
  if (webhook) service.addWebhook(webhook);
  out(JSON.stringify({ url: service.url, key: service.key, items, seed }));
  return service;
}
