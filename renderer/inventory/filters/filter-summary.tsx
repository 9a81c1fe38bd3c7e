import { Button } from "@mantine/core";
import { useFollowed } from "../../base/use-followed.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { formatCount } from "../../base/format-number.ts";
import { plural } from "../../base/plural.ts";
import { RESOURCE_LABELS } from "../labels/resource-labels.ts";
import { useShownNumbers, type RowsStore } from "../query/rows-store.ts";
import type { Counts, QueryResult } from "../query/use-result.ts";
import classes from "./filters.module.css";

/** How much the filters that are on hide, so that nobody takes a part for the whole, and one button to clear them. */
export function FilterSummary({
  resource,
  result,
  rows,
  filters,
  onClear,
}: {
  readonly resource: Resource;
  readonly result: QueryResult;
  readonly rows: RowsStore;
  /** How many are on. */
  readonly filters: number;
  readonly onClear: () => void;
}) {
  const { one, many } = RESOURCE_LABELS[resource];
  // Until the rows of a change are here, the numbers are of the rows before, and of the filters that those had.
  const [filtersShown] = useFollowed(filters, (last) => (result.pending ? last : filters));
  const numbers = useShownNumbers(rows, result);
  return (
    <span className={classes.summary} data-testid="filter-summary">
      {hiding(numbers, filtersShown, one, many)}
      {/* Where there is no row, the message in place of rows has the button. */}
      {result.total > 0 && (
        <Button variant="subtle" size="compact-xs" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </span>
  );
}

function hiding({ total, all }: Counts, filters: number, one: string, many: string): string {
  if (filters === 0) return "";
  const subject = `${plural(filters, "filter")} ${filters === 1 ? "hides" : "hide"}`;
  // Not counted yet, of rows that are not among all, or of another moment than all are.
  if (all === null || total > all) return `${plural(filters, "filter")} on`;
  if (total === all) return `${subject} nothing`;
  return `${subject} ${formatCount(all - total)} of ${plural(all, one, many)}`;
}
