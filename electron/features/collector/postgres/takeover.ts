import type { Remote } from "../../../store/database/worker-rpc.ts";
import { formatInstant } from "../../../../shared/base/time/instant.ts";
import type { Clock } from "../../../base/clock.ts";
import { ask, type Queryable } from "./connect.ts";
import type { Journal, LocalJournal, SeenNumbers } from "./journal.ts";
import type { LoadedDays, LoadedRecord } from "./load-copy.ts";
import { readState, type Position, type StoreState } from "./state.ts";

/** The number of rows that one statement reads. */
const ROWS = 2_000;

/** The ways in which a new leader can use the journal in its data folder. */
export type JournalUse =
  /** Continues to publish the journal, because the store's position is in this journal. */
  | "continue"
  /** Publishes the whole journal: the store has no copy yet. If the journal is empty, a pull fills it first. */
  | "adopt"
  /** Discards the journal, and fills another journal from the store. */
  | "load";

/**
 * Decides how a new leader uses a journal. If a journal is behind its published position, it was restored from a
 * backup.
 */
export function chooseJournal(state: StoreState, local: LocalJournal | null): JournalUse {
  const { facts, position } = state;
  if (facts === null || position === null) return "adopt";
  const isSame =
    local !== null
    && local.journal === position.journal
    && local.revision >= position.revision
    && local.changes.last >= position.change;
  return isSame ? "continue" : "load";
}

/** Whether the store was restored from a backup: its numbers are below numbers that this collector has seen. */
export const wentBack = (state: StoreState, seen: SeenNumbers): boolean =>
  seen.epoch === state.epoch && (seen.number > state.last || seen.team > state.team);

/**
 * Fills the journal from the store, and makes it the journal that the store follows. No request is sent to the service.
 * @param client the connection that holds the leader's lock.
 * @throws ServiceError 503 if the store cannot be reached; AppFailure of kind `store`.
 */
export async function loadJournal(
  client: Queryable,
  journal: Remote<Journal>,
  clock: Pick<Clock, "now">,
): Promise<Position> {
  const { facts, observedSince } = await readState(client);
  await journal.beginLoad();
  for (let [resource, id] = ["", ""]; ;) {
    const rows = await ask<LoadedRecord & Record<string, unknown>>(
      client,
      `SELECT resource, id, record, hidden_since AS hidden, counted, value::text AS value, currency, value_gap AS gap
         FROM stockdeck.records
         WHERE (resource, id) > ($1, $2) ORDER BY resource, id LIMIT $3`,
      [resource, id, ROWS],
    );
    const last = rows.at(-1);
    if (last === undefined) break;
    [resource, id] = [last.resource, last.id];
    await journal.loadRecords(rows, clock.now());
  }
  await loadDays(client, journal);
  const position = await journal.endLoad({
    ...facts,
    observedSince: observedSince === null ? null : formatInstant(observedSince),
  });
  await client.query("UPDATE stockdeck.state SET journal = $1, journal_revision = $2, journal_change = $3", [
    position.journal,
    position.revision,
    position.change,
  ]);
  return position;
}

async function loadDays(client: Queryable, journal: Remote<Journal>): Promise<void> {
  const none: LoadedDays = { counted: [], stock: [], consumption: [], quarters: [] };
  const rowsOf = async <Row>(sql: string, ...values: string[]): Promise<readonly Row[]> =>
    (await client.query({ text: sql, values, rowMode: "array" })).rows as Row[];
  const counted = await rowsOf<LoadedDays["counted"][number]>(
    "SELECT day, taken_at, low_stock, problems FROM stockdeck.snapshot_days ORDER BY day",
  );
  const consumption = await rowsOf<LoadedDays["consumption"][number]>(
    "SELECT day, type_id, length, weight FROM stockdeck.consumption",
  );
  const quarters = await rowsOf<LoadedDays["quarters"][number]>(
    "SELECT quarter FROM stockdeck.observed_quarters",
  );
  await journal.loadDays({ ...none, counted, consumption, quarters });
  for (const [day] of counted) {
    const stock = await rowsOf<LoadedDays["stock"][number]>(
      "SELECT day, dimension, id, status, items, length, weight FROM stockdeck.snapshots WHERE day = $1",
      day,
    );
    await journal.loadDays({ ...none, stock });
  }
}
