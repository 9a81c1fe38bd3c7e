import { STORE_ERRORS } from "../database/messages.ts";
import { AppFailure, said } from "../../../shared/base/errors.ts";
import { inDateLocale } from "../../../shared/base/text/locale.ts";
import { QUARTER, quarterOf } from "../../../shared/base/time/local-day.ts";
import { fromMilliseconds, toMilliseconds, type Instant } from "../../../shared/base/time/instant.ts";
import { instantOf, readFacts } from "../database/facts.ts";
import { prepared, type Database } from "../database/open-database.ts";
import { changeNumbers } from "./changed-records.ts";

/** A moment whose rows can be rebuilt from the changes observed after it. */
export interface PastMoment {
  readonly asOf: Instant;
  /** The number of the first change after the moment. This change and all later ones are undone. */
  readonly firstUndone: number;
  /**
   * The last known refresh before the moment. If only its quarter of an hour is known, this is the start of the
   * quarter.
   */
  readonly refreshedAt: Instant;
}

/**
 * Finds the changes that must be undone for the rows of a moment.
 * @throws AppFailure `not_observed` if the moment is before the first observation.
 */
export function findPastMoment(database: Database, asOf: Instant): PastMoment {
  const since = requireObserved(database, asOf);
  const { number } = prepared(
    database,
    "SELECT min(number) AS number FROM changes WHERE observedBefore > ?",
  ).get(asOf) as { number: number | null };
  return {
    asOf,
    firstUndone: number ?? changeNumbers(database).last + 1,
    refreshedAt: Math.max(since, lastRefresh(database, asOf)),
  };
}

/**
 * Checks that all changes after a moment are still kept. A refresh deletes old changes, even while the moment is open.
 * @returns the time since which changes are kept.
 * @throws AppFailure `not_observed`.
 */
export function requireObserved(database: Database, asOf: Instant): Instant {
  const since = instantOf(readFacts(database).observedSince);
  if (since === null || asOf < since) throw notObserved(since);
  return since;
}

/**
 * The last refresh before a moment. Passes and changes give its exact time. For older passes, only the quarter of an
 * hour is kept. Its start is used, because it is never after the refresh.
 */
function lastRefresh(database: Database, asOf: Instant): Instant {
  const at = toMilliseconds(asOf);
  const found = prepared(
    database,
    `SELECT (SELECT max(observedBefore) FROM changes WHERE observedBefore <= ?1) AS change,
       (SELECT max(endedAt) FROM passes WHERE error IS NULL AND endedAt <= ?2) AS pass,
       (SELECT max(quarter) FROM observed_quarters WHERE quarter < ?3) AS quarter`,
  ).get(asOf, Math.floor(at), quarterOf(at)) as Record<"change" | "pass" | "quarter", number | null>;
  return Math.max(
    found.change ?? -Infinity,
    found.pass === null ? -Infinity : fromMilliseconds(found.pass),
    found.quarter === null ? -Infinity : fromMilliseconds(found.quarter * QUARTER),
  );
}

const moments = inDateLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" }),
);

function notObserved(since: Instant | null): AppFailure {
  const sentence =
    since === null
      ? STORE_ERRORS.nothingObserved
      : STORE_ERRORS.notObserved({ time: moments().format(new Date(Math.ceil(toMilliseconds(since)))) });
  return new AppFailure({ kind: "not_observed", ...said(sentence) });
}
