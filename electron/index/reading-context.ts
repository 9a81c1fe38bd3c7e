import type { Database } from "../store/database/open-database.ts";
import type { PastReading } from "./past-reading.ts";
import type { QueryResults } from "./query-results.ts";

/** The context of a feature's task in the reader's thread, at one revision. */
export interface ReadingContext {
  readonly database: Database;
  readonly results: QueryResults;
  readonly revision: number;
  /** The tables at a past moment, ISO 8601. @throws AppFailure `not_observed`. */
  readonly pastAt: (asOf: string) => PastReading;
}
