import { formatInstant } from "../../../../shared/base/time/instant.ts";
import { RESOURCES, type Resource } from "../../../../shared/inventory/resource-names.ts";
import { daysPage, firstDay, type DaysPage, type DaysPlace, type DaysQuery } from "../serving/served-days.ts";
import { KINDS, SnapshotText } from "../serving/snapshot-lines.ts";
import { ask, type Queryable } from "./connect.ts";
import { numbersOf, readState } from "./state.ts";

/** The number of rows in one part. */
const ROWS = 1_000;

/**
 * Yields the same lines from PostgreSQL as `snapshotLines` from a copy. The caller keeps a transaction of one state
 * open.
 */
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
  for (let place: DaysPlace | null = firstDay(""); place;) {
    const { lines, next }: DaysPage = await readDays(at, "", place, ROWS);
    yield text.part(lines);
    place = next;
  }
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

/** The state of the counted days, like `countedAt` of a copy. */
export async function countedAt(at: Queryable): Promise<number> {
  const [row] = await ask<{ counted: number | null }>(at, `SELECT ${COUNTED} AS counted`);
  return row?.counted ?? 0;
}

/** The SQL expression for the state of the counted days. */
export const COUNTED = "(SELECT coalesce(max(taken_at), 0) FROM stockdeck.snapshot_days)";

const DAY_QUERIES: Readonly<Record<DaysQuery["of"], string>> = {
  days: `SELECT day, taken_at AS "takenAt", low_stock AS "lowStock", problems
    FROM stockdeck.snapshot_days WHERE day >= $1 ORDER BY day LIMIT $2`,
  stock: `SELECT day, dimension, id, status, items, length, weight FROM stockdeck.snapshots WHERE day = $1
    ORDER BY dimension, id, status LIMIT $2 OFFSET $3`,
  consumption: `SELECT day, type_id AS "typeId", length, weight FROM stockdeck.consumption WHERE day >= $1
    ORDER BY day, type_id LIMIT $2 OFFSET $3`,
  quarters: "SELECT quarter FROM stockdeck.observed_quarters WHERE quarter >= $1 ORDER BY quarter LIMIT $2",
};

/** Reads one page of the store, like `daysPage`. */
export async function readDays(
  at: Queryable,
  from: string,
  start: DaysPlace,
  most: number,
): Promise<DaysPage> {
  const reading = daysPage(from, start, most);
  let step = reading.next([]);
  while (step.done !== true)
    step = reading.next(await ask(at, DAY_QUERIES[step.value.of], step.value.values));
  return step.value;
}
