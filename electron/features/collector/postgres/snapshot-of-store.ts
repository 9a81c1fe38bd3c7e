import { formatInstant } from "../../../../shared/base/time/instant.ts";
import { RESOURCES, type Resource } from "../../../../shared/inventory/resource-names.ts";
import { CORRECTED_DAYS } from "../../../store/ingest/consumption.ts";
import { observedLines } from "../served-days.ts";
import { KINDS, SnapshotText } from "../snapshot-lines.ts";
import { ask, type Queryable } from "./connect.ts";
import { numbersOf, readState } from "./state.ts";

/** Rows of one part. */
const ROWS = 1_000;

/** The lines of `snapshotLines` of a copy, from PostgreSQL. The caller keeps a transaction of one state open. */
export async function* snapshotLines(at: Queryable): AsyncGenerator<string> {
  const { epoch, facts, observedSince } = await readState(at);
  const { first, last } = await numbersOf(at);
  const text = new SnapshotText();
  yield text.head({
    epoch,
    last,
    first,
    completeAsOf: facts?.mark ?? null,
    lastFullCheckAt: facts?.lastFullCheckAt ?? null,
    observedSince: observedSince === null ? null : formatInstant(observedSince),
    counted: await countedAt(at),
  });
  for (const resource of RESOURCES)
    for await (const lines of recordLines(at, resource)) yield text.part(lines);
  for (let number = first - 1; number < last;) {
    const rows = await ask<{ number: number; change: string }>(
      at,
      "SELECT number, change FROM stockdeck.changes WHERE number > $1 ORDER BY number LIMIT $2",
      [number, ROWS],
    );
    number = rows.at(-1)?.number ?? last;
    yield text.part(rows.map((row) => `{"kind":"change","sequence":${row.number},${row.change.slice(1)}`));
  }
  for await (const lines of dayLines(at, "")) yield text.part(lines);
  yield text.end();
}

async function* recordLines(at: Queryable, resource: Resource): AsyncGenerator<readonly string[]> {
  for (let id = ""; ;) {
    const rows = await ask<{ id: string; record: string; hidden_since: number | null }>(
      at,
      `SELECT id, record, hidden_since FROM stockdeck.records WHERE resource = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [resource, id, ROWS],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    id = last.id;
    yield rows.map(({ record, hidden_since: hidden }) => {
      const since =
        hidden === null ? "" : `,"noLongerReturnedSince":${JSON.stringify(formatInstant(hidden))}`;
      return `{"kind":"${KINDS[resource]}","record":${record}${since}}`;
    });
  }
}

const DAYS =
  'SELECT day, taken_at AS "takenAt", low_stock AS "lowStock", problems FROM stockdeck.snapshot_days WHERE day >= $1 ORDER BY day';
const STOCK = `SELECT day, dimension, id, status, items, length, weight FROM stockdeck.snapshots WHERE day = $1
  ORDER BY dimension COLLATE "C", id, status COLLATE "C"`;
const CONSUMPTION =
  'SELECT day, type_id AS "typeId", length, weight FROM stockdeck.consumption WHERE day >= $1 ORDER BY day, type_id';

const QUARTERS = "SELECT quarter FROM stockdeck.observed_quarters WHERE quarter >= $1 ORDER BY quarter";
const QUARTER_MS = 15 * 60_000;

/** The state of the counted days, as `countedAt` of a copy. */
export async function countedAt(at: Queryable): Promise<number> {
  const [row] = await ask<{ counted: number | null }>(at, `SELECT ${COUNTED} AS counted`);
  return row?.counted ?? 0;
}

/** SQL for the state of the counted days. */
export const COUNTED = "(SELECT coalesce(max(taken_at), 0) FROM stockdeck.snapshot_days)";

/** The counted days since a day. @param from ISO 8601; empty for all. */
export async function* dayLines(at: Queryable, from: string): AsyncGenerator<readonly string[]> {
  const lines = (kind: string, rows: readonly object[]): readonly string[] =>
    rows.map((row) => JSON.stringify({ kind, ...row }));
  for (const day of await ask<{ day: string }>(at, DAYS, [from]))
    yield [...lines("day", [day]), ...lines("stock", await ask(at, STOCK, [day.day]))];
  yield lines("consumption", await ask(at, CONSUMPTION, [before(from)]));
  const since = from === "" ? 0 : Date.parse(before(from)) / QUARTER_MS;
  const quarters = await ask<{ quarter: number }>(at, QUARTERS, [since]);
  yield observedLines(quarters.map(({ quarter }) => quarter));
}

/** The first day whose consumption may still be corrected by a day. @param day ISO 8601; empty for all. */
const before = (day: string): string =>
  day === "" ? "" : new Date(Date.parse(day) - CORRECTED_DAYS * 86_400_000).toISOString().slice(0, 10);
