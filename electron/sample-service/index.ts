import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { systemClock, type Clock, type Timer } from "../base/clock.ts";
import { makeCompany, type SampleCompany } from "./company.ts";
import type { SampleChange } from "./live-changes.ts";
import { CursorCodec } from "../api-server/cursor.ts";
import { Exchange, makeServer } from "./exchange.ts";
import { faultSchema, type FaultSettings } from "./fault-settings.ts";
import { FaultState } from "./faults.ts";
import { RateLimiter } from "../api-server/rate-limiter.ts";
import { KeyRing, newKey, type KeyState } from "./keys.ts";
import { Pager } from "./pages.ts";
import { RequestLog } from "./request-log.ts";
import { Webhooks, type Webhook } from "./webhooks/webhooks.ts";
import type { WebhookOptions } from "./webhooks/webhook-endpoint.ts";

export type { SampleChange } from "./live-changes.ts";
export type { SampleCompany } from "./company.ts";
export { parseFault, type FaultSettings } from "./fault-settings.ts";
export type { KeyState } from "./keys.ts";
export type { Webhook } from "./webhooks/webhooks.ts";
export { checkWebhook, type WebhookOptions } from "./webhooks/webhook-endpoint.ts";
export type { RequestLog } from "./request-log.ts";

const source = z.custom<() => number>((value) => typeof value === "function", "expected a function");

const optionsSchema = z.strictObject({
  /** 0 chooses any free port; the service listens on 127.0.0.1 only. */
  port: z.int().min(0).max(65_535).default(0),
  items: z.int().min(0).max(10_000_000).default(5_000),
  /** Determines the company, together with the number of items and `now`. */
  seed: z.int().min(0).max(4_294_967_295).default(1),
  /** The first API key; a random one unless given. */
  key: z.string().regex(/^\S+$/, "a key is not empty and has no white space").optional(),
  /** Events a minute; 0 freezes the company. */
  eventsPerMinute: z.number().min(0).max(1_000_000).default(0),
  faults: faultSchema.partial().default({}),
  clock: z.custom<Clock>().default(systemClock),
  /** Milliseconds since the epoch, in place of the clock's. */
  now: source.optional(),
  /** The source of random numbers for faults, in place of the clock's. */
  random: source.optional(),
});

/** How to start a sample service. */
export type SampleOptions = Readonly<z.input<typeof optionsSchema>>;
type CheckedOptions = Readonly<z.infer<typeof optionsSchema>>;

/** Fills in the defaults. The error is one line that names the option. */
export function checkOptions(options: SampleOptions): CheckedOptions {
  const parsed = optionsSchema.safeParse(options);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Error(`sample service option ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}`);
}

/** The options of a new key. By default it is active and belongs to the first company. */
export interface KeyOptions {
  readonly company?: "own" | "other";
  readonly state?: KeyState;
  readonly label?: string;
}

/** A running sample service: the whole specification over real HTTP, with access to its state for tests. */
export interface SampleService {
  /** The base URL, e.g. `http://127.0.0.1:40123`, without a slash at its end. */
  readonly url: string;
  readonly key: string;
  readonly companyId: string;
  readonly company: SampleCompany;
  /** The second, small company. Its resources are 404 for the keys of the first (specification 1). */
  readonly otherCompany: SampleCompany;
  readonly requests: RequestLog;
  /** Adds faults to the present ones, or changes them. */
  setFaults(faults: FaultSettings): void;
  /** Makes a new key and returns it. */
  addKey(options?: KeyOptions): string;
  setKeyState(key: string, state: KeyState): void;
  /** Sets how many changes a minute happen in the sample company; 0 stops them. */
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

/** Starts a sample service on 127.0.0.1. */
export async function startSampleService(options: SampleOptions = {}): Promise<SampleService> {
  const { port, items, seed, eventsPerMinute, ...rest } = checkOptions(options);
  const { now = () => rest.clock.now(), random = () => rest.clock.random() } = rest;
  const clock: Clock = { ...rest.clock, now, random };
  const company = makeCompany({ seed, items, now });
  const otherSeed = (seed + OTHER_SEED_OFFSET) % 2 ** 32;
  const otherCompany = makeCompany({ seed: otherSeed, items: OTHER_ITEMS, now, small: true });

  const key = rest.key ?? newKey();
  const keys = new KeyRing();
  keys.add(key, { company, label: "default", state: "active" });
  let added = 0;

  const faults = new FaultState(random);
  faults.set(rest.faults as FaultSettings);
  const log = new RequestLog();
  const pager = new Pager(new CursorCodec(), faults);
  const exchange = new Exchange({ keys, limiter: new RateLimiter(), faults, pager, log, clock });

  const server = makeServer(exchange);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  const webhooks = new Webhooks(company, otherCompany, faults, clock);
  const clockwork = new Clockwork(clock, () => company.step());
  clockwork.run(eventsPerMinute);

  return {
    url: `http://127.0.0.1:${address.port}`,
    key,
    companyId: company.id,
    company,
    otherCompany,
    requests: log,
    setFaults: (settings) => faults.set(settings),
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
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

const SHORTEST_TICK_MS = 10;
/** The most steps of one tick. After a long sleep of the machine the company does not catch up all at once. */
const MOST_STEPS_A_TICK = 1_000;

/** Calls `step` at a settable rate. The timer never keeps a process alive. */
export class Clockwork {
  readonly #clock: Clock;
  readonly #step: () => void;
  #timer: Timer | null = null;

  constructor(clock: Clock, step: () => void) {
    this.#clock = clock;
    this.#step = step;
  }

  /** Sets the rate; 0 stops. */
  run(stepsPerMinute: number): void {
    this.stop();
    if (stepsPerMinute <= 0) return;
    let last = this.#clock.monotonic();
    let due = 0;
    this.#timer = this.#clock.every(Math.max(SHORTEST_TICK_MS, 60_000 / stepsPerMinute), () => {
      const now = this.#clock.monotonic();
      due = Math.min(due + ((now - last) * stepsPerMinute) / 60_000, MOST_STEPS_A_TICK);
      last = now;
      for (; due >= 1; due--) this.#step();
    });
  }

  stop(): void {
    this.#timer?.stop();
    this.#timer = null;
  }
}
