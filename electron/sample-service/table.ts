import { parseInstant } from "../api-server/instant.ts";

/**
 * The records with which a table starts. Each is computed from its index and never stored. The order of the indexes is
 * that of the ids. The order of the ranks is that of `updatedAt`, without equal values.
 */
export interface Base<R> {
  readonly size: number;
  idAt(index: number): string;
  /** The index of an id; −1 if no record of the base has it. */
  indexOf(id: string): number;
  recordAt(index: number): R;
  indexAtRank(rank: number): number;
  /** The `updatedAt` of a rank, ms since the epoch. It grows with the rank. */
  updatedAtOfRank(rank: number): number;
}

/** A base without records, for tables that are entirely in memory. */
export const EMPTY_BASE: Base<never> = {
  size: 0,
  idAt: () => "",
  indexOf: () => -1,
  recordAt: (index) => {
    throw new RangeError(`an empty base has no record ${index}`);
  },
  indexAtRank: () => 0,
  updatedAtOfRank: () => 0,
};

/** The first index of 0 … size−1 that passes the test, else `size`. All later indexes must pass it too. */
export function lowerBound(size: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The fields that a table reads from a record. */
export interface AnyRecord {
  readonly id: string;
  readonly updatedAt?: string | null | undefined;
}

/** A position in a listing: directly after this record. `at` is null in a listing by id. */
export interface Position {
  readonly at: number | null;
  readonly id: string;
}

/** The records that one page evaluated, before filters (specification 4.4, rule 2). */
interface Evaluated<R> {
  readonly records: readonly R[];
  /** The position after the last evaluated record; null if no record was evaluated. */
  readonly end: Position | null;
  readonly more: boolean;
}

const CHUNK = 256;

/**
 * One resource of a company: a computed base, and the records that differ from it. It has two orders: by id, and by
 * (updatedAt, id) for `updatedSince`. A changed record is a new object, so the records that a caller has never change.
 */
export class Table<R extends AnyRecord> {
  readonly #base: Base<R>;
  /** The changed and added records by id; null for a removed record of the base. */
  readonly #changed = new Map<string, R | null>();
  /** The sorted ids of records that are not in the base. */
  readonly #added: string[] = [];
  readonly #updates = new UpdateIndex();
  #size: number;

  constructor(base: Base<R>) {
    this.#base = base;
    this.#size = base.size;
  }

  get size(): number {
    return this.#size;
  }

  get(id: string): R | undefined {
    const changed = this.#changed.get(id);
    if (changed !== undefined) return changed ?? undefined;
    const index = this.#base.indexOf(id);
    return index < 0 ? undefined : this.#base.recordAt(index);
  }

  /**
   * The record for a random number in [0, 1). Undefined if the table is empty, or if twenty tries find only removed
   * records.
   */
  sample(random: () => number): R | undefined {
    const places = this.#base.size + this.#added.length;
    for (let tries = 0; tries < 20 && this.#size > 0; tries++) {
      const place = Math.floor(random() * places);
      const id = place < this.#base.size ? this.#base.idAt(place) : this.#added[place - this.#base.size];
      const record = id === undefined ? undefined : this.get(id);
      if (record !== undefined) return record;
    }
    return undefined;
  }

  put(record: R): void {
    const before = this.get(record.id);
    const inBase = this.#base.indexOf(record.id) >= 0;
    if (before === undefined) this.#size++;
    if (before === undefined && !inBase) this.#added.splice(this.#firstAddedAfter(record.id), 0, record.id);
    this.#unindex(record.id);
    this.#changed.set(record.id, record);
    const at = parseInstant(record.updatedAt ?? "");
    if (!Number.isNaN(at)) this.#updates.add({ at, id: record.id });
  }

  remove(id: string): boolean {
    if (this.get(id) === undefined) return false;
    this.#size--;
    this.#unindex(id);
    if (this.#base.indexOf(id) >= 0) {
      this.#changed.set(id, null);
    } else {
      this.#changed.delete(id);
      this.#added.splice(this.#firstAddedAfter(id) - 1, 1);
    }
    return true;
  }

  /** Yields every record in the order of ids. Records may be changed during the iteration. */
  *all(): Iterable<R> {
    let after: Position | null = null;
    for (;;) {
      const chunk: Evaluated<R> = this.evaluate({ after, since: null, count: CHUNK });
      yield* chunk.records;
      if (chunk.end === null) return;
      after = chunk.end;
    }
  }

  /**
   * The next `count` records after a position. Without `since` they are in the order of ids; with it, the oldest update
   * comes first.
   */
  evaluate(ask: {
    readonly after: Position | null;
    readonly since: number | null;
    readonly count: number;
  }): Evaluated<R> {
    const walk =
      ask.since === null
        ? this.#byId(ask.after?.id ?? "")
        : this.#byUpdate({ at: ask.after?.at ?? ask.since, id: ask.after?.id ?? "" });
    const records: R[] = [];
    for (const record of walk) {
      if (records.length === ask.count) return { records, end: this.#place(ask.since, records), more: true };
      records.push(record);
    }
    return { records, end: this.#place(ask.since, records), more: false };
  }

  #place(since: number | null, records: readonly R[]): Position | null {
    const last = records.at(-1);
    if (last === undefined) return null;
    return { at: since === null ? null : parseInstant(last.updatedAt ?? ""), id: last.id };
  }

  *#byId(after: string): Generator<R> {
    let index = lowerBound(this.#base.size, (candidate) => this.#base.idAt(candidate) > after);
    let added = this.#firstAddedAfter(after);
    while (index < this.#base.size || added < this.#added.length) {
      const baseId = index < this.#base.size ? this.#base.idAt(index) : undefined;
      const addedId = this.#added[added];
      if (baseId !== undefined && (addedId === undefined || baseId < addedId)) {
        const changed = this.#changed.get(baseId);
        if (changed !== null) yield changed ?? this.#base.recordAt(index);
        index++;
      } else {
        const record = this.#changed.get(addedId ?? "");
        if (record) yield record;
        added++;
      }
    }
  }

  *#byUpdate(after: UpdatePlace): Generator<R> {
    let rank = lowerBound(this.#base.size, (candidate) => this.#base.updatedAtOfRank(candidate) >= after.at);
    let next = this.#updates.firstAfter(after);
    while (rank < this.#base.size || next < this.#updates.size) {
      const index = rank < this.#base.size ? this.#base.indexAtRank(rank) : undefined;
      const baseAt = index === undefined ? Number.POSITIVE_INFINITY : this.#base.updatedAtOfRank(rank);
      const place = this.#updates.at(next);
      const tied = index !== undefined && baseAt === place?.at;
      const baseFirst = place === undefined || (tied ? this.#base.idAt(index) < place.id : baseAt < place.at);
      if (baseFirst && index !== undefined) {
        rank++;
        const id = this.#base.idAt(index);
        // A changed record is listed at its new position. Records up to the position's id were read before.
        if (this.#changed.has(id) || (baseAt === after.at && id <= after.id)) continue;
        const record = this.#base.recordAt(index);
        if (record.updatedAt != null) yield record;
      } else {
        next++;
        const record = this.#changed.get(place?.id ?? "");
        if (record) yield record;
      }
    }
  }

  #firstAddedAfter(id: string): number {
    return lowerBound(this.#added.length, (index) => (this.#added[index] ?? "") > id);
  }

  #unindex(id: string): void {
    const before = this.#changed.get(id);
    const at = parseInstant(before?.updatedAt ?? "");
    if (before && !Number.isNaN(at)) this.#updates.remove({ at, id });
  }
}

/** A position in the order of (updatedAt, id). */
interface UpdatePlace {
  readonly at: number;
  readonly id: string;
}

const isAfter = (left: UpdatePlace, right: UpdatePlace): boolean =>
  left.at > right.at || (left.at === right.at && left.id > right.id);

/** The changed and added records in the order of (updatedAt, id). Nearly every entry is added at the end. */
class UpdateIndex {
  readonly #places: UpdatePlace[] = [];

  get size(): number {
    return this.#places.length;
  }

  at(index: number): UpdatePlace | undefined {
    return this.#places[index];
  }

  /** The index of the first place strictly after this one. */
  firstAfter(place: UpdatePlace): number {
    return lowerBound(this.#places.length, (index) => {
      const candidate = this.#places[index];
      return candidate !== undefined && isAfter(candidate, place);
    });
  }

  add(place: UpdatePlace): void {
    this.#places.splice(this.firstAfter(place), 0, place);
  }

  remove(place: UpdatePlace): void {
    const index = this.firstAfter(place) - 1;
    const found = this.#places[index];
    if (found !== undefined && found.at === place.at && found.id === place.id) this.#places.splice(index, 1);
  }
}
