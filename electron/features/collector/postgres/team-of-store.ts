import type {
  RecordEdit,
  TeamEdit,
  TeamLoser,
  TeamOutcome,
  TeamRecord,
} from "../../../../shared/features/team/team-protocol.ts";
import { oneAtATime } from "../../../base/one-at-a-time.ts";
import { decideEdit, deletesNothing, hasRoom, isNoted, type TeamUse } from "../serving/decide-edit.ts";
import {
  COUNTED_EVERY,
  editedWithin,
  KEPT_MS,
  MAX_EDIT_IDS,
  MAX_LOSERS,
  PAGE_CHARACTERS,
  type DroppableRow,
  type IsDropped,
  type TeamRecords,
} from "../serving/team-documents.ts";
import { ask, transaction, type Queryable, type StorePool, inTransaction } from "./connect.ts";

type StoredRecord = Omit<TeamRecord, "losers">;
type Version = Pick<StoredRecord, "value" | "editedAt" | "editedBy">;

interface TeamState extends Record<string, unknown> {
  readonly sequence: number;
  readonly forgotten: number;
}

const RECORD = `sequence, document, id, value, version, edited_at AS "editedAt", edited_by AS "editedBy"`;
const LOSER = `number, value, edited_at AS "editedAt", edited_by AS "editedBy"`;

/**
 * The records that a team shares, as `TeamDocuments` keeps them, in PostgreSQL. Each collector of the store takes edits: the
 * row with the counter lets one transaction at a time through, so the numbers have one order and no gap.
 */
export class TeamOfStore {
  readonly #pool: StorePool;
  /** Requests of this process wait here, so that they hold no connection in the meantime. */
  readonly #inTurn = oneAtATime();
  #requests = 0;

  constructor(pool: StorePool) {
    this.#pool = pool;
  }

  /** The last number; 0 before the first edit. */
  async last(): Promise<number> {
    return (await stateOf(this.#pool)).sequence;
  }

  /** Reads as `TeamDocuments.recordsAfter` does. */
  recordsAfter(after: number, limit: number, all: boolean): Promise<TeamRecords> {
    return transaction(this.#pool, "ISOLATION LEVEL REPEATABLE READ READ ONLY", async (at) => {
      const { sequence: last, forgotten } = await stateOf(at);
      if (after > last) return "ahead";
      if (!all && after < forgotten) return "notKept";
      const rows = await ask<StoredRecord & Record<string, unknown>>(
        at,
        // The server ends the page, because a thousand values may have 500 MB.
        `SELECT ${RECORD} FROM (
             SELECT *, coalesce(sum(length(value))
               OVER (ORDER BY sequence ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS preceding
               FROM (SELECT * FROM stockdeck.team_records WHERE sequence > $1 ORDER BY sequence LIMIT $2) AS first
           ) AS page WHERE preceding <= $3 ORDER BY sequence`,
        [after, limit, PAGE_CHARACTERS],
      );
      const records: TeamRecord[] = [];
      let characters = 0;
      for (const row of rows) {
        const losers = await losersOf(at, row);
        characters += [row, ...losers].reduce((sum, { value }) => sum + (value?.length ?? 0), 0);
        if (records.length > 0 && characters > PAGE_CHARACTERS) break;
        records.push({ ...row, losers });
      }
      const end = records.at(-1)?.sequence ?? after;
      const [next] = await ask(at, "SELECT FROM stockdeck.team_records WHERE sequence > $1 LIMIT 1", [end]);
      const more = next !== undefined;
      return { records, last: more ? end : last, more };
    });
  }

  /** Stores edits as `TeamDocuments.apply` does. */
  apply(edits: readonly TeamEdit[], label: string, now: number): Promise<readonly TeamOutcome[]> {
    return this.#inTurn(() =>
      transaction(this.#pool, "", async (at) => {
        this.#requests += 1;
        if (this.#requests % COUNTED_EVERY === 1) await dropOldestIds(at);
        return applyEdits(at, edits, label, now);
      }),
    );
  }
}

/** Stores edits as `TeamDocuments.apply` does, in the caller's transaction. */
export async function applyEdits(
  at: Queryable,
  edits: readonly TeamEdit[],
  label: string,
  now: number,
): Promise<readonly TeamOutcome[]> {
  await ask(at, "SELECT 1 FROM stockdeck.team_state FOR UPDATE");
  await forget(at, now - KEPT_MS);
  const outcomes: TeamOutcome[] = [];
  for (const edit of edits) outcomes.push(await applyEdit(at, edit, label, now));
  return outcomes;
}

