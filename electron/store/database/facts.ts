import { type Database, prepared } from "./open-database.ts";
import type { Units } from "../../../shared/inventory/units.ts";
import { parseInstant, type Instant } from "../../../shared/base/time/instant.ts";
import type { Counts } from "../../../shared/inventory/status.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";

/** The facts about a whole copy. Instants are ISO 8601 in UTC. */
export interface Facts {
  /** The high-water mark (design 4.5). */
  readonly mark: string | null;
  /**
   * The latest `updatedSince` that the items' `updatedAt` allows. Null if the service's `Date` can be trusted
   * (mark.ts).
   */
  readonly updateBound: string | null;
  /** When the last successful pass ended, by the local clock. */
  readonly lastPassAt: string | null;
  /** When the last full check ended, by the local clock. */
  readonly lastFullCheckAt: string | null;
  /** The mark of the last full check, by the service's time. At that time every shown row was returned or requested. */
  readonly checkedAsOf: string | null;
  /** When types and locations were last listed, by the service's time. Only every tenth pass lists them. */
  readonly referencesAsOf: string | null;
  /** The number of passes that have begun. Every tenth pass lists types and locations. */
  readonly passes: number;
  /** The revision of the rows. It grows by one with every commit that changes rows. */
  readonly revision: number;
  /** The last number given to a request. It decides which of two fetches is the later one. */
  readonly fetchSequence: number;
  readonly firstPullComplete: boolean;
  /**
   * The earliest moment whose rows can be rebuilt, by the service's time. It is the end of the first pull, or the
   * newest deleted change. Null before the end of the first pull.
   */
  readonly observedSince: string | null;
  /** The state of the user's names in the rows (name-service.ts); null if the rows have none. */
  readonly names: string | null;
  /** The units that the user confirmed for the numbers; null if none are confirmed. */
  readonly units: Units | null;
  /** The state of the user's settings from which columns were last computed (column-computer.ts). */
  readonly computedFrom: string | null;
  /**
   * The last search for data problems: its revision, and the data it was based on (mutes, units and densities). Null
   * before the first search.
   */
  readonly problemsFound: { readonly basis: string; readonly revision: number } | null;
  /** The revision for which the items' values were computed; null if no pricing basis is confirmed. */
  readonly valued: number | null;
  /** The name of the changes' numbering, for a collector's clients; null if no collector has run. */
  readonly epoch: string | null;
  /** The kind of server at the base URL; null if it is not known yet. */
  readonly source: "service" | "collector" | null;
  /** The position up to which the copy follows a collector; null if it follows none. */
  readonly collector: CollectorFacts | null;
  /** The id of the connection to which the rows belong. */
  readonly connectionId: string | null;
  /**
   * The number of rows after the last commit that changed rows. It is stored because counting a million rows takes 20
   * ms.
   */
  readonly rows: RowCounts | null;
}

/** The position that a copy has in the changes of a collector. */
export interface CollectorFacts {
  /** The name of the numbering. */
  readonly epoch: string;
  /** The number of the last change that the copy has. */
  readonly number: number;
  /** The state of the counted days in the copy. */
  readonly counted: number;
}

/** The time up to which the copy has every change of a resource; null if it is not known. */
export const completeOf = (resource: Resource, { mark, referencesAsOf }: Facts): Instant | null =>
  instantOf(resource === "items" ? mark : referencesAsOf);

/** A fact as an instant; null if it is not set. */
export function instantOf(fact: string | null): Instant | null {
  return fact === null ? null : parseInstant(fact);
}

const DEFAULTS: Facts = {
  mark: null,
  updateBound: null,
  lastPassAt: null,
  lastFullCheckAt: null,
  checkedAsOf: null,
  referencesAsOf: null,
  passes: 0,
  revision: 0,
  fetchSequence: 0,
  firstPullComplete: false,
  observedSince: null,
  names: null,
  units: null,
  computedFrom: null,
  problemsFound: null,
  valued: null,
  epoch: null,
  source: null,
  collector: null,
  connectionId: null,
  rows: null,
};

/** Reads all facts. */
export function readFacts(database: Database): Facts {
  const rows = prepared(database, "SELECT name, value FROM facts").all() as { name: string; value: string }[];
  return { ...DEFAULTS, ...Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)])) };
}

/** Writes some facts. It must run in the transaction that writes the rows which they describe. */
export function writeFacts(database: Database, facts: Partial<Facts>): void {
  const statement = prepared(
    database,
    "INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
  );
  for (const [name, value] of Object.entries(facts)) statement.run(name, JSON.stringify(value));
}

/** The numbers of shown and hidden rows. A row is hidden if the service no longer returns it. */
export interface RowCounts {
  readonly shown: Counts;
  readonly hidden: Counts;
}

/** The number of rows of a table. @param from SQL after FROM, with conditions if needed. */
export function count(database: Database, from: string): number {
  return (prepared(database, `SELECT count(*) AS count FROM ${from}`).get() as { count: number }).count;
}

/** Counts every table. */
export function countRows(database: Database): RowCounts {
  const each = (where: string): Counts => ({
    items: count(database, `items ${where}`),
    types: count(database, `types ${where}`),
    locations: count(database, `locations ${where}`),
  });
  // Hidden rows have a small index. So only one of the two counts reads the whole table.
  const [all, hidden] = [each(""), each("WHERE noLongerReturnedSince IS NOT NULL")];
  const shown = (table: Resource): number => all[table] - hidden[table];
  return { shown: { items: shown("items"), types: shown("types"), locations: shown("locations") }, hidden };
}

/**
 * Adds numbers of rows of a resource to the counts.
 * @param shown the number of additional shown rows; negative if rows were hidden.
 * @param hidden the number of additional hidden rows; negative if rows are shown again.
 */
export function addRows(counts: RowCounts, resource: Resource, shown: number, hidden: number): RowCounts {
  if (shown === 0 && hidden === 0) return counts;
  return {
    shown: { ...counts.shown, [resource]: counts.shown[resource] + shown },
    hidden: { ...counts.hidden, [resource]: counts.hidden[resource] + hidden },
  };
}

/** The facts about a copy, together with its size. */
export interface Description {
  readonly facts: Facts;
  /** The numbers of shown rows. */
  readonly totals: Counts;
  /** The numbers of rows that the service no longer returns. */
  readonly hidden: Counts;
  /** Rows that the last full check did not see. No request has verified them since. */
  readonly unverified: number;
  readonly quarantined: number;
  /** The number of the newest change. */
  readonly lastChange: number;
  /** The path to which a damaged file was moved; null if none was. */
  readonly setAside: string | null;
}

/** Describes a copy. Nothing may write to it meanwhile. */
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
