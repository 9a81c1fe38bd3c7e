import type { Resource } from "../../../shared/domain/resource-names.ts";
import type { CompiledQuery } from "./compile-query.ts";

interface Entry {
  readonly key: string;
  readonly ids: Uint32Array;
}

/** As many results as the tables of a few windows need; each holds four bytes a row. */
const KEPT = 6;
/**
 * The ordered row ids behind the queries that were counted last. A result is good for one revision of the data:
 * any position, the total and an export that name the same query and revision refer to the same rows.
 */
export class ResultCache {
  readonly #entries: Entry[] = [];

  find(resource: Resource, query: CompiledQuery, revision: number): Uint32Array | undefined {
    const key = keyOf(resource, query, revision);
    const index = this.#entries.findIndex((entry) => entry.key === key);
    const [entry] = index < 0 ? [] : this.#entries.splice(index, 1);
    if (entry) this.#entries.push(entry);
    return entry?.ids;
  }

  put(resource: Resource, query: CompiledQuery, revision: number, ids: Uint32Array): void {
    this.#entries.push({ key: keyOf(resource, query, revision), ids });
    if (this.#entries.length > KEPT) this.#entries.shift();
  }
}

function keyOf(resource: Resource, query: CompiledQuery, revision: number): string {
  return JSON.stringify([resource, revision, query.from, query.where, query.orderBy, query.values]);
}
