import type {
  RecordEdit,
  TeamEdit,
  TeamLoser,
  TeamOutcome,
  TeamRecord,
} from "../../../../shared/features/team/team-protocol.ts";
import { decideEdit, deletesNothing, hasRoom, isNoted, type TeamUse } from "./decide-edit.ts";
import { query, type Work } from "./queries.ts";

/** Ms for which ids of edits are kept. Deleted records are kept at least half as long. */
const KEPT_MS = 365 * 86_400_000;
/** The most ids of edits that are kept. The collector counts them every `COUNTED_EVERY` requests. */
const [MAX_EDIT_IDS, COUNTED_EVERY] = [500_000, 200];
/** The most losers of one record. Beyond this number, the oldest losers are deleted. */
const MAX_LOSERS = 10;
/** The characters of values after which a page ends before its limit. */
const PAGE_CHARACTERS = 4_000_000;

/** Records after a number, or the reason why the client must read all records again. */
export type TeamRecords =
  | { readonly records: readonly TeamRecord[]; readonly last: number; readonly more: boolean }
  | "notKept"
  | "ahead";

type StoredRecord = Omit<TeamRecord, "losers">;
type RecordName = Pick<StoredRecord, "document" | "id">;

/** The number of rows that one statement reads. It is small, because a thousand values may have 500 MB. */
const PART = 20;
const RECORDS = "SELECT sequence, document, id, value, version, editedAt, editedBy FROM team_records";

/** The last number; below, the highest number of a record that was deleted for good. 0 before the first edit. */
interface TeamNumbers {
  readonly sequence: number;
  readonly forgotten: number;
}

export function* teamNumbers(): Work<TeamNumbers> {
  const [numbers] = yield* query<TeamNumbers>({
    sqlite: `SELECT last.value + 0 AS sequence, deleted.value + 0 AS forgotten FROM facts AS last, facts AS deleted
      WHERE last.name = 'teamSequence' AND deleted.name = 'teamForgotten'`,
    postgres: "SELECT sequence, forgotten FROM team_state",
  });
  return numbers ?? { sequence: 0, forgotten: 0 };
}

/**
 * Reads records after a number, in the order of their numbers.
 * @param all true if the client reads all records, page by page. Deleted records may then be missing.
 * @returns "notKept" if a deleted record after the number is no longer kept, "ahead" if no record has the number yet.
 */
export function* recordsAfter(after: number, limit: number, all: boolean): Work<TeamRecords> {
  const { sequence: last, forgotten } = yield* teamNumbers();
  if (after > last) return "ahead";
  if (!all && after < forgotten) return "notKept";
  const records: TeamRecord[] = [];
  for (let [end, characters] = [after, 0]; ;) {
    const rows = yield* query<StoredRecord>(
      `${RECORDS} WHERE sequence > ?1 ORDER BY sequence LIMIT ${PART}`,
      end,
    );
    for (const row of rows) {
      const losers = yield* losersOf(row);
      characters += [row, ...losers].reduce((sum, { value }) => sum + (value?.length ?? 0), 0);
      const isFull = records.length === limit || (records.length > 0 && characters > PAGE_CHARACTERS);
      if (isFull) return { records, last: end, more: true };
      records.push({ ...row, losers });
      end = row.sequence;
    }
    if (rows.length < PART) return { records, last, more: false };
  }
}

/**
 * Stores edits in their order. The caller must run this as one transaction.
 * @param label the label of the token that sent the edits.
 * @param now ms since the epoch.
 * @param request the number of the request in this process.
 */
export function* applyEdits(
  edits: readonly TeamEdit[],
  label: string,
  now: number,
  request = 0,
): Work<readonly TeamOutcome[]> {
  yield* lockNumbers();
  yield* forget(now - KEPT_MS);
  if (request % COUNTED_EVERY === 1) yield* dropOldestIds();
  const outcomes: TeamOutcome[] = [];
  for (const edit of edits) outcomes.push(yield* applyEdit(edit, label, now));
  return outcomes;
}

/**
 * Deletes values for good: present values of records, and values that lost. If a present value is deleted, the last
 * remaining value that lost replaces it. Afterwards all clients read all records again, because clients cannot read
 * these deletions as changes.
 * @returns the number of deleted values.
 */
export function* dropValues(isDropped: IsDropped): Work<number> {
  yield* lockNumbers();
  const losers = yield* dropFrom("team_losers", "number", isDropped, ({ number }) => deleteLoser(number));
  const records = yield* dropFrom("team_records", "sequence", isDropped, dropRecord);
  const count = losers + records;
  if (count > 0) yield* noteForgotten(yield* nextNumber());
  return count;
}

