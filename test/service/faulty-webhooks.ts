import { randomBytes } from "node:crypto";
import type { Clock, Timer } from "../../electron/base/clock.ts";
import type { SampleCompany } from "../../electron/sample-service/company.ts";
import type { SampleChange } from "../../electron/sample-service/live-changes.ts";
import {
  eventOf,
  WebhookEndpoint,
  type SignedEvent,
  type WebhookOptions,
} from "../../electron/sample-service/webhook-endpoint.ts";
import type { FaultState } from "./faults.ts";

/** A registered endpoint. */
export interface Webhook {
  readonly counts: WebhookCounts;
  /** Removes the endpoint, with its waiting deliveries. */
  remove(): void;
}

/** The counts of deliveries to one endpoint. */
interface WebhookCounts {
  /** Answered with 2xx. */
  readonly accepted: number;
  readonly failedAttempts: number;
  /** Deliveries that were given up. */
  readonly lost: number;
  readonly pending: number;
}

/** A fault of the first attempt. Later attempts have no faults. */
type SigningFault = "badSignature" | "oldTimestamp";

/** The age in ms of a delivery that no client should accept. */
const OLD = 3_600_000;
/** The size in bytes of a delivery that no client should accept. */
const OVERSIZE = 400_000;

/** Receivers treat two deliveries with the same id as one delivery. */
const newId = (): string => `msg_${randomBytes(8).toString("hex")}`;

/** An endpoint whose deliveries are counted, and can be signed wrongly and repeated. */
class FaultyEndpoint extends WebhookEndpoint {
  readonly #now: () => number;
  readonly #signingFaults = new Map<string, SigningFault>();
  #counts = { accepted: 0, failedAttempts: 0, lost: 0 };
  #pending = 0;
  #first: SignedEvent | null = null;

  constructor(options: WebhookOptions, clock: Clock) {
    super(options, clock);
    this.#now = () => clock.now();
  }

  get counts(): WebhookCounts {
    return { ...this.#counts, pending: this.#pending };
  }

  deliver(body: string, fault: SigningFault | null): void {
    const id = newId();
    if (fault !== null) this.#signingFaults.set(id, fault);
    this.#count(this.send(body, id));
  }

  /** Delivers once: a real service would not send an event of this kind again. */
  deliverOnce(body: string): void {
    this.#count(this.post(this.sign(newId(), body)));
  }

  /** Sends the first accepted delivery again, byte for byte. The repetition is not counted. */
  replay(): void {
    if (this.#first) void super.post(this.#first);
  }

  override close(): void {
    super.close();
    this.#pending = 0;
  }

  protected override sign(id: string, body: string, at = this.#now()): SignedEvent {
    const fault = this.#signingFaults.get(id);
    this.#signingFaults.delete(id);
    const signed = super.sign(
      id,
      fault === "badSignature" ? `${body} ` : body,
      fault === "oldTimestamp" ? at - OLD : at,
    );
    return { ...signed, body };
  }

  protected override async post(event: SignedEvent): Promise<boolean> {
    const isAccepted = await super.post(event);
    if (isAccepted) this.#first ??= event;
    else this.#counts.failedAttempts += 1;
    return isAccepted;
  }

  #count(delivery: Promise<boolean>): void {
    this.#pending += 1;
    void this.#countEnd(delivery);
  }

  async #countEnd(delivery: Promise<boolean>): Promise<void> {
    const isAccepted = await delivery;
    this.#pending -= 1;
    this.#counts[isAccepted ? "accepted" : "lost"] += 1;
  }
}

/** Sends an event for each change to every registered endpoint, with the current faults. */
export class FaultyWebhooks {
  readonly #company: SampleCompany;
  readonly #other: SampleCompany;
  readonly #faults: FaultState;
  readonly #clock: Clock;
  readonly #endpoints = new Set<FaultyEndpoint>();
  readonly #timers = new Set<Timer>();
  /** A delivery that waits until the next change has been sent. */
  #heldBack: (() => void) | null = null;

  constructor(company: SampleCompany, other: SampleCompany, faults: FaultState, clock: Clock) {
    this.#company = company;
    this.#other = other;
    this.#faults = faults;
    this.#clock = clock;
    company.onChange((change) => this.#announce(change));
  }

  /** @throws Error for a URL or a secret that cannot be used. */
  add(options: WebhookOptions): Webhook {
    const endpoint = new FaultyEndpoint(options, this.#clock);
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
      this.#deliver(this.#updated(this.#company.id, ids[at % ids.length]));
  }

  close(): void {
    for (const endpoint of this.#endpoints) endpoint.close();
    this.#endpoints.clear();
    for (const timer of this.#timers) timer.stop();
  }

  #announce(change: SampleChange): void {
    if (this.#endpoints.size === 0) return;
    const faults = this.#faults.settings;
    const strikes = (chance: number): boolean => this.#faults.roll(chance);
    if (strikes(faults.eventOtherCompanyChance)) {
      const item = this.#other.items.sample(() => this.#clock.random());
      this.#deliver(this.#updated(this.#other.id, item?.id));
    }
    if (strikes(faults.eventOversizeChance)) {
      const body = JSON.stringify({ padding: "x".repeat(OVERSIZE) });
      this.#toAll((endpoint) => endpoint.deliverOnce(body));
    }
    if (strikes(faults.eventReplayChance)) for (const endpoint of this.#endpoints) endpoint.replay();
    const burst = this.#faults.takeBurst();
    if (burst > 0) this.burst(burst);
    if (strikes(faults.eventDropChance)) return;
    const body = strikes(faults.eventMalformedChance)
      ? JSON.stringify(["not an event", change.id])
      : eventOf(this.#company.id, change);
    const fault = strikes(faults.eventBadSignatureChance)
      ? "badSignature"
      : strikes(faults.eventOldTimestampChance)
        ? "oldTimestamp"
        : null;
    const deliver = (): void => this.#deliver(body, fault);
    if (this.#heldBack === null && strikes(faults.eventReorderChance)) {
      this.#heldBack = deliver;
      return;
    }
    deliver();
    this.#heldBack?.();
    this.#heldBack = null;
    if (strikes(faults.eventDuplicateChance)) deliver();
  }

  /** An event about an item that has not changed. */
  #updated(companyId: string, id = ""): string {
    const occurredAt = new Date(this.#clock.now()).toISOString();
    return eventOf(companyId, { type: "inventory.item.updated", id, occurredAt });
  }

  #deliver(body: string, fault: SigningFault | null = null): void {
    this.#toAll((endpoint) => endpoint.deliver(body, fault));
  }

  #toAll(deliver: (endpoint: FaultyEndpoint) => void): void {
    const send = (): void => {
      for (const endpoint of this.#endpoints) deliver(endpoint);
    };
    const { eventDelayMs } = this.#faults.settings;
    if (eventDelayMs === 0) return send();
    const timer = this.#clock.after(eventDelayMs, () => {
      this.#timers.delete(timer);
      send();
    });
    this.#timers.add(timer);
  }
}
