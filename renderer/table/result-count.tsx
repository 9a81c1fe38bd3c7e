import { useEffect } from "react";
import type { Resource } from "../../shared/resource-names.ts";
import { useAnnounce } from "../app/announcer.tsx";
import { formatCount } from "../format/format-number.ts";
import { plural } from "../format/plural.ts";
import { RESOURCE_WORDS } from "../format/resource-words.ts";
import type { QueryResult } from "./data/use-result.ts";
import classes from "./table.module.css";

/** A result is announced once it has stood for a moment, not at every letter typed. */
const ANNOUNCE_DELAY = 800;

/** "n of m" where something filters, else the number of rows; also told to screen readers when it changes. */
export function ResultCount({
  resource,
  result,
  filters,
}: {
  readonly resource: Resource;
  readonly result: QueryResult;
  readonly filters: number;
}) {
  const announce = useAnnounce();
  const { one, many } = RESOURCE_WORDS[resource];
  const all = result.all ?? result.total;
  // What is not counted yet is at least what is here.
  const more = result.counted ? "" : "+";
  const sentence =
    filters === 0 && result.counted
      ? plural(result.total, one, many)
      : filters === 0
        ? `${formatCount(result.total)}${more} ${many}`
        : `${formatCount(result.total)}${more} of ${result.all === null ? many : plural(all, one, many)} shown`;
  const query = JSON.stringify(result.shown);
  useEffect(() => {
    const timer = setTimeout(() => announce(sentence), ANNOUNCE_DELAY);
    return () => clearTimeout(timer);
    // Only another query is news; a refresh that adds a row is not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [announce, query]);

  return (
    <span className={classes.count} data-testid="result-count">
      {filters === 0 ? (
        <strong>{sentence}</strong>
      ) : (
        <>
          <strong>
            {formatCount(result.total)}
            {more}
          </strong>{" "}
          of {result.all === null ? many : plural(all, one, many)}
        </>
      )}
    </span>
  );
}