/** Deletes the oldest ids of edits beyond the limit. So no token can fill the disk. */
const dropOldestIds = (): Work<unknown> =>
  query(
    `DELETE FROM team_edits WHERE arrivedAt <=
       (SELECT arrivedAt FROM team_edits ORDER BY arrivedAt DESC LIMIT 1 OFFSET ?1)`,
    MAX_EDIT_IDS,
  );

/**
 * Keeps other transactions from taking numbers. So the numbers have one order and no gaps. In SQLite, a writing
 * transaction is alone anyway. In PostgreSQL, a lock on the row with the counter admits one transaction at a time.
 */
const lockNumbers = (): Work<unknown> =>
  query({ sqlite: "SELECT 1", postgres: "SELECT 1 FROM team_state FOR UPDATE" });

function* nextNumber(): Work<number> {
  const [next] = yield* query<{ readonly sequence: number }>({
    sqlite: `UPDATE facts SET value = CAST(value + 1 AS TEXT) WHERE name = 'teamSequence'
      RETURNING value + 0 AS sequence`,
    postgres: "UPDATE team_state SET sequence = sequence + 1 RETURNING sequence",
  });
  if (!next) throw new Error("the store has no number of the team's records");
  return next.sequence;
}

const noteForgotten = (number: number): Work<unknown> =>
  query(
    {
      sqlite: `UPDATE facts SET value = CAST(CAST(?1 AS INTEGER) AS TEXT)
        WHERE name = 'teamForgotten' AND value + 0 < ?1`,
      postgres: "UPDATE team_state SET forgotten = greatest(forgotten, ?1)",
    },
    number,
  );

/** Deletes chosen rows of a table. It reads the table in parts by a number. @returns the number of deleted rows. */
function* dropFrom(
  table: "team_records" | "team_losers",
  number: "sequence" | "number",
  isDropped: IsDropped,
  drop: (row: DroppableRow) => Work<unknown>,
): Work<number> {
  let count = 0;
  for (let last = 0; ;) {
    const rows = yield* query<DroppableRow>(
      `SELECT ${number} AS number, document, id, value, editedBy FROM ${table}
         WHERE ${number} > ?1 ORDER BY ${number} LIMIT ${PART}`,
      last,
    );
    for (const row of rows.filter(isDropped)) {
      yield* drop(row);
      count += 1;
    }
    if (rows.length === 0) return count;
    last = rows.at(-1)?.number ?? last;
  }
}

function* dropRecord(record: RecordName): Work<void> {
  const heir = (yield* losersOf(record)).at(-1);
  if (heir) {
    yield* store(record, heir);
    yield* deleteLoser(heir.number);
  } else yield* query("DELETE FROM team_records WHERE document = ?1 AND id = ?2", record.document, record.id);
}

function* applyEdit(edit: TeamEdit, label: string, now: number): Work<TeamOutcome> {
  const [known] = yield* query<{ readonly outcome: TeamOutcome }>(
    "SELECT outcome FROM team_edits WHERE edit = ?1",
    edit.edit,
  );
  if (known) return known.outcome;
  const current = "dismiss" in edit ? null : yield* recordOf(edit);
  if (!("dismiss" in edit) && deletesNothing(edit, current)) return "accepted";
  const outcome =
    "dismiss" in edit ? yield* dismiss(edit.dismiss) : yield* editRecord(edit, current, label, now);
  if (isNoted(edit, outcome))
    yield* query(
      "INSERT INTO team_edits (edit, arrivedAt, outcome) VALUES (?1, ?2, ?3)",
      edit.edit,
      now,
      outcome,
    );
  return outcome;
}

function* editRecord(
  edit: RecordEdit,
  current: StoredRecord | null,
  label: string,
  now: number,
): Work<TeamOutcome> {
  const mine = { value: edit.value, editedAt: editedWithin(edit.editedAt, now), editedBy: label };
  const decision = decideEdit(edit, current, mine);
  const { isAccepted, loser } = decision;
  if (!hasRoom(edit, current, mine, decision, yield* readUse(edit.document, label))) return "refused";
  if (loser) yield* keepLoser(edit, loser);
  if (isAccepted) yield* store(edit, mine);
  else if (current && loser) yield* renumber(current);
  return isAccepted ? "accepted" : "lost";
}

