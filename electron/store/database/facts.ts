import { type Database, prepared } from "./open-database.ts";
import type { Units } from "../../../shared/inventory/units.ts";
import { parseInstant, type Instant } from "../../../shared/base/time/instant.ts";
import type { Counts } from "../../../shared/inventory/status.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";

/** The facts about the copy as a whole. Instants are ISO 8601 in UTC. */
export interface Facts {
  /** The high-water mark (design 4.5). */
  readonly mark: string | null;
  /** The latest allowed `updatedSince` by the stamps of items; null if `Date` is not in doubt (mark.ts). */
  readonly updateBound: string | null;
  /** When the last whole pass ended, by the local clock. */
  readonly lastPassAt: string | null;
  /** When the last full check ended, by the local clock. */
  readonly lastFullCheckAt: string | null;
  /** The service's time at which every shown row was returned or requested: the mark of the last full check. */
  readonly checkedAsOf: string | null;
  /** Passes begun so far; types and locations are listed in every tenth. */
  readonly passes: number;
  /** Grows by one with every commit that changed rows. */
  readonly revision: number;
  /** The last number given to a request, by which the later fetch is known. */
  readonly fetchSequence: number;
  readonly firstPullComplete: boolean;
  /** Names the state of the name book that the rows carry (name-service.ts); null if it is empty. */
  readonly names: string | null;
  /** The units that the user confirmed for the numbers; null without units. */
  readonly units: Units | null;
  /** Identifies the user's settings from which columns were computed last (column-computer.ts). */
  readonly computedFrom: string | null;
  /**
   * The revision at which data problems were last searched, and the basis: mutes, units and densities. Null before the
   * first search.
   */
  readonly problemsFound: { readonly basis: string; readonly revision: number } | null;
  /** The state of the service's live events; null if none are followed. */
  readonly events: EventFacts | null;
  /** The connection of the rows. */
  readonly profileId: string | null;
  /** How many rows there are, as of the last commit that changed some: counting a million takes 20 ms. */
  readonly rows: RowCounts | null;
}

/** The place up to which a relay's events were followed. */
export interface EventFacts {
  /** The address of the relay. */
  readonly source: string;
  /** The place in the relay's stream up to which events had their effect; null for its beginning. */
  readonly place: string | null;
}

/** A fact that is an instant; null if it is not set. */
export function instantOf(fact: string | null): Instant | null {
  return fact === null ? null : parseInstant(fact);
}

const DEFAULTS: Facts = {
  mark: null,
  updateBound: null,
  lastPassAt: null,
  lastFullCheckAt: null,
  checkedAsOf: null,
  passes: 0,
  revision: 0,
  fetchSequence: 0,
  firstPullComplete: false,
  names: null,
  units: null,
  computedFrom: null,
  problemsFound: null,
  events: null,
  profileId: null,
  rows: null,
};

/** Reads all facts. */
export function readFacts(database: Database): Facts {
  const rows = prepared(database, "SELECT name, value FROM facts").all() as { name: string; value: string }[];
  return { ...DEFAULTS, ...Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)])) };
}

/** Writes some facts; the caller's transaction makes them one with the rows that they speak of. */
export function writeFacts(database: Database, facts: Partial<Facts>): void {
  const statement = prepared(
    database,
    "INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
  );
  for (const [name, value] of Object.entries(facts)) statement.run(name, JSON.stringify(value));
}

/** The numbers of rows that are shown and hidden. Hidden rows are those that the service no longer returns. */
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
  // The hidden ones have a small index, so that only the whole count reads a table.
  const [all, hidden] = [each(""), each("WHERE noLongerReturnedSince IS NOT NULL")];
  const shown = (table: Resource): number => all[table] - hidden[table];
  return { shown: { items: shown("items"), types: shown("types"), locations: shown("locations") }, hidden };
}

/** The counts after rows are shown that are new or were hidden before. */
export function addRows(counts: RowCounts, resource: Resource, shown: number, hidden: number): RowCounts {
  if (shown === 0 && hidden === 0) return counts;
  return {
    shown: { ...counts.shown, [resource]: counts.shown[resource] + shown },
    hidden: { ...counts.hidden, [resource]: counts.hidden[resource] + hidden },
  };
}

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
