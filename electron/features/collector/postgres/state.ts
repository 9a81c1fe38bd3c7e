import type { Facts, RowCounts } from "../../../store/database/facts.ts";
import type { ChangeNumbers } from "../../../store/query/changed-records.ts";
import { ask, type Queryable } from "./connect.ts";

/** The facts about the copy that are published with its rows. */
export type PublishedFacts = Pick<
  Facts,
  | "mark"
  | "updateBound"
  | "lastPassAt"
  | "lastFullCheckAt"
  | "checkedAsOf"
  | "referencesAsOf"
  | "passes"
  | "fetchSequence"
  | "connectionId"
> & { readonly rows: RowCounts };

/** The position up to which a journal is published. */
export interface Position {
  /** The name of the journal, which is the epoch in its file. */
  readonly journal: string;
  readonly revision: number;
  /** The number in the journal of the last published change. */
  readonly change: number;
}

/** The state of the store. */
export interface StoreState {
  readonly epoch: string;
  /** The number of the last change. */
  readonly last: number;
  /** The last number of the team's records. */
  readonly team: number;
  /** The latest time that the clock of any leader has shown, ms since the epoch. */
  readonly clock: number;
  /** The facts; null until the first copy is published. */
  readonly facts: PublishedFacts | null;
  readonly observedSince: number | null;
  /** The position; null until a journal was adopted. */
  readonly position: Position | null;
}

interface Row {
  readonly epoch: string;
  readonly last: number;
  readonly clock: number;
  readonly team: number;
  readonly facts: string | null;
  readonly observed_since: number | null;
  readonly journal: string | null;
  readonly journal_revision: number | null;
  readonly journal_change: number | null;
}

/** Reads the state. @param locks true if the state must not change until the transaction ends. */
export async function readState(at: Queryable, locks = false): Promise<StoreState> {
  const [row] = await ask<Row & Record<string, unknown>>(
    at,
    `SELECT *, (SELECT sequence FROM stockdeck.team_state) AS team
       FROM stockdeck.state${locks ? " FOR UPDATE OF state" : ""}`,
  );
  if (!row) throw new Error("the store has no state");
  const { epoch, last, clock, team, facts, journal } = row;
  return {
    epoch,
    last,
    clock,
    team,
    facts: facts === null ? null : (JSON.parse(facts) as PublishedFacts),
    observedSince: row.observed_since,
    position:
      journal === null
        ? null
        : { journal, revision: row.journal_revision ?? 0, change: row.journal_change ?? 0 },
  };
}

/** Reads the numbers of the kept changes. */
export async function numbersOf(at: Queryable): Promise<ChangeNumbers> {
  const [row] = await ask<{ last: number; first: number | null }>(
    at,
    "SELECT last, (SELECT min(number) FROM stockdeck.changes) AS first FROM stockdeck.state",
  );
  const { last, first } = row ?? { last: 0, first: null };
  return { first: first ?? last + 1, last };
}