/** Deletes ids as `TeamDocuments` does. */
const dropOldestIds = (at: Queryable): Promise<unknown> =>
  ask(
    at,
    `DELETE FROM stockdeck.team_edits WHERE arrived_at <=
       (SELECT arrived_at FROM stockdeck.team_edits ORDER BY arrived_at DESC LIMIT 1 OFFSET $1)`,
    [MAX_EDIT_IDS],
  );

const stateOf = async (at: Queryable): Promise<TeamState> => {
  const [state] = await ask<TeamState>(at, "SELECT sequence, forgotten FROM stockdeck.team_state");
  return state ?? { sequence: 0, forgotten: 0 };
};

/** Deletes values as `TeamDocuments.drop` does. */
export function dropValues(at: Queryable, isDropped: IsDropped): Promise<number> {
  return inTransaction(at, async () => {
    await ask(at, "SELECT 1 FROM stockdeck.team_state FOR UPDATE");
    let count = 0;
    for await (const row of allRows(at, "team_losers", "number"))
      if (isDropped(row)) {
        await deleteLoser(at, row.number);
        count += 1;
      }
    for await (const row of allRows(at, "team_records", "sequence"))
      if (isDropped(row)) {
        await dropRecord(at, row);
        count += 1;
      }
    if (count > 0) await ask(at, "UPDATE stockdeck.team_state SET forgotten = $1", [await nextNumber(at)]);
    return count;
  });
}

async function dropRecord(at: Queryable, row: Pick<StoredRecord, "document" | "id">): Promise<void> {
  const heir = (await losersOf(at, row)).at(-1);
  if (heir) {
    await store(at, row, heir);
    await deleteLoser(at, heir.number);
  } else
    await ask(at, "DELETE FROM stockdeck.team_records WHERE document = $1 AND id = $2", [
      row.document,
      row.id,
    ]);
}

/** All rows of a table in the order of a number, read in parts. */
async function* allRows(
  at: Queryable,
  table: "team_records" | "team_losers",
  number: "sequence" | "number",
): AsyncGenerator<DroppableRow> {
  const sql = `SELECT ${number} AS number, document, id, value, edited_by AS "editedBy" FROM stockdeck.${table}
    WHERE ${number} > $1 ORDER BY ${number} LIMIT 100`;
  for (let last = 0; ;) {
    const rows = await ask<DroppableRow & Record<string, unknown>>(at, sql, [last]);
    yield* rows;
    last = rows.at(-1)?.number ?? last;
    if (rows.length === 0) return;
  }
}

async function applyEdit(at: Queryable, edit: TeamEdit, label: string, now: number): Promise<TeamOutcome> {
  const [known] = await ask<{ outcome: TeamOutcome }>(
    at,
    "SELECT outcome FROM stockdeck.team_edits WHERE edit = $1",
    [edit.edit],
  );
  if (known) return known.outcome;
  const current = "dismiss" in edit ? null : await recordOf(at, edit);
  if (!("dismiss" in edit) && deletesNothing(edit, current)) return "accepted";
  const outcome =
    "dismiss" in edit ? await dismiss(at, edit.dismiss) : await editRecord(at, edit, current, label, now);
  if (isNoted(edit, outcome))
    await ask(at, "INSERT INTO stockdeck.team_edits (edit, arrived_at, outcome) VALUES ($1, $2, $3)", [
      edit.edit,
      now,
      outcome,
    ]);
  return outcome;
}

async function editRecord(
  at: Queryable,
  edit: RecordEdit,
  current: StoredRecord | null,
  label: string,
  now: number,
): Promise<TeamOutcome> {
  const mine = { value: edit.value, editedAt: editedWithin(edit.editedAt, now), editedBy: label };
  const decision = decideEdit(edit, current, mine);
  const { isAccepted, loser } = decision;
  if (!hasRoom(edit, current, mine, decision, await readUse(at, edit.document, label))) return "refused";
  if (loser) await keepLoser(at, edit, loser);
  if (isAccepted) await store(at, edit, mine);
  else if (current && loser) await renumber(at, current);
  return isAccepted ? "accepted" : "lost";
}

async function store(
  at: Queryable,
  { document, id }: Pick<StoredRecord, "document" | "id">,
  { value, editedAt, editedBy }: Version,
): Promise<void> {
  await ask(
    at,
    `INSERT INTO stockdeck.team_records AS kept (document, id, value, version, sequence, edited_at, edited_by)
       VALUES ($1, $2, $3, 1, $4, $5, $6)
       ON CONFLICT (document, id) DO UPDATE SET value = excluded.value, version = kept.version + 1,
         sequence = excluded.sequence, edited_at = excluded.edited_at, edited_by = excluded.edited_by`,
    [document, id, value, await nextNumber(at), editedAt, editedBy],
  );
}

