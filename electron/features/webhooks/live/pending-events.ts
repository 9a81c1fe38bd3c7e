import type { RecentEvent } from "../../../../shared/features/webhooks/event-calls.ts";
import type { WebhookEvent, EventOutcome } from "../../../../shared/features/webhooks/webhook-events.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";

/** A record that an event names. */
export interface NamedRecord {
  readonly resource: Resource;
  readonly id: string;
  /** The id of the event. */
  readonly event: string;
}

/** Events that are applied together. */
export interface EventBatch {
  /** Each record is listed once. */
  readonly named: readonly NamedRecord[];
  /** The position in the stream after the last event; null if the relay gave none. */
  readonly place: string | null;
}

/** Records that are remembered by id; a pass finds further ones. */
const MOST_NAMED = 10_000;

/** Collects events until no further one has arrived for a while. Their order does not matter. */
export class PendingEvents {
  #named = new Map<string, NamedRecord & { readonly at: number }>();
  /** Monotonic ms at which the last event that needs a pass arrived; null without one. */
  #passAt: number | null = null;
  #place: string | null = null;
  #first: number | null = null;
  #last = 0;

  /** @param now monotonic ms. */
  add({ id: event, resource, resourceId: id }: WebhookEvent, place: string | null, now: number): void {
    this.#place = place ?? this.#place;
    if (resource === null || id === null) return this.addPass(now);
    this.#addNamed({ resource, id, event }, now);
  }

  /** Requests a pass without a named record. */
  addPass(now: number): void {
    this.#passAt = now;
    this.#note(now);
  }

  /** Takes records back for a pass to find. */
  putBack(named: readonly NamedRecord[], now: number): void {
    for (const record of named) this.#addNamed(record, now);
    this.addPass(now);
  }

  get isEmpty(): boolean {
    return this.#first === null;
  }

  /**
   * Monotonic ms at which the events are to be applied.
   * @param collect ms without another event. @param longest ms after the first event.
   */
  dueAt(collect: number, longest: number): number {
    return Math.min(this.#last + collect, (this.#first ?? this.#last) + longest);
  }

  get sizes(): { readonly named: number; readonly needsPass: boolean } {
    return { named: this.#named.size, needsPass: this.#passAt !== null };
  }

  take(): EventBatch {
    const named = [...this.#named.values()].map(({ at: _at, ...record }) => record);
    this.#named = new Map();
    this.#passAt = null;
    this.#first = null;
    return { named, place: this.#place };
  }

  /**
   * Drops the items named before a pass began. Types and locations stay, because it may not list them.
   * @param begunAt monotonic ms.
   */
  dropBefore(begunAt: number): readonly NamedRecord[] {
    const dropped: NamedRecord[] = [];
    for (const [key, { at, ...record }] of this.#named) {
      if (at >= begunAt) break;
      if (record.resource !== "items") continue;
      this.#named.delete(key);
      dropped.push(record);
    }
    if (this.#passAt !== null && this.#passAt < begunAt) this.#passAt = null;
    if (this.#named.size === 0 && this.#passAt === null) this.#first = null;
    return dropped;
  }

  #addNamed(record: NamedRecord, now: number): void {
    const key = `${record.resource}/${record.id}`;
    if (!this.#named.has(key) && this.#named.size >= MOST_NAMED) return this.addPass(now);
    // The latest event moves to the end, so that records are in the order of their times.
    this.#named.delete(key);
    this.#named.set(key, { ...record, at: now });
    this.#note(now);
  }

  #note(now: number): void {
    this.#first ??= now;
    this.#last = now;
  }
}

/** The most events in the list. */
const MOST_EVENTS = 100;
/** Ids by which a repeated event is recognised. */
const MOST_KNOWN_IDS = 20_000;

/** The latest events, and the ids of more. */
export class RecentEvents {
  readonly #known = new Set<string>();
  #events: readonly RecentEvent[] = [];
  #count = 0;

  /** The latest first. */
  get events(): readonly RecentEvent[] {
    return this.#events;
  }

  /** Adds an event. @returns false if it is known already. */
  add(event: WebhookEvent): boolean {
    if (this.#known.has(event.id)) return false;
    this.#known.add(event.id);
    const [oldest] = this.#known;
    if (this.#known.size > MOST_KNOWN_IDS && oldest !== undefined) this.#known.delete(oldest);
    this.#count += 1;
    this.#events = [{ ...event, outcome: "waiting" as const, delay: null }, ...this.#events].slice(
      0,
      MOST_EVENTS,
    );
    return true;
  }

  /** Drops the waiting events, which may arrive again. */
  drop(): void {
    this.#known.clear();
    this.#events = this.#events.map((event) =>
      event.outcome === "waiting" ? { ...event, outcome: "ignored" } : event,
    );
  }

  /** The number of events so far. */
  get count(): number {
    return this.#count;
  }

  /**
   * Marks the waiting events as done.
   * @param upTo the number of events at the start of the batch; later events still wait.
   * @param now ms since the epoch by the service's clock.
   */
  settle(outcome: EventOutcome, upTo: number, now: number): void {
    const later = this.#count - upTo;
    this.#events = this.#events.map((event, index) => {
      if (index < later || event.outcome !== "waiting") return event;
      const happened = Date.parse(event.occurredAt ?? event.receivedAt);
      const isShown = (outcome === "fetched" || outcome === "passed") && !Number.isNaN(happened);
      return { ...event, outcome, delay: isShown ? Math.max(0, now - happened) : null };
    });
  }
}
