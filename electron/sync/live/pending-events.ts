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
  #named = new Map<string, Announcement>();
  #references = 0;
  #needsPass = false;
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
    this.#named.set(key, { resource, id, event });
    this.#note(now);
  }

  /** Asks for a pass without an event that names a record. */
  addPass(now: number): void {
    this.#needsPass = true;
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
    return { items: this.#named.size - references, references, needsPass: this.#needsPass };
  }

  take(): EventBatch {
    const batch = { named: [...this.#named.values()], needsPass: this.#needsPass, place: this.#place };
    this.#named = new Map();
    this.#references = 0;
    this.#needsPass = false;
    this.#first = null;
    return batch;
  }

  #note(now: number): void {
    this.#first ??= now;
    this.#last = now;
  }
}
