import { DatabaseSync } from "@photostructure/sqlite";
import { describeDifferenceFilter } from "../../../shared/exports/describe-changes.ts";
import type { Difference, DifferenceFilter } from "../../../shared/exports/differences.ts";
import { fold } from "../../../shared/text/fold.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { searchTerms } from "../../../shared/text/search.ts";
import { countLines, type ChangeCounts, type NamedChange } from "../../store/query/change-reader.ts";
import { join, type Fragment } from "../../store/query/fragment.ts";
import type { Facts } from "../../store/database/facts.ts";
import { iterate, type Database } from "../../store/database/open-database.ts";
import { storeFailure } from "../../store/database/store-error.ts";

/** What a comparison leaves about itself for those who read its differences. */
export interface ComparisonAbout {
  readonly resource: Resource;
  /** When the file's rows were those of that moment, ISO 8601. */
  readonly since: string;
  /** When they were compared, ISO 8601. */
  readonly comparedAt: string;
  /** Which file it was, and which rows it was compared with, in words. */
  readonly words: readonly string[];
  readonly copy: Pick<Facts, "mark" | "lastFullCheckAt">;
}

interface Row {
  readonly number: number;
  readonly kind: Difference["kind"];
  readonly id: string | null;
  readonly name: string;
  readonly fields: string;
}

/** Reads the differences of a comparison that has ended. */
export class DifferenceReader {
  readonly #database: Database;
  readonly about: ComparisonAbout;

  /** @throws AppFailure of kind `store` where the comparison's file is gone. */
  constructor(file: string) {
    try {
      this.#database = new DatabaseSync(file, { readOnly: true });
      const about = this.#database.prepare("SELECT value FROM facts WHERE name = 'about'").get();
      this.about = JSON.parse((about as { value: string }).value) as ComparisonAbout;
    } catch (thrown) {
      throw storeFailure(thrown);
    }
  }

  /** Differences `offset` to `offset + limit` of those wanted, in the order of the rows, of how many. */
  page(
    filter: DifferenceFilter,
    offset: number,
    limit: number,
  ): { readonly differences: Difference[]; readonly total: number } {
    const { sql, values } = compileFilter(filter);
    const rows = this.#database
      .prepare(
        `SELECT number, kind, id, name, fields FROM differences WHERE ${sql} ORDER BY number LIMIT ? OFFSET ?`,
      )
      .all(...values, limit, offset) as unknown as Row[];
    const differences = rows.map(({ fields, ...row }) => ({
      ...row,
      resource: this.about.resource,
      fields: JSON.parse(fields) as Difference["fields"],
    }));
    return { differences, total: this.counts(filter).changes };
  }

  /** How many differences are wanted, and how many lines they have with one for each field. */
  counts(filter: DifferenceFilter): ChangeCounts {
    return countLines(this.#database, "differences", compileFilter(filter));
  }

  /** All that are wanted, as changes between the file and now. */
  *changes(filter: DifferenceFilter): Generator<NamedChange> {
    const { sql, values } = compileFilter(filter);
    const { resource, since, comparedAt } = this.about;
    const statement = this.#database.prepare(
      `SELECT number, kind, id, name, fields FROM differences WHERE ${sql} ORDER BY number`,
    );
    for (const row of iterate(statement, ...values) as Iterable<Row>)
      yield {
        type: row.kind,
        id: row.id ?? "",
        resource,
        observedAfter: since,
        observedBefore: comparedAt,
        occurredAt: null,
        fields: JSON.parse(row.fields) as NamedChange["fields"],
        name: row.name,
      };
  }

  close(): void {
    this.#database.close();
  }
}

/** The differences that a filter lets through, as a list to be exported. */
export class ComparedChanges {
  readonly #reader: DifferenceReader;
  readonly #filter: DifferenceFilter;
  readonly counts: ChangeCounts;
  readonly facts: ComparisonAbout["copy"];

  /** @throws AppFailure of kind `store`. */
  constructor(file: string, filter: DifferenceFilter) {
    this.#reader = new DifferenceReader(file);
    this.#filter = filter;
    this.counts = this.#reader.counts(filter);
    this.facts = this.#reader.about.copy;
  }

  describe(): { readonly words: readonly string[]; readonly json: object } {
    return {
      words: [...this.#reader.about.words, ...describeDifferenceFilter(this.#filter)],
      json: this.#filter,
    };
  }

  changes(): Generator<NamedChange> {
    return this.#reader.changes(this.#filter);
  }

  close(): void {
    this.#reader.close();
  }
}

function compileFilter({ kinds, columns, search }: DifferenceFilter): Fragment {
  const parts: Fragment[] = [];
  if (kinds) parts.push({ sql: "kind IN (SELECT value FROM json_each(?))", values: [JSON.stringify(kinds)] });
  if (columns) {
    const sql = "number IN (SELECT number FROM changed WHERE name IN (SELECT value FROM json_each(?)))";
    parts.push({ sql, values: [JSON.stringify(columns)] });
  }
  for (const term of searchTerms(search ?? "")) {
    const sql = "(instr(nameKey, ?) > 0 OR instr(lower(ifnull(id, '')), ?) > 0)";
    parts.push({ sql, values: [fold(term), term.toLowerCase()] });
  }
  return join(parts, "AND");
}
