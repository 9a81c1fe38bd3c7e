import type { Item } from "../../shared/inventory/resources.ts";
import { assertNever } from "../../shared/base/errors.ts";
import type { SampleCompany } from "./company.ts";
import type { CursorCodec } from "../api-server/cursor.ts";
import type { Faults, MalformedKind } from "./fault-settings.ts";
import type { FaultState } from "./faults.ts";
import { parseInstant } from "../api-server/instant.ts";
import { passes, type ListQuery } from "../api-server/list-query.ts";
import type { AnyRecord, Position, Table } from "./table.ts";

/** The content of a cursor. */
export interface CursorContent {
  /** The record after which the next page begins; null for the start. */
  readonly position: Position | null;
  /** The record after which the page before it began; null for the start. */
  readonly previous: Position | null;
  /** How many pages were served: it makes two cursors of one traversal differ, even at the same place. */
  readonly hops: number;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
}

/** A page of a list, before it gets its request id. */
export interface Page {
  readonly data: readonly unknown[];
  readonly hasMore: boolean;
  /** Undefined leaves the field out, which only a fault does. */
  readonly nextCursor: string | null | undefined;
}

/** The parameters from which a page is made. */
interface PageSource {
  readonly company: SampleCompany;
  readonly query: ListQuery;
  readonly faults: Faults;
  readonly now: number;
}

const MOST_DUPLICATES = 3;
/** The most traversals to remember for a cycle fault; the oldest is forgotten. */
const MOST_TRAILS = 100;

const HUGE_NAME_LENGTH = 10 * 1024 * 1024;

/** Returns a broken copy of a record. */
function damage(record: AnyRecord, kind: MalformedKind): unknown {
  switch (kind) {
    case "no_id": {
      const { id: _, ...rest } = record;
      return rest;
    }
    case "numeric_id":
      return { ...record, id: 421 };
    case "null":
      return null;
    case "wrong_types":
      return {
        ...record,
        name: { text: "PET film" },
        status: 7,
        weight: "12.5 kg",
        updatedAt: 1_700_000_000,
      };
    case "huge_name":
      return { ...record, name: "x".repeat(HUGE_NAME_LENGTH) };
    case "proto": {
      const { name: _, ...rest } = record as AnyRecord & { readonly name?: unknown };
      // Only JSON.parse makes `__proto__` an own field, which JSON.stringify then writes. A reader that copies fields
      // carelessly would pollute its objects.
      return { ...rest, ...JSON.parse('{"__proto__":{"name":"polluted","polluted":true}}') };
    }
    default:
      return assertNever(kind, "unknown kind of malformed record");
  }
}

/** Cuts listings into pages (specification 4.4), with the current faults. */
export class Pager {
  readonly #codec: CursorCodec<CursorContent>;
  readonly #dice: FaultState;
  /** The cursors issued to each listing; kept only during a cycle fault. */
  readonly #trails = new Map<string, string[]>();

  constructor(codec: CursorCodec<CursorContent>, dice: FaultState) {
    this.#codec = codec;
    this.#dice = dice;
  }

