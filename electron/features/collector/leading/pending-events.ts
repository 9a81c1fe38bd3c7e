import type { WebhookEvent } from "../../../../shared/features/collector/webhook-events.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";

/** A record that an event names. */
export interface NamedRecord {
  readonly resource: Resource;
  readonly id: string;
  /** The id of the event. */
  readonly event: string;
}

/** The most records that are remembered by id. A pass finds further records. */
const MOST_NAMED = 10_000;

/** Collects events until no other event has arrived for a while. The order of events does not matter. */
export class PendingEvents {
  #named = new Map<string, NamedRecord & { readonly at: number }>();
  /** The monotonic ms at which the last event that needs a pass arrived; null if no event needs a pass. */
  #passAt: number | null = null;
  #first: number | null = null;
  #last = 0;

  /** Adds an event. @param now monotonic ms. */
  add({ id: event, resource, resourceId: id }: WebhookEvent, now: number): void {
    if (resource === null || id === null) return this.#addPass(now);
    this.#addNamed({ resource, id, event }, now);
  }

  /** Puts records back, and requests a pass that will find them. */
  putBack(named: readonly NamedRecord[], now: number): void {
    for (const record of named) this.#addNamed(record, now);
    this.#addPass(now);
  }

  get isEmpty(): boolean {
    return this.#first === null;
  }

  /**
   * The monotonic ms at which the events must be applied.
   * @param collect ms without another event. @param longest ms after the first event.
   */
  dueAt(collect: number, longest: number): number {
    return Math.min(this.#last + collect, (this.#first ?? this.#last) + longest);
  }

  get sizes(): { readonly named: number; readonly needsPass: boolean } {
    return { named: this.#named.size, needsPass: this.#passAt !== null };
  }

  /** Removes all events. @returns the records that they name, without repetitions. */
  take(): readonly NamedRecord[] {
    const named = [...this.#named.values()].map(({ at: _at, ...record }) => record);
    this.#named = new Map();
    this.#passAt = null;
    this.#first = null;
    return named;
  }

  /**
   * Drops the items that were named before a pass began. Types and locations are kept, because the pass may not have
   * listed them.
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

  /** Requests a pass without a named record. */
  #addPass(now: number): void {
    this.#passAt = now;
    this.#note(now);
  }

  #addNamed(record: NamedRecord, now: number): void {
    const key = `${record.resource}/${record.id}`;
    if (!this.#named.has(key) && this.#named.size >= MOST_NAMED) return this.#addPass(now);
    // The record moves to the end, so that records are in the order of their latest events.
    this.#named.delete(key);
    this.#named.set(key, { ...record, at: now });
    this.#note(now);
  }

  #note(now: number): void {
    this.#first ??= now;
    this.#last = now;
  }
}
