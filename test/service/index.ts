import { systemClock, type Clock } from "../../electron/base/clock.ts";
import { Clockwork } from "../../electron/sample-service/clockwork.ts";
import { makeCompany, type SampleCompany } from "../../electron/sample-service/company.ts";
import { listen, newKey } from "../../electron/sample-service/exchange.ts";
import type { SampleOptions as ProductOptions } from "../../electron/sample-service/index.ts";
import type { SampleChange } from "../../electron/sample-service/live-changes.ts";
import type { WebhookOptions } from "../../electron/sample-service/webhook-endpoint.ts";
import { Exchange } from "./exchange.ts";
import type { FaultSettings } from "./fault-settings.ts";
import { FaultState } from "./faults.ts";
import { FaultyWebhooks, type Webhook } from "./faulty-webhooks.ts";
import { KeyRing, type KeyState } from "./keys.ts";
import { RequestLog } from "./request-log.ts";

export type { SampleChange } from "../../electron/sample-service/live-changes.ts";
export type { FaultSettings } from "./fault-settings.ts";
export type { KeyState } from "./keys.ts";
export type { Webhook } from "./faulty-webhooks.ts";
export type { RequestLog } from "./request-log.ts";

/** The options of a sample service with faults. */
export interface SampleOptions extends ProductOptions {
  readonly faults?: FaultSettings;
  readonly clock?: Clock;
  /** Milliseconds since the epoch, in place of the clock's. */
  readonly now?: () => number;
  /** The source of random numbers for faults, in place of the clock's. */
  readonly random?: () => number;
}

/** The options of a new key. By default it is active and belongs to the first company. */
interface KeyOptions {
  readonly company?: "own" | "other";
  readonly state?: KeyState;
  readonly label?: string;
}

/** A running sample service with faults and a log of requests. Tests read and change its state. */
export interface SampleService {
  /** The base URL, e.g. `http://127.0.0.1:40123`, without a slash at its end. */
  readonly url: string;
  readonly key: string;
  readonly companyId: string;
  readonly company: SampleCompany;
  /** The second company. Keys of the first company get 404 for its resources (specification 1). */
  readonly otherCompany: SampleCompany;
  readonly requests: RequestLog;
  /** Adds faults to the present ones, or changes them. */
  setFaults(faults: FaultSettings): void;
  /** Makes a new key and returns it. */
  addKey(options?: KeyOptions): string;
  setKeyState(key: string, state: KeyState): void;
  /** Sets the number of changes per minute in the sample company; 0 stops them. */
  live(eventsPerMinute: number): void;
  /**
   * Registers an endpoint, which receives a signed delivery for every change.
   * @throws Error for a URL or a secret that cannot be used.
   */
  addWebhook(options: WebhookOptions): Webhook;
  /** Sends `events` events about items that have not changed. */
  burst(events: number): void;
  /** Listens to every change made to the company. */
  onChange(listener: (change: SampleChange) => void): () => void;
  /** Stops the service, and closes all sockets at once. */
  close(): Promise<void>;
}

const OTHER_ITEMS = 40;
const OTHER_SEED_OFFSET = 0x0077e4;

/** Starts a sample service with faults on 127.0.0.1. */
export async function startSampleService({
  port = 0,
  items = 5_000,
  seed = 1,
  key = newKey(),
  eventsPerMinute = 0,
  faults: settings = {},
  clock: given = systemClock,
  now = () => given.now(),
  random = () => given.random(),
}: SampleOptions = {}): Promise<SampleService> {
  const clock: Clock = { ...given, now, random };
  const company = makeCompany({ seed, items, now });
  const otherCompany = makeCompany({ seed: (seed + OTHER_SEED_OFFSET) % 2 ** 32, items: OTHER_ITEMS, now });

  const keys = new KeyRing();
  keys.add(key, { company, label: "default", state: "active" });
  let added = 0;

  const faults = new FaultState(random);
  faults.set(settings);
  const log = new RequestLog();
  const exchange = new Exchange({ keys, faults, log, clock });
  const server = await listen(port, (request, response) => {
    // Only a broken socket rejects here, because errors of operations are already answers.
    exchange.answer(request, response).catch(() => response.destroy());
  });
  const webhooks = new FaultyWebhooks(company, otherCompany, faults, clock);
  const clockwork = new Clockwork(clock, () => company.step());
  clockwork.run(eventsPerMinute);

  return {
    url: server.url,
    key,
    companyId: company.id,
    company,
    otherCompany,
    requests: log,
    setFaults: (changed) => faults.set(changed),
    addKey: ({ company: owner = "own", state = "active", label } = {}) => {
      const fresh = newKey();
      const entry = { company: owner === "own" ? company : otherCompany, state };
      keys.add(fresh, { ...entry, label: label ?? `key-${++added}` });
      return fresh;
    },
    setKeyState: (which, state) => keys.setState(which, state),
    live: (rate) => clockwork.run(rate),
    addWebhook: (webhook) => webhooks.add(webhook),
    burst: (events) => webhooks.burst(events),
    onChange: (listener) => company.onChange(listener),
    close: () => {
      clockwork.stop();
      webhooks.close();
      return server.close();
    },
  };
}