async function keepLoser(
  at: Queryable,
  { document, id }: RecordEdit,
  { value, editedAt, editedBy }: Version,
): Promise<void> {
  await ask(
    at,
    `WITH taken AS (UPDATE stockdeck.team_state SET losers = losers + 1 RETURNING losers)
       INSERT INTO stockdeck.team_losers (number, document, id, value, edited_at, edited_by)
         SELECT losers, $1, $2, $3, $4, $5 FROM taken`,
    [document, id, value, editedAt, editedBy],
  );
  const kept = await losersOf(at, { document, id });
  for (const { number } of kept.slice(0, Math.max(0, kept.length - MAX_LOSERS)))
    await deleteLoser(at, number);
}

async function dismiss(at: Queryable, number: number): Promise<TeamOutcome> {
  const record = await deleteLoser(at, number);
  if (record) await renumber(at, record);
  return "accepted";
}

/** Deletes a loser. @returns its record; null if the number is unknown. */
async function deleteLoser(at: Queryable, number: number): Promise<StoredRecord | null> {
  const [loser] = await ask<Pick<StoredRecord, "document" | "id">>(
    at,
    "DELETE FROM stockdeck.team_losers WHERE number = $1 RETURNING document, id",
    [number],
  );
  return loser ? recordOf(at, loser) : null;
}

/** Gives a record the next number, so that clients read its losers again. */
async function renumber(
  at: Queryable,
  { document, id }: Pick<StoredRecord, "document" | "id">,
): Promise<void> {
  await ask(at, "UPDATE stockdeck.team_records SET sequence = $1 WHERE document = $2 AND id = $3", [
    await nextNumber(at),
    document,
    id,
  ]);
}

/** Deletes what is older than a time for good. */
async function forget(at: Queryable, before: number): Promise<void> {
  await ask(
    at,
    `WITH deleted AS (
       DELETE FROM stockdeck.team_records AS old WHERE value IS NULL AND edited_at < $1 AND NOT EXISTS (
         SELECT 1 FROM stockdeck.team_losers WHERE document = old.document AND id = old.id
       ) RETURNING sequence
     ) UPDATE stockdeck.team_state SET forgotten = greatest(forgotten, (SELECT max(sequence) FROM deleted))
         WHERE EXISTS (SELECT 1 FROM deleted)`,
    [before],
  );
  await ask(at, "DELETE FROM stockdeck.team_edits WHERE arrived_at < $1", [before]);
}

async function recordOf(
  at: Queryable,
  { document, id }: Pick<StoredRecord, "document" | "id">,
): Promise<StoredRecord | null> {
  const [record] = await ask<StoredRecord & Record<string, unknown>>(
    at,
    `SELECT ${RECORD} FROM stockdeck.team_records WHERE document = $1 AND id = $2`,
    [document, id],
  );
  return record ?? null;
}

const losersOf = (
  at: Queryable,
  { document, id }: Pick<StoredRecord, "document" | "id">,
): Promise<readonly TeamLoser[]> =>
  ask<TeamLoser & Record<string, unknown>>(
    at,
    `SELECT ${LOSER} FROM stockdeck.team_losers WHERE document = $1 AND id = $2 ORDER BY number`,
    [document, id],
  );

async function nextNumber(at: Queryable): Promise<number> {
  const [row] = await ask<{ sequence: number }>(
    at,
    "UPDATE stockdeck.team_state SET sequence = sequence + 1 RETURNING sequence",
  );
  if (!row) throw new Error("the store has no state of the team");
  return row.sequence;
}

async function readUse(at: Queryable, document: string, label: string): Promise<TeamUse> {
  const [use] = await ask<TeamUse & Record<string, unknown>>(
    at,
    `SELECT coalesce(sum(records), 0)::float AS records, coalesce(sum(bytes), 0)::float AS bytes,
         coalesce(sum(live) FILTER (WHERE document = $1), 0)::float AS live,
         coalesce(sum(records) FILTER (WHERE label = $2), 0)::float AS "tokenRecords",
         coalesce(sum(bytes) FILTER (WHERE label = $2), 0)::float AS "tokenBytes"
       FROM stockdeck.team_use`,
    [document, label],
  );
  if (!use) throw new Error("the store did not count the team's records");
  return use;
}
