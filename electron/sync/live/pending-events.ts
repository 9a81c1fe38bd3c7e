import type { LiveEvent } from "../../../shared/domain/live-events.ts";
import type { Announcement } from "../../store/ingest/announced-changes.ts";

/** Events that have their effect together. */
export interface EventBatch {
  /** Each record once, with the event that named it last. */
  readonly named: readonly Announcement[];
  /** True where an event names no record, so that a pass has to find what it is about. */
  readonly needsPass: boolean;
  /** The place in the stream after the last of them; null where the source has no places. */
  readonly place: string | null;
}

/** The longest that events are collected, ms. */
const LONGEST = 10_000;
/** Records that are remembered by their ids; a pass finds the others. */
const MOST_NAMED = 10_000;

/** Collects events until none has come for a while. Their order means nothing. */
export class PendingEvents {
  #named = new Map<string, Announcement & { readonly at: number }>();
  #references = 0;
  /** When the last event came that needs one, monotonic ms; null for none. */
  #passAt: number | null = null;
  #place: string | null = null;
  #first: number | null = null;
  #last = 0;

  /** @param now monotonic ms. */
  add({ id: event, resource, resourceId: id }: LiveEvent, place: string | null, now: number): void {
    this.#place = place ?? this.#place;
    if (resource === null || id === null) return this.addPass(now);
    const key = `${resource}/${id}`;
    const isNew = !this.#named.has(key);
    if (isNew && this.#named.size >= MOST_NAMED) return this.addPass(now);
    this.#references += Number(isNew && resource !== "items");
    // The last one stays last, so that they are in the order of their times.
    this.#named.delete(key);
    this.#named.set(key, { resource, id, event, at: now });
    this.#note(now);
  }

  /** Asks for a pass without an event that names a record. */
  addPass(now: number): void {
    this.#passAt = now;
    this.#note(now);
  }

  get isEmpty(): boolean {
    return this.#first === null;
  }

  /** Monotonic ms at which the events are to have their effect. @param collect ms without another one. */
  dueAt(collect: number): number {
    return Math.min(this.#last + collect, (this.#first ?? this.#last) + LONGEST);
  }

  /** What a plan needs to know, without taking anything. */
  get sizes(): { readonly items: number; readonly references: number; readonly needsPass: boolean } {
    const references = this.#references;
    return { items: this.#named.size - references, references, needsPass: this.#passAt !== null };
  }

  take(): EventBatch {
    const named = [...this.#named.values()].map(({ at: _at, ...announcement }) => announcement);
    const batch = { named, needsPass: this.#passAt !== null, place: this.#place };
    this.#named = new Map();
    this.#references = 0;
    this.#passAt = null;
    this.#first = null;
    return batch;
  }

  /** Takes the items that events named before a pass began, which lists no types and locations. @param begunAt monotonic ms. */
  takeBefore(begunAt: number): readonly Announcement[] {
    const taken: Announcement[] = [];
    for (const [key, { at, ...announcement }] of this.#named) {
      if (at >= begunAt) break;
      if (announcement.resource !== "items") continue;
      this.#named.delete(key);
      taken.push(announcement);
    }
    if (this.#passAt !== null && this.#passAt < begunAt) this.#passAt = null;
    if (this.#named.size === 0 && this.#passAt === null) this.#first = null;
    return taken;
  }

  #note(now: number): void {
    this.#first ??= now;
    this.#last = now;
  }
}
