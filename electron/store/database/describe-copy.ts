import type { Counts } from "../../../shared/inventory/status.ts";
import { readFacts, type Facts } from "./facts.ts";
import type { Database } from "./open-database.ts";
import { count, countRows } from "./row-counts.ts";

/** The facts about the copy, with its size. */
export interface Description {
  readonly facts: Facts;
  /** Rows that are shown. */
  readonly totals: Counts;
  /** Rows that the service no longer returns. */
  readonly hidden: Counts;
  /** Rows that the last full check did not see and no request has verified. */
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
  const { last } = database.prepare("SELECT max(number) AS last FROM changes").get() as {
    last: number | null;
  };
  return {
    facts,
    totals: shown,
    hidden,
    unverified: count(database, "missing"),
    quarantined: count(database, "quarantine"),
    lastChange: last ?? 0,
    setAside: null,
  };
}
