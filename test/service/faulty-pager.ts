import { CursorCodec } from "../../electron/api-server/cursor.ts";
import { passes } from "../../electron/api-server/list-query.ts";
import { bindingOf, Pager, type PageSource } from "../../electron/sample-service/pages.ts";
import type { AnyRecord, Table } from "../../electron/sample-service/table.ts";
import { assertNever } from "../../shared/base/errors.ts";
import type { Item } from "../../shared/inventory/resources.ts";
import type { Faults, MalformedKind } from "./fault-settings.ts";
import type { FaultState } from "./faults.ts";

/** The content of a cursor: the product's cursor, and the data for faults. */
interface CursorContent {
  /** Null for the start. */
  readonly cursor: string | null;
  /** The last records of the previous page, which a fault may repeat. */
  readonly lastIds: readonly string[];
  /** The number of served pages. It makes any two cursors of one traversal differ, even at the same place. */
  readonly hops: number;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
}

interface FaultyPage {
  readonly data: readonly unknown[];
  readonly hasMore: boolean;
  /** Undefined leaves the field out. */
  readonly nextCursor: string | null | undefined;
}

const MOST_DUPLICATES = 3;
/** The most traversals that are remembered for a cycle fault; the oldest is deleted. */
const MOST_TRAILS = 100;
const HUGE_NAME_LENGTH = 10 * 1024 * 1024;

/** Applies the current faults to the pages of the product's pager. */
export class FaultyPager {
  readonly #pager = new Pager();
  readonly #codec = new CursorCodec<CursorContent>();
  readonly #dice: FaultState;
  /** The cursors issued to each listing; kept only during a cycle fault. */
  readonly #trails = new Map<string, string[]>();

  constructor(dice: FaultState) {
    this.#dice = dice;
  }

  /** The page for a query. @throws ServiceError 400 for a cursor that cannot be used. */
  page(source: PageSource, faults: Faults): FaultyPage {
    const binding = bindingOf(source);
    const { cursor: text } = source.query;
    const sent =
      text === null ? null : this.#codec.open(binding, text, { now: source.now, ttlMs: faults.cursorTtlMs });
    const cursor = faults.cursorFault === "samePage" ? null : (sent?.cursor ?? null);
    const page = this.#read(source, cursor, sent?.lastIds ?? [], faults);
    const next = this.#codec.seal(binding, {
      cursor: page.nextCursor,
      lastIds: page.lastIds,
      hops: (sent?.hops ?? 0) + 1,
      issuedAt: source.now,
    });
    return {
      data: this.#breakSome(page.data, faults),
      ...this.#ending({ faults, binding, sent: text, next, more: page.hasMore }),
    };
  }

  /** Reads a page, with duplicates of records from the previous page or from this page. */
  #read(source: PageSource, cursor: string | null, lastIds: readonly string[], faults: Faults) {
    if (this.#dice.roll(faults.emptyPageChance))
      return { data: [], hasMore: true, nextCursor: cursor, lastIds };
    const { company, query } = source;
    const limit = faults.shortPages > 0 ? Math.min(query.limit, faults.shortPages) : query.limit;
    const repeats =
      limit > 1 && this.#dice.roll(faults.duplicateChance) ? Math.min(MOST_DUPLICATES, limit - 1) : 0;
    // The outer cursor expires; for the inner cursor, no time passes.
    const page = this.#pager.page({ company, query: { ...query, cursor, limit: limit - repeats }, now: 0 });
    const kept = page.data;

    const table = company[query.resource] as unknown as Table<AnyRecord>;
    const earlier = (): readonly AnyRecord[] =>
      lastIds
        .filter((id) => !kept.some((record) => record.id === id))
        .flatMap((id) => table.get(id) ?? [])
        .filter((record) => passes(query.filters, record as Item));
    const newer = faults.duplicateKind === "newer";
    const from = faults.duplicateFrom === "page" || newer ? kept : earlier();
    const copies = repeats === 0 ? [] : from.slice(-repeats);
    // With "newer", the page has the stale version, and the repetition has the current version.
    const first = newer ? kept.map((record) => (copies.includes(record) ? stale(record) : record)) : kept;
    const data = [...first, ...copies.map((record) => duplicate(record, faults))];
    const last = faults.duplicateChance > 0 ? kept.slice(-MOST_DUPLICATES).map(({ id }) => id) : [];
    return { ...page, data, lastIds: last };
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

  /** Makes `hasMore` and `nextCursor`. Only this method breaks the rules of specification 2.4. */
  #ending(page: {
    readonly faults: Faults;
    readonly binding: string;
    readonly sent: string | null;
    readonly next: string;
    readonly more: boolean;
  }): Omit<FaultyPage, "data"> {
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