function* store({ document, id }: RecordName, { value, editedAt, editedBy }: Version): Work<void> {
  yield* query(
    `INSERT INTO team_records (document, id, value, version, sequence, editedAt, editedBy)
       VALUES (?1, ?2, ?3, 1, ?4, ?5, ?6)
       ON CONFLICT (document, id) DO UPDATE SET value = excluded.value, version = team_records.version + 1,
         sequence = excluded.sequence, editedAt = excluded.editedAt, editedBy = excluded.editedBy`,
    document,
    id,
    value,
    yield* nextNumber(),
    editedAt,
    editedBy,
  );
}

function* keepLoser(record: RecordName, { value, editedAt, editedBy }: Version): Work<void> {
  const { document, id } = record;
  yield* query(
    {
      sqlite: "INSERT INTO team_losers (document, id, value, editedAt, editedBy) VALUES (?1, ?2, ?3, ?4, ?5)",
      // A sequence object of PostgreSQL would leave a gap if a transaction fails.
      postgres: `WITH taken AS (UPDATE team_state SET losers = losers + 1 RETURNING losers)
        INSERT INTO team_losers (number, document, id, value, editedAt, editedBy)
          SELECT losers, ?1, ?2, ?3, ?4, ?5 FROM taken`,
    },
    document,
    id,
    value,
    editedAt,
    editedBy,
  );
  const kept = yield* losersOf(record);
  for (const { number } of kept.slice(0, Math.max(0, kept.length - MAX_LOSERS))) yield* deleteLoser(number);
}

function* dismiss(number: number): Work<TeamOutcome> {
  const record = yield* deleteLoser(number);
  if (record) yield* renumber(record);
  return "accepted";
}

/** Deletes a loser. @returns the record of the loser; null if the number is unknown. */
function* deleteLoser(number: number): Work<StoredRecord | null> {
  const [loser] = yield* query<RecordName>(
    "DELETE FROM team_losers WHERE number = ?1 RETURNING document, id",
    number,
  );
  return loser ? yield* recordOf(loser) : null;
}

/** Gives a record the next number. So clients read the record and its losers again. */
function* renumber({ document, id }: RecordName): Work<void> {
  const next = yield* nextNumber();
  yield* query("UPDATE team_records SET sequence = ?1 WHERE document = ?2 AND id = ?3", next, document, id);
}

/** Deletes old data for good: deleted records and ids of edits that are older than a time. */
function* forget(before: number): Work<void> {
  const deleted = yield* query<{ readonly sequence: number }>(
    `DELETE FROM team_records WHERE value IS NULL AND editedAt < ?1
       AND NOT EXISTS (SELECT 1 FROM team_losers WHERE document = team_records.document AND id = team_records.id)
     RETURNING sequence`,
    before,
  );
  const highest = deleted.reduce((most, { sequence }) => Math.max(most, sequence), 0);
  if (highest > 0) yield* noteForgotten(highest);
  yield* query("DELETE FROM team_edits WHERE arrivedAt < ?1", before);
}

function* recordOf({ document, id }: RecordName): Work<StoredRecord | null> {
  const [record] = yield* query<StoredRecord>(`${RECORDS} WHERE document = ?1 AND id = ?2`, document, id);
  return record ?? null;
}

const losersOf = ({ document, id }: RecordName): Work<readonly TeamLoser[]> =>
  query(
    "SELECT number, value, editedAt, editedBy FROM team_losers WHERE document = ?1 AND id = ?2 ORDER BY number",
    document,
    id,
  );

const sumOf = (column: string, condition = "true"): string =>
  `CAST(coalesce(sum(${column}) FILTER (WHERE ${condition}), 0) AS bigint)`;
const USE = `SELECT ${sumOf("records")} AS records, ${sumOf("bytes")} AS bytes,
    ${sumOf("live", "document = ?1")} AS live, ${sumOf("records", "label = ?2")} AS tokenRecords,
    ${sumOf("bytes", "label = ?2")} AS tokenBytes
  FROM team_use`;

function* readUse(document: string, label: string): Work<TeamUse> {
  const [use] = yield* query<TeamUse>(USE, document, label);
  if (!use) throw new Error("the store did not count the team's records");
  return use;
}

/** A present value of a record, or a value that lost. `number` is its number in its own table. */
interface DroppableRow extends Pick<StoredRecord, "document" | "id" | "value" | "editedBy"> {
  readonly number: number;
}

/** Decides whether an administrator's command deletes a value. */
export type IsDropped = (row: DroppableRow) => boolean;

type Version = Pick<StoredRecord, "value" | "editedAt" | "editedBy">;

/**
 * Limits the time of an edit. The result is not after the arrival of the edit, even if the workstation's clock is
 * ahead, and not so early that a deletion would soon be deleted for good.
 */
const editedWithin = (editedAt: number, now: number): number =>
  Math.max(now - KEPT_MS / 2, Math.min(editedAt, now));
