import type { ChangeType } from "../../../shared/inventory/change-types.ts";
import { fold } from "../../../shared/base/text/fold.ts";
import {
  formatInstant,
  fromMilliseconds,
  parseInstant,
  type Instant,
} from "../../../shared/base/time/instant.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { MOST_CHANGE_BYTES } from "../../../shared/inventory/stock.ts";
import {
  deriveChanges,
  presenceChange,
  withoutEmptyTexts,
  type ChangedFields,
  type Received,
} from "./derive-changes.ts";
import { CHANGE_BYTES } from "../database/columns.ts";
import { instantOf, readFacts, writeFacts } from "../database/facts.ts";
import { type Database, prepared } from "../database/open-database.ts";

/** When a change happened by the service's clock, and the pass that observed it. */
export interface Observation {
  readonly pass: number;
  /** The time up to which every change was known before; null if it is unknown. */
  readonly after: Instant | null;
  /** The latest time of the answer that showed the change. */
  readonly before: Instant;
  /** The id of the event that announced the change; null if no event did. */
  readonly event: string | null;
}

/** A change that another copy has observed and numbered. */
export interface NumberedChange {
  readonly number: number;
  readonly type: ChangeType;
  readonly resource: Resource;
  readonly id: string;
  readonly name: string;
  readonly observedAfter: Instant | null;
  readonly observedBefore: Instant;
  readonly occurredAt: Instant | null;
  readonly event: string | null;
  readonly locationId: string | null;
  readonly oldLocationId: string | null;
  readonly holder: string | null;
  readonly oldHolder: string | null;
  /** The changed fields as JSON. */
  readonly fields: string;
}

/** A log of a feature. It follows item changes in the transaction that writes them. */
export interface ItemLog {
  /** Gets two versions of an item. @param at when the later one was observed, by the service's clock. */
  record(before: Received, after: Received, at: Instant): void;
  /** Deletes entries that are no longer needed. */
  prune(now: Instant): void;
}

/** The limits of observed changes by age and number. Changes beyond them are deleted. */
export interface Retention {
  readonly days: number;
  readonly changes: number;
}

/** After this many new bytes, the total is computed again. */
const CHECKED_EVERY = 16_000_000;
/** Ms by which two correct clocks may differ. The choice of the mark has the same limit. */
const CLOCK_TRUST = 120_000;
/** The number of changes that one step of pruning deletes. */
const PRUNED_AT_ONCE = 5_000;

/** Writes observed changes, in the transaction of the rows that changed (design 4.10). */
export class ChangeLog {
  readonly #database: Database;
  readonly #insert;
  /** Bytes written since the last computation of the total; infinite at first. */
  #newBytes = Number.POSITIVE_INFINITY;
  #beyondBytes = 0;
  readonly #itemLogs: readonly ItemLog[];

