import { SegmentedControl } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocalCopy } from "../../app/profile-context.tsx";
import { formatCount } from "../../format/format-number.ts";
import { valueWord } from "../../format/value-words.ts";
import { facetsQuery } from "../data/result-queries.ts";
import type { ViewState } from "../view-state.ts";
import { compileQuery } from "./compile-query.ts";
import classes from "./filters.module.css";
import { QUICK_VIEWS, type QuickView } from "./quick-views.ts";

/** The counts may come a moment later; the rows of a typed letter go first. */
const COUNT_DELAY = 250;

/** All, Available, Checked out, Archived, each with its count under the other filters. */
export function QuickViewSwitch({
  view,
  onChange,
}: {
  readonly view: ViewState;
  readonly onChange: (quick: QuickView) => void;
}) {
  const copy = useLocalCopy();
  const query = useMemo(
    () => compileQuery({ search: view.search, chips: view.chips, quick: "all", sort: [] }),
    [view.search, view.chips],
  );
  const [settled] = useDebouncedValue(query, COUNT_DELAY);
  const facets = useQuery({
    ...facetsQuery(copy, "items", settled, "status", { search: "", limit: 20 }),
    placeholderData: keepPreviousData,
  });
  const countOf = (quick: QuickView): number | undefined => {
    if (!facets.data) return undefined;
    const { values, empty } = facets.data;
    if (quick === "all") return values.reduce((sum, { count }) => sum + count, empty);
    return values.find(({ value }) => value === quick)?.count ?? 0;
  };

  return (
    <SegmentedControl
      aria-label="Quick view"
      value={view.quick}
      onChange={onChange}
      classNames={{ label: classes.quick }}
      data={QUICK_VIEWS.map((quick) => {
        const count = countOf(quick);
        return {
          value: quick,
          label: (
            <>
              {quick === "all" ? "All" : valueWord("status", quick)}
              {count !== undefined && <span className={classes.quickCount}>{formatCount(count)}</span>}
            </>
          ),
        };
      })}
    />
  );
}
