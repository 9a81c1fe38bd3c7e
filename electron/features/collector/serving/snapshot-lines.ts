import { RESOURCES, type Resource } from "../../../../shared/inventory/resource-names.ts";
import { readFacts } from "../../../store/database/facts.ts";
import { prepared, type Database } from "../../../store/database/open-database.ts";
import { changeNumbers } from "../../../store/query/changed-records.ts";
import { defineLineFunctions, instantJsonSql, jsonRecordSql } from "../../../store/query/line-sql.ts";
import { changeJson, changeRows } from "./served-changes.ts";
import { countedAt, firstDay, readDays, type DaysPlace } from "./served-days.ts";

/** The number of rows in one part. */
const ROWS = 500;

/** The kind of line for the records of each resource. */
export const KINDS: Readonly<Record<Resource, string>> = {
  items: "item",
  types: "type",
  locations: "location",
};

/** The first line of a snapshot. */
interface SnapshotHead {
  readonly epoch: string | null;
  /** The last number, and the first number that is kept. */
  readonly last: number;
  readonly first: number;
  readonly completeAsOf: string | null;
  readonly lastFullCheckAt: string | null;
  readonly observedSince: string | null;
  /** Identifies the state of the counted days. */
  readonly counted: number;
}

/** Writes the lines of a snapshot, and counts them. */
export class SnapshotText {
  #lines = 0;

  part(texts: readonly string[]): string {
    this.#lines += texts.length;
    return texts.map((text) => `${text}\n`).join("");
  }

  head(head: SnapshotHead): string {
    return this.part([JSON.stringify({ kind: "snapshot", version: 1, ...head })]);
  }

  end(): string {
    return `${JSON.stringify({ kind: "end", lines: this.#lines })}\n`;
  }
}

/**
 * Yields one state of the copy as lines of JSON (NDJSON). A part has some hundred lines. The caller keeps a read
 * transaction open. The first line has the epoch and the last number. The last line has the number of lines before it,
 * so that a client notices a truncated answer.
 */
export function* snapshotLines(database: Database): Generator<string> {
  defineLineFunctions(database);
  const { mark, lastFullCheckAt, epoch, observedSince } = readFacts(database);
  const { first, last } = changeNumbers(database);
  const text = new SnapshotText();
  yield text.head({
    epoch,
    last,
    first,
    completeAsOf: mark,
    lastFullCheckAt,
    observedSince,
    counted: countedAt(database),
  });
  for (const resource of RESOURCES)
    for (const texts of recordLines(database, resource)) yield text.part(texts);
  for (let number = first - 1; number < last;) {
    const rows = changeRows(database, number, ROWS);
    number = rows.at(-1)?.number ?? last;
    yield text.part(rows.map((row) => `{"kind":"change",${changeJson(row).slice(1)}`));
  }
  for (let place: DaysPlace | null = firstDay(""); place;) {
    const { lines, next } = readDays(database, "", place, ROWS);
    yield text.part(lines);
    place = next;
  }
  yield text.end();
}

/**
 * Yields the lines of records. SQL writes the records, which takes less than half of the time that JavaScript takes.
 */
function* recordLines(database: Database, resource: Resource): Generator<readonly string[]> {
  const hidden = "t.noLongerReturnedSince";
  const since = `iif(${hidden} IS NULL, '', concat(',"noLongerReturnedSince":', ${instantJsonSql(hidden)}))`;
  const statement = prepared(
    database,
    `SELECT t.rowid, concat('{"kind":"${KINDS[resource]}","record":', ${jsonRecordSql(resource)}, ${since}, '}')
     FROM ${resource} AS t WHERE t.rowid > ? ORDER BY t.rowid LIMIT ?`,
  );
  statement.setReturnArrays(true);
  for (let rowid = 0; ;) {
    const rows = statement.all(rowid, ROWS) as unknown as readonly (readonly [number, string])[];
    const last = rows.at(-1);
    if (last === undefined) return;
    rowid = last[0];
    yield rows.map(([, line]) => line);
  }
}