  /** The page for a query. @throws ServiceError 400 for a cursor that cannot be used. */
  page(source: PageSource): Page {
    const { company, query, faults, now } = source;
    const binding = JSON.stringify([company.id, query.resource, query.filters]);
    const sent =
      query.cursor === null
        ? null
        : this.#codec.open(binding, query.cursor, { now, ttlMs: faults.cursorTtlMs });
    const start = faults.cursorFault === "samePage" ? null : (sent?.position ?? null);

    const { data, end, more } = this.#read(source, start, sent);
    const content = { position: end, previous: start, hops: (sent?.hops ?? 0) + 1, issuedAt: now };
    const next = this.#codec.seal(binding, content);
    return { data, ...this.#ending({ faults, binding, sent: query.cursor, next, more }) };
  }

  /** Evaluates up to `limit` records, then filters them (specification 4.4, rule 2). */
  #read({ company, query, faults }: PageSource, start: Position | null, sent: CursorContent | null) {
    if (this.#dice.roll(faults.emptyPageChance)) return { data: [], end: start, more: true };

    const table = company[query.resource] as unknown as Table<AnyRecord>;
    const keep = (record: AnyRecord): boolean => passes(query.filters, record as Item);
    const evaluate = (after: Position | null, count: number) =>
      table.evaluate({ after, since: query.since, count });

    const limit = faults.shortPages > 0 ? Math.min(query.limit, faults.shortPages) : query.limit;
    const repeats =
      limit > 1 && this.#dice.roll(faults.duplicateChance) ? Math.min(MOST_DUPLICATES, limit - 1) : 0;
    const evaluated = evaluate(start, limit - repeats);
    const kept = evaluated.records.filter(keep);
    const earlier = (): readonly AnyRecord[] =>
      sent === null || start === null
        ? []
        : evaluate(sent.previous, query.limit).records.filter(
            (record) => keep(record) && !isAfter(record, start),
          );
    const newer = faults.duplicateKind === "newer";
    const from = faults.duplicateFrom === "page" || newer ? kept : earlier();
    const copies = repeats === 0 ? [] : from.slice(-repeats);
    // With "newer", the page has the stale version, and the repetition the current one.
    const first = newer ? kept.map((record) => (copies.includes(record) ? stale(record) : record)) : kept;

    const data = [...first, ...copies.map((record) => duplicate(record, faults))];
    return { data: this.#breakSome(data, faults), end: evaluated.end ?? start, more: evaluated.more };
  }

  #breakSome(data: readonly AnyRecord[], faults: Faults): readonly unknown[] {
    if (faults.malformedChance === 0 && faults.malformedRecords.length === 0) return data;
    const kinds = ["no_id", "numeric_id", "null", "wrong_types", "proto"] as const;
    const broken = data.map((record) =>
      this.#dice.roll(faults.malformedChance) ? damage(record, this.#dice.choose(kinds)) : record,
    );
    const extra = faults.malformedRecords.map((kind) => {
      const whole = { name: "Malformed record", status: "available", updatedAt: null };
      return damage({ id: `malformed_${kind}`, ...whole }, kind);
    });
    return [...extra, ...broken];
  }

  /** Makes `hasMore` and `nextCursor`. Only here do faults break the rules of specification 2.4. */
  #ending(page: {
    readonly faults: Faults;
    readonly binding: string;
    readonly sent: string | null;
    readonly next: string;
    readonly more: boolean;
  }): Omit<Page, "data"> {
    const { more, next } = page;
    const fault = page.faults.cursorFault;
    switch (fault) {
      case "none":
        return { hasMore: more, nextCursor: more ? next : null };
      case "missing":
        return { hasMore: more, nextCursor: more ? undefined : null };
      case "null":
        return { hasMore: more, nextCursor: null };
      case "empty":
        return { hasMore: more, nextCursor: more ? "" : null };
      case "cursorWhenDone":
        return { hasMore: more, nextCursor: next };
      case "samePage":
        return { hasMore: true, nextCursor: next };
      case "cycle1":
      case "cycle2":
      case "cycle3":
        return {
          hasMore: true,
          nextCursor: this.#cycle(page.binding, page.sent, next, Number(fault.at(-1))),
        };
      default:
        return assertNever(fault, "unknown cursor fault");
    }
  }

  /** The first `length` cursors of a traversal are new; then they repeat. */
  #cycle(binding: string, sent: string | null, next: string, length: number): string {
    const trail = (sent === null ? undefined : this.#trails.get(binding)) ?? [];
    if (sent === null && this.#trails.size >= MOST_TRAILS) this.#trails.clear();
    this.#trails.set(binding, trail);
    if (trail.length < length) {
      trail.push(next);
      return next;
    }
    const place = sent === null ? -1 : trail.indexOf(sent);
    return trail[(place + 1) % length] ?? next;
  }
}

/** Whether a record comes after a listing's position. */
function isAfter(record: AnyRecord, position: Position): boolean {
  const at = position.at === null ? null : parseInstant(record.updatedAt ?? "");
  if (at !== null && at !== position.at) return at > (position.at ?? 0);
  return record.id > position.id;
}

/** A repeated record: unchanged, as it was an hour earlier, or without the date of its last change. */
function duplicate(record: AnyRecord, faults: Faults): AnyRecord {
  switch (faults.duplicateKind) {
    case "same":
    case "newer":
      return record;
    case "null":
      return { ...record, updatedAt: null };
    case "older":
      return stale(record);
    default:
      return assertNever(faults.duplicateKind, "unknown kind of duplicate");
  }
}

/** A record as it was an hour earlier. One without a date stays unchanged. */
function stale(record: AnyRecord): AnyRecord {
  const at = Date.parse(record.updatedAt ?? "");
  if (Number.isNaN(at)) return record;
  return { ...record, name: "A stale copy", updatedAt: new Date(at - 3_600_000).toISOString() } as AnyRecord;
}
