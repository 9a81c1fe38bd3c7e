import type { Counts } from "../../../shared/domain/status.ts";
import { readFacts, type Facts } from "./facts.ts";
import type { Database } from "./open-database.ts";
import { countRows } from "./row-counts.ts";

/** What is known about the copy, with its size. */
export interface Description {
  readonly facts: Facts;
  /** Rows that are shown. */
  readonly totals: Counts;
  /** Rows that the service no longer returns. */
  readonly hidden: Counts;
  /** Rows that the last full check did not see and that are still to be asked for. */
  readonly unverified: number;
  readonly quarantined: number;
  /** The number of the newest change. */
  readonly lastChange: number;
  /** A damaged file that was moved away. */
  readonly setAside: string | null;
}

/** Describes a copy that is not being written to. */
export function describeCopy(database: Database): Description {
  const facts = readFacts(database);
  const { shown, hidden } = facts.rows ?? countRows(database);
  const one = (sql: string): number => (database.prepare(sql).get() as { n: number | null }).n ?? 0;
  return {
    facts,
    totals: shown,
    hidden,
    unverified: one("SELECT count(*) AS n FROM missing"),
    quarantined: one("SELECT count(*) AS n FROM quarantine"),
    lastChange: one("SELECT max(number) AS n FROM changes"),
    setAside: null,
  };
}
