import type { ChangeType } from "../../../shared/domain/change-types.ts";
import { fold } from "../../../shared/text/fold.ts";
import { fromMilliseconds, parseInstant, type Instant } from "../../../shared/time/instant.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import type { ChangedFields } from "../database/changed-fields.ts";
import { deriveChanges, presenceChange } from "./derive-changes.ts";
import type { Database } from "../database/open-database.ts";

type Received = Readonly<Record<string, unknown>>;

/** Between which moments of the service's clock a change was made, and which pass observed it. */
export interface Observation {
  readonly pass: number;
  /** Everything up to here was known before; null where nothing told. */
  readonly after: Instant | null;
  /** The answer that showed the change was given by then. */
  readonly before: Instant;
}

/** How long observed changes are kept: the older or the more numerous go. */
export interface Retention {
  readonly days: number;
  readonly changes: number;
}

/** Writes what was observed to have changed, in the transaction of the rows that it is about (design 4.10). */
export class ChangeLog {
  readonly #insert;
  readonly #tooOld;
  readonly #tooMany;
  readonly #last;

  constructor(database: Database) {
    this.#insert = database.prepare(
      `INSERT INTO changes (pass, type, resource, id, name, nameKey, locationId, oldLocationId, holder, oldHolder,
         observedAfter, observedBefore, occurredAt, fields)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#tooOld = database.prepare("DELETE FROM changes WHERE observedBefore < ?");
    this.#tooMany = database.prepare(
      "DELETE FROM changes WHERE number <= (SELECT max(number) FROM changes) - ?",
    );
    this.#last = database.prepare("SELECT max(number) AS number FROM changes");
  }

  /** Writes the changes between two versions of a record; answers how many. @param before null for a new record. */
  record(resource: Resource, before: Received | null, after: Received, seen: Observation): number {
    const derived = deriveChanges(resource, before, after);
    for (const { type, fields, stamp } of derived) {
      this.#write(type, resource, before, after, seen, fields, stamp);
    }
    return derived.length;
  }

  /** Writes that a record is no longer returned, or is again. */
  recordPresence(resource: Resource, record: Received, present: boolean, seen: Observation): void {
    this.#write(presenceChange(resource, present), resource, record, record, seen, {}, null);
  }

  /**
   * Lets old changes go. It runs with every pass, and reads no more than what goes: numbers count the changes, and
   * times have an index.
   * @param now ms since the epoch.
   */
  prune({ days, changes }: Retention, now: number): void {
    this.#tooOld.run(fromMilliseconds(now - days * 86_400_000));
    this.#tooMany.run(changes);
  }

  /** The number of the newest change; 0 where there is none. */
  get last(): number {
    return (this.#last.get() as { number: number | null }).number ?? 0;
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
      // A service whose clock stepped back must not turn the bounds round.
      seen.after === null ? null : Math.min(seen.after, seen.before),
      seen.before,
      typeof stamp === "string" ? parseInstant(stamp) : null,
      JSON.stringify(fields),
    );
  }
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
