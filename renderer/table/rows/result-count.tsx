import { useEffect, useEffectEvent, useRef } from "react";
import { findField } from "../../../shared/inventory/fields.ts";
import { isNarrowed } from "../../../shared/query/is-narrowed.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { formatCount, plural } from "../../base/format.ts";
import { useLonger } from "../../base/use-longer.ts";
import { RESOURCE_LABELS } from "../labels/labels.ts";
import { useShownNumbers, type RowsStore } from "../query/rows-store.ts";
import type { Counts, QueryResult } from "../query/use-result.ts";
import { COUNTING } from "./messages.ts";
import classes from "./table.module.css";

/** Ms after which a result is announced, so that not every letter typed is. */
const ANNOUNCE_DELAY = 800;
/** Ms without a count after which the screen says that it is on its way: the index of a long table loads after a start. */
const COUNTING_DELAY = 300;

interface ResultCountProps {
  readonly resource: Resource;
  readonly result: QueryResult;
  readonly rows: RowsStore;
}

/** "n of m" while filtered, otherwise the number of rows; announced to screen readers when the query changes. */
export function ResultCount({ resource, result, rows }: ResultCountProps) {
  const announce = useAnnounce();
  const isCounting = useLonger(!result.counted, COUNTING_DELAY);
  const filtered = isNarrowed(result.shown);
  const [count, ofAll] = countLabels(resource, useShownNumbers(rows, result), filtered, result.counted);
  const sentence = filtered ? `${count}${ofAll} shown` : count;
  const query = JSON.stringify(result.shown);
  const said = useRef<string | null>(null);
  const say = useEffectEvent(() => {
    if (said.current === query) return;
    said.current = query;
    announce([sentence, orderLabel(resource, result.shown)].filter(Boolean).join(", "));
  });
  // Announced for another query only, not when a refresh adds a row.
  const told = result.counted ? query : null;
  useEffect(() => {
    if (told === null) return undefined;
    const timer = setTimeout(() => say(), ANNOUNCE_DELAY);
    return () => clearTimeout(timer);
  }, [told]);

  return (
    <span className={classes.count} data-testid="result-count">
      <strong>{count}</strong>
      <span>{ofAll}</span>
      {isCounting && count !== "" && <span> · {COUNTING}</span>}
    </span>
  );
}

/** "n" and " of m items" while filtered; otherwise "n items" and nothing. */
function countLabels(
  resource: Resource,
  { total, all }: Counts,
  filtered: boolean,
  counted: boolean,
): readonly [count: string, ofAll: string] {
  // Before the first rows nothing is known: "0 items" would be wrong.
  if (!counted && total === 0) return ["", ""];
  const { one, many } = RESOURCE_LABELS[resource];
  // Until counted, there are at least the loaded rows.
  const count = counted ? formatCount(total) : `${formatCount(total)}+`;
  if (filtered) return [count, ` of ${all === null ? `the ${many}` : plural(all, one, many)}`];
  return [counted ? plural(total, one, many) : `${count} ${many}`, ""];
}

function orderLabel(resource: Resource, { sort = [] }: Query): string {
  const columns = sort.map(({ field, direction }) => {
    const label = findField(resource, field)?.label ?? field;
    return `${label} ${direction === "desc" ? "descending" : "ascending"}`;
  });
  return columns.length === 0 ? "" : `sorted by ${columns.join(", then ")}`;
}
