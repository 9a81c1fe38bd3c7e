import type { ChangeType } from "../../../shared/domain/change-types.ts";
import { fold } from "../../../shared/text/fold.ts";
import { fromMilliseconds, parseInstant, type Instant } from "../../../shared/time/instant.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { ConsumptionLog } from "./consumption.ts";
import { deriveChanges, presenceChange, type ChangedFields, type Received } from "./derive-changes.ts";
import type { Database } from "../database/open-database.ts";

/** Between which moments of the service's clock a change was made, and which pass observed it. */
export interface Observation {
  readonly pass: number;
  /** Everything up to here was known before; null where nothing told. */
  readonly after: Instant | null;
  /** The answer that showed the change was given by then. */
  readonly before: Instant;
  /** The id of the live event that announced it; null where none did. */
  readonly event: string | null;
}

/** How long observed changes are kept: the older or the more numerous go. */
export interface Retention {
  readonly days: number;
  readonly changes: number;
}

/** Writes what was observed to have changed, in the transaction of the rows that it is about (design 4.10). */
export class ChangeLog {
  readonly #database: Database;
  readonly #insert;
  readonly #consumption: ConsumptionLog;

  constructor(database: Database) {
    this.#database = database;
    this.#consumption = new ConsumptionLog(database);
    this.#insert = database.prepare(
      `INSERT INTO changes (pass, type, resource, id, name, nameKey, locationId, oldLocationId, holder, oldHolder,
         observedAfter, observedBefore, occurredAt, fields, event)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  /** Writes the changes between two versions of a record, and what was used between them; answers how many changes. @param before null for a new record. */
  record(resource: Resource, before: Received | null, after: Received, seen: Observation): number {
    const derived = deriveChanges(resource, before, after);
    for (const { type, fields, stamp } of derived)
      this.#write(type, resource, before, after, seen, fields, stamp);
    if (resource === "items" && before) this.#consumption.record(before, after, seen.before);
    return derived.length;
  }

  /** Writes that a record is no longer returned, or is again. */
  recordPresence(resource: Resource, record: Received, present: boolean, seen: Observation): void {
    this.#write(presenceChange(resource, present), resource, record, record, seen, {}, null);
  }

  /** Lets old changes go, and what consumption no longer needs. @param now ms since the epoch. */
  prune({ days, changes }: Retention, now: number): void {
    this.#database
      .prepare("DELETE FROM changes WHERE observedBefore < ?")
      .run(fromMilliseconds(now - days * 86_400_000));
    this.#database
      .prepare("DELETE FROM changes WHERE number <= (SELECT max(number) FROM changes) - ?")
      .run(changes);
    this.#consumption.prune(fromMilliseconds(now));
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
      seen.event,
    );
  }
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
