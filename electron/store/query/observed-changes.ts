import { formatInstant } from "../../../shared/base/time/instant.ts";
import type { ChangeFilter, ViewChange, UnseenChanges } from "../../../shared/inventory/changes.ts";
import { findField, type Field } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { changeFilterWords } from "../../../shared/features/exports/export-formats.ts";
import { countChanges, iterateChanges, type ChangeCounts, type NamedChange } from "./change-reader.ts";
import { readFacts, type Facts } from "../database/facts.ts";
import { openInventoryForReading } from "../database/inventory-file.ts";
import type { Database } from "../database/open-database.ts";
import { storeFailure } from "../database/store-error.ts";
import { changedFields, membersBefore, membersNow, readChangedRecords } from "./changed-records.ts";
import { type CompiledQuery, defineTextFunctions } from "./compile-query.ts";

/** The observed changes that pass a filter, at the time of opening. Later passes add nothing. */
export class ObservedChanges {
  readonly #database: Database;
  readonly #filter: ChangeFilter;
  /** The statements that read names, by table; prepared once. */
  readonly #names = new Map<NonNullable<Field["references"]>, ReturnType<Database["prepare"]>>();
  /** The number of changes, and of lines with one per changed field. */
  readonly counts: ChangeCounts;
  /** The copy's facts at the time of opening. */
  readonly facts: Facts;

  /** @throws AppFailure of kind `store`. */
  constructor(inventory: string, filter: ChangeFilter) {
    this.#database = openInventoryForReading(inventory);
    this.#filter = filter;
    try {
      defineTextFunctions(this.#database);
      this.#database.exec("BEGIN");
      this.facts = readFacts(this.#database);
      this.counts = countChanges(this.#database, filter);
    } catch (thrown) {
      this.#database.close();
      throw storeFailure(thrown);
    }
  }

  /** The filter of the changes, in words and as JSON. */
  describe(): { readonly words: readonly string[]; readonly json: object } {
    const nameOf = (id: string): string | null => this.#nameIn("locations", id);
    return { words: changeFilterWords(this.#filter, nameOf), json: this.#filter };
  }

  /** The name of an id that is the value of a field; null without a name. */
  nameOf(resource: Resource, field: string, value: unknown): string | null {
    const references = findField(resource, field)?.references;
    if (references === undefined || typeof value !== "string") return null;
    return this.#nameIn(references, value);
  }

  /** Yields all changes, the oldest first. */
  *changes(): Generator<NamedChange> {
    try {
      yield* iterateChanges(this.#database, this.#filter);
    } catch (thrown) {
      throw storeFailure(thrown);
    }
  }

  close(): void {
    this.#database.close();
  }

  #nameIn(table: NonNullable<Field["references"]>, id: string): string | null {
    const known = this.#names.get(table);
    const statement = known ?? this.#database.prepare(`SELECT name FROM ${table} WHERE id = ?`);
    if (!known) this.#names.set(table, statement);
    return (statement.get(id) as { name: string } | undefined)?.name ?? null;
  }
}

/**
 * Finds the rows that entered, left or changed in a view since a change number. Each changed record is also rebuilt in
 * its former version, and the view's compiled query decides for both versions whether they belong to it.
 * @param query compiled as for a table with hidden rows.
 * @param since the number of the last change that the user has seen.
 */
export function readUnseenChanges(
  database: Database,
  resource: Resource,
  query: CompiledQuery,
  since: number,
  limit: number,
): UnseenChanges {
  const changed = readChangedRecords(database, resource, since);
  const before = membersBefore(database, changed, query);
  const after = membersNow(database, changed, query);
  const records = [...changed.summaries.values()].flatMap((summary): ViewChange[] => {
    const { id, observedAfter, observedBefore } = summary;
    const [was, is] = [before.has(id), after.has(id)];
    const fields = changedFields(resource, summary);
    if (!was && !is) return [];
    if (was && is && Object.keys(fields).every((name) => name === "updatedAt")) return [];
    return [
      {
        id,
        name: changed.now.get(id)?.name ?? id,
        what: was && is ? "changed" : is ? "entered" : "left",
        fields,
        observedAfter: observedAfter === null ? null : formatInstant(observedAfter),
        observedBefore: formatInstant(observedBefore),
      },
    ];
  });
  const count = (what: ViewChange["what"]): number => records.filter((record) => record.what === what).length;
  return {
    entered: count("entered"),
    left: count("left"),
    changed: count("changed"),
    records: records.slice(0, limit),
    upTo: changed.last,
    more: changed.more,
    cutOff: changed.cutOff,
  };
}
