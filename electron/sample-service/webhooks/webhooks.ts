import { randomBytes } from "node:crypto";
import type { Clock, Timer } from "../../base/clock.ts";
import type { SampleCompany } from "../company.ts";
import type { SampleChange } from "../live-changes.ts";
import type { FaultState } from "../faults.ts";
import {
  WebhookEndpoint,
  type Delivery,
  type WebhookCounts,
  type WebhookOptions,
} from "./webhook-endpoint.ts";

/** A registered endpoint. */
export interface Webhook {
  readonly counts: WebhookCounts;
  /** Removes the endpoint, with its waiting deliveries. */
  remove(): void;
}

/** Bytes of a delivery that no client should accept. */
const OVERSIZE = 400_000;

/** Sends an event for each change to every registered endpoint (specification 6). The current faults apply. */
export class Webhooks {
  readonly #company: SampleCompany;
  readonly #other: SampleCompany;
  readonly #faults: FaultState;
  readonly #clock: Clock;
  readonly #endpoints = new Set<WebhookEndpoint>();
  readonly #timers = new Set<Timer>();
  /** A delivery that waits until the next change has been sent. */
  #heldBack: Delivery | null = null;

  constructor(company: SampleCompany, other: SampleCompany, faults: FaultState, clock: Clock) {
    this.#company = company;
    this.#other = other;
    this.#faults = faults;
    this.#clock = clock;
    company.onChange((change) => this.#announce(change));
  }

  /** @throws Error for a URL or a secret that cannot be used. */
  add(options: WebhookOptions): Webhook {
    const endpoint = new WebhookEndpoint(options, this.#clock);
    this.#endpoints.add(endpoint);
    return {
      get counts() {
        return endpoint.counts;
      },
      remove: () => {
        this.#endpoints.delete(endpoint);
        endpoint.close();
      },
    };
  }

  /** Sends `count` events about items that have not changed. */
  burst(count: number): void {
    const ids = [...this.#company.items.all()].map(({ id }) => id);
    for (let at = 0; at < count && ids.length > 0; at += 1)
      this.#send(this.#envelope("inventory.item.updated", ids[at % ids.length] ?? "", this.#now()));
  }

  close(): void {
    for (const endpoint of this.#endpoints) endpoint.close();
    this.#endpoints.clear();
    for (const timer of this.#timers) timer.stop();
  }

  #announce({ type, id, occurredAt }: SampleChange): void {
    if (this.#endpoints.size === 0) return;
    const faults = this.#faults.settings;
    const strikes = (chance: number): boolean => this.#faults.roll(chance);
    if (strikes(faults.eventOtherCompanyChance)) this.#sendOther();
    if (strikes(faults.eventOversizeChance))
      this.#deliver({ body: JSON.stringify({ padding: "x".repeat(OVERSIZE) }), retries: false });
    if (strikes(faults.eventReplayChance)) for (const endpoint of this.#endpoints) endpoint.replay();
    const burst = this.#faults.takeBurst();
    if (burst > 0) this.burst(burst);
    if (strikes(faults.eventDropChance)) return;
    const body = strikes(faults.eventMalformedChance)
      ? JSON.stringify(["not an event", id])
      : this.#envelope(type, id, occurredAt);
    const fault = strikes(faults.eventBadSignatureChance)
      ? "badSignature"
      : strikes(faults.eventOldTimestampChance)
        ? "oldTimestamp"
        : undefined;
    const delivery: Delivery = { body, retries: true, ...(fault ? { fault } : {}) };
    if (this.#heldBack === null && strikes(faults.eventReorderChance)) {
      this.#heldBack = delivery;
      return;
    }
    this.#deliver(delivery);
    if (this.#heldBack) this.#deliver(this.#heldBack);
    this.#heldBack = null;
    if (strikes(faults.eventDuplicateChance)) this.#deliver(delivery);
  }

  /** ISO 8601. */
  #now(): string {
    return new Date(this.#clock.now()).toISOString();
  }

  #sendOther(): void {
    const item = this.#other.items.sample(() => this.#clock.random());
    const event = {
      ...this.#fields("inventory.item.updated", item?.id ?? "", this.#now()),
      companyId: this.#other.id,
    };
    this.#send(JSON.stringify(event));
  }

  #send(body: string): void {
    this.#deliver({ body, retries: true });
  }

  #deliver(delivery: Delivery): void {
    const send = (): void => {
      for (const endpoint of this.#endpoints) endpoint.send(delivery);
    };
    const { eventDelayMs } = this.#faults.settings;
    if (eventDelayMs === 0) return send();
    const timer = this.#clock.after(eventDelayMs, () => {
      this.#timers.delete(timer);
      send();
    });
    this.#timers.add(timer);
  }

  #envelope(type: string, id: string, occurredAt: string): string {
    return JSON.stringify(this.#fields(type, id, occurredAt));
  }

  #fields(type: string, id: string, occurredAt: string) {
    const eventId = `evt_${randomBytes(8).toString("hex")}`;
    return { eventId, type, occurredAt, companyId: this.#company.id, data: { id } };
  }
}