  /** @param itemLogs the logs of features that follow item changes. */
  constructor(database: Database, itemLogs: readonly ItemLog[]) {
    this.#database = database;
    this.#itemLogs = itemLogs;
    this.#insert = database.prepare(
      `INSERT INTO changes (pass, type, resource, id, name, nameKey, locationId, oldLocationId, holder, oldHolder,
         observedAfter, observedBefore, occurredAt, fields, event)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  /**
   * Writes the changes between two versions of a record.
   * @param received the former version; null for a new record.
   * @returns the number of changes.
   */
  record(resource: Resource, received: Received | null, next: Received, seen: Observation): number {
    const before = received && withoutEmptyTexts(resource, received);
    const after = withoutEmptyTexts(resource, next);
    const derived = deriveChanges(resource, before, after);
    for (const { type, fields, stamp } of derived)
      this.#write(type, resource, before, after, seen, fields, stamp);
    if (resource === "items" && before)
      for (const log of this.#itemLogs) log.record(before, after, seen.before);
    return derived.length;
  }

  /** Writes a change with its number. */
  copy(change: NumberedChange, pass: number): void {
    const { number, type, resource, id, name, observedAfter, observedBefore, occurredAt, event, fields } =
      change;
    const { locationId, oldLocationId, holder, oldHolder } = change;
    this.#newBytes += fields.length + name.length;
    prepared(
      this.#database,
      `INSERT INTO changes (number, pass, type, resource, id, name, nameKey, locationId, oldLocationId, holder, oldHolder,
         observedAfter, observedBefore, occurredAt, fields, event)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      number,
      pass,
      type,
      resource,
      id,
      name,
      fold(name),
      locationId,
      oldLocationId,
      holder,
      oldHolder,
      observedAfter,
      observedBefore,
      occurredAt,
      fields,
      event,
    );
  }

  /** Writes that the service no longer returns a record, or that it returns it again. */
  recordPresence(resource: Resource, record: Received, present: boolean, seen: Observation): void {
    const known = withoutEmptyTexts(resource, record);
    this.#write(presenceChange(resource, present), resource, known, known, seen, {}, null);
  }

  /**
   * Corrects the times of changes that were observed while the service's `Date` was ahead. Otherwise past moments up to
   * those times would be wrong. Each wrong time becomes the time of the next change, or the service's present time if
   * no change follows.
   * @param served the service's clock, ms since the epoch.
   * @param known the latest of all clocks, ms since the epoch.
   */
  correctTimes(served: number, known: number): void {
    const latest = fromMilliseconds(known + CLOCK_TRUST);
    const { last } = prepared(
      this.#database,
      "SELECT max(number) AS last FROM changes INDEXED BY changes_by_time WHERE observedBefore > ?",
    ).get(latest) as { last: number | null };
    if (last !== null) {
      const next = prepared(
        this.#database,
        "SELECT observedBefore AS at FROM changes WHERE number > ? ORDER BY number LIMIT 1",
      ).get(last) as { at: Instant } | undefined;
      prepared(
        this.#database,
        "UPDATE changes SET observedBefore = ?1, observedAfter = min(observedAfter, ?1) WHERE observedBefore > ?2",
      ).run(next?.at ?? fromMilliseconds(served), latest);
    }
    const since = instantOf(readFacts(this.#database).observedSince);
    if (since !== null && since > latest)
      writeFacts(this.#database, { observedSince: formatInstant(fromMilliseconds(served)) });
  }

  /**
   * Deletes some of the changes beyond the limits of age, number and bytes. It deletes the lowest numbers first, so
   * that the kept changes have no gap. The logs of features delete what they no longer need.
   * @param now ms since the epoch.
   * @returns whether more are left. One step takes 0.1 s, which is the longest that other writes wait.
   */
  prune({ days, changes }: Retention, now: number): boolean {
    const newest = prepared(this.#database, "SELECT ifnull(max(number), 0) AS number FROM changes").get() as {
      number: number;
    };
    const beforeAll = this.#lastBefore(fromMilliseconds(now - days * 86_400_000), newest.number);
    const last = Math.max(newest.number - changes, this.#lastBeyondBytes(), beforeAll);
    const deleted = this.#deleteUpTo(last);
    for (const log of this.#itemLogs) log.prune(fromMilliseconds(now));
    return deleted === PRUNED_AT_ONCE;
  }

  /**
   * Deletes up to `PRUNED_AT_ONCE` changes. Moments before the newest of them can then no longer be rebuilt.
   * @returns the number of deleted changes.
   */
  #deleteUpTo(last: number): number {
    const some = `SELECT number, observedBefore FROM changes WHERE number <= ? ORDER BY number LIMIT ${PRUNED_AT_ONCE}`;
    const { newest } = prepared(this.#database, `SELECT max(observedBefore) AS newest FROM (${some})`).get(
      last,
    ) as { newest: Instant | null };
    if (newest === null) return 0;
    const { observedSince } = readFacts(this.#database);
    if (newest > (instantOf(observedSince) ?? -Infinity))
      writeFacts(this.#database, { observedSince: formatInstant(newest) });
    return prepared(this.#database, `DELETE FROM changes WHERE number IN (SELECT number FROM (${some}))`).run(
      last,
    ).changes;
  }

  /**
   * The last number before the first change that was observed at or after a moment. If the service's clock stepped
   * back, changes with higher numbers may have earlier times. They stay until that first change is deleted.
   */
  #lastBefore(moment: Instant, newest: number): number {
    // Because of the plus sign, SQLite does not use the time index, whose order differs from that of the numbers.
    const first = prepared(
      this.#database,
      "SELECT number FROM changes WHERE +observedBefore >= ? ORDER BY number LIMIT 1",
    ).get(moment) as { number: number } | undefined;
    return first ? first.number - 1 : newest;
  }

  /**
   * The newest change beyond the limit of bytes; 0 if all changes fit. The total takes 0.1 s to compute, so it is
   * computed only after enough new changes.
   */
  #lastBeyondBytes(): number {
    if (this.#newBytes >= CHECKED_EVERY) {
      this.#newBytes = 0;
      const row = prepared(
        this.#database,
        `SELECT ifnull(max(number), 0) AS last FROM (
           SELECT number, sum(${CHANGE_BYTES}) OVER (ORDER BY number DESC) AS bytes FROM changes
         ) WHERE bytes > ?`,
      ).get(MOST_CHANGE_BYTES) as { last: number };
      this.#beyondBytes = row.last;
    }
    return this.#beyondBytes;
  }

  #write(
    type: ChangeType,
    resource: Resource,
    before: Received | null,
    after: Received,
    seen: Observation,
    fields: ChangedFields,
    stamp: unknown,
  ): void {
    const name = text(after["name"]) ?? "";
    const json = JSON.stringify(fields);
    this.#newBytes += json.length + name.length;
    this.#insert.run(
      seen.pass,
      type,
      resource,
      text(after["id"]) ?? "",
      name,
      fold(name),
      text(after["locationId"]),
      text(before?.["locationId"]),
      text(after["checkedOutToUserId"]),
      text(before?.["checkedOutToUserId"]),
      // Even if the service's clock stepped back, the bounds must be in order.
      seen.after === null ? null : Math.min(seen.after, seen.before),
      seen.before,
      typeof stamp === "string" ? parseInstant(stamp) : null,
      json,
      seen.event,
    );
  }
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
