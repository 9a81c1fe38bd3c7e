import type { CallOutput } from "../../shared/contract/contract.ts";
import type { Resource } from "../../shared/inventory/resource-names.ts";
import type { Database } from "../store/database/open-database.ts";
import type { GroupedResults } from "./grouping/grouped-results.ts";

/** The places of rows in one result. If the result is grouped, they are display rows. */
export class ResultPlaces {
  readonly #database: Database;
  readonly #resource: Resource;
  readonly #walked: ReturnType<GroupedResults["walk"]>;

  constructor(database: Database, resource: Resource, walked: ReturnType<GroupedResults["walk"]>) {
    this.#database = database;
    this.#resource = resource;
    this.#walked = walked;
  }

  /**
   * The ids from one row to another, both included, in the result's order. The list is empty if there are more than
   * `limit`.
   * @param to an id, or a display row.
   */
  between(from: string, to: string | number, limit: number): CallOutput<"queryRange"> {
    const { rowids, lines } = this.#walked;
    const placeAt = (at: number): number => (lines ? lines.placeOf(at) : at);
    const end = typeof to === "string" ? this.#placeOf(to) : Math.min(placeAt(to), rowids.length - 1);
    const ends = [this.#placeOf(from), end];
    const [first, last] = [Math.min(...ends), Math.max(...ends)];
    const count = first < 0 ? 0 : last - first + 1;
    if (count === 0 || count > limit) return { ids: [], count };
    const sql = `SELECT t.id AS id FROM json_each(?) AS chosen CROSS JOIN ${this.#resource} AS t ON t.rowid = chosen.value
      ORDER BY chosen.key`;
    const chosen = JSON.stringify(Array.from(rowids.subarray(first, last + 1)));
    const ids = this.#database.prepare(sql).all(chosen) as { id: string }[];
    return { ids: ids.map(({ id }) => id), count };
  }

  /** A row's place, with the rows before and after it. */
  neighboursOf(id: string): CallOutput<"queryNeighbours"> {
    const { rowids, lines } = this.#walked;
    const rowAt = (at: number): { id: string; line: number | null } | null => {
      const row = this.#database
        .prepare(`SELECT id FROM ${this.#resource} WHERE rowid = ?`)
        .get(rowids[at] ?? -1) as { id: string } | undefined;
      return row ? { id: row.id, line: lines ? lines.lineOf(at) : at } : null;
    };
    const total = rowids.length;
    const place = this.#placeOf(id);
    if (place < 0) return { place: null, line: null, total, before: null, after: null };
    const line = lines ? lines.lineOf(place) : place;
    return { place, line, total, before: rowAt(place - 1), after: rowAt(place + 1) };
  }

  /** The place of an id; -1 if the result does not have it. */
  #placeOf(id: string): number {
    const row = this.#database.prepare(`SELECT rowid FROM ${this.#resource} WHERE id = ?`).get(id) as
      { rowid: number } | undefined;
    return row ? this.#walked.rowids.indexOf(row.rowid) : -1;
  }
}
