import { useEffect, useEffectEvent, useRef } from "react";
import { findField } from "../../shared/fields.ts";
import type { Query } from "../../shared/query.ts";
import type { Resource } from "../../shared/resource-names.ts";
import { useAnnounce } from "../app/announcer.tsx";
import { formatCount } from "../format/format-number.ts";
import { plural } from "../format/plural.ts";
import { RESOURCE_WORDS } from "../format/resource-words.ts";
import { useGlance } from "./data/use-glance.ts";
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
  const { total, all } = result.onScreen;
  const among = all === null ? `the ${many}` : plural(all, one, many);
  // What is not counted yet is at least what is here.
  const more = result.counted ? "" : "+";
  const sentence =
    filters === 0 && result.counted
      ? plural(total, one, many)
      : filters === 0
        ? `${formatCount(total)}${more} ${many}`
        : `${formatCount(total)}${more} of ${among} shown`;
  const query = JSON.stringify(result.shown);
  const said = useRef<string | null>(null);
  const say = useEffectEvent(() => {
    if (said.current === query) return;
    said.current = query;
    announce([sentence, orderWords(resource, result.shown)].filter(Boolean).join(", "));
  });
  // Only another query is news; a refresh that adds a row is not.
  const told = result.counted ? query : null;
  useEffect(() => {
    if (told === null) return undefined;
    const timer = setTimeout(() => say(), ANNOUNCE_DELAY);
    return () => clearTimeout(timer);
  }, [told]);

  const number = useRef<HTMLElement>(null);
  useGlance(({ query: { search, filter }, total: next }) => {
    const text = number.current?.firstChild;
    const filtered = search !== undefined || filter !== undefined;
    // The first letter, and the last that is taken away, change more than the number.
    if (!(text instanceof Text) || !result.counted || filtered !== filters > 0) return null;
    return () => {
      const before = text.data;
      text.data = filtered ? formatCount(next) : plural(next, one, many);
      return () => {
        text.data = before;
      };
    };
  });

  return (
    <span className={classes.count} data-testid="result-count">
      {filters === 0 ? (
        <strong ref={number}>{sentence}</strong>
      ) : (
        <>
          <strong ref={number}>{`${formatCount(total)}${more}`}</strong> of {among}
        </>
      )}
    </span>
  );
}

/** By what the rows are sorted, where somebody has said so. */
function orderWords(resource: Resource, { sort = [] }: Query): string {
  const columns = sort.map(({ field, direction }) => {
    const label = findField(resource, field)?.label ?? field;
    return `${label} ${direction === "desc" ? "descending" : "ascending"}`;
  });
  return columns.length === 0 ? "" : `sorted by ${columns.join(", then ")}`;
}
