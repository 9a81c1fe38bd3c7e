import { Button } from "@mantine/core";
import { useFollowed } from "../../base/use-followed.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { RESOURCE_LABELS } from "../labels/resource-labels.ts";
import { useShownNumbers, type RowsStore } from "../query/rows-store.ts";
import type { QueryResult } from "../query/use-result.ts";
import classes from "./filters.module.css";
import { hiddenByFilters } from "./messages.ts";

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
  // Until the rows of a change are here, the numbers are of the rows before, and of the filters that those had.
  const [filtersShown] = useFollowed(filters, (last) => (result.pending ? last : filters));
  const numbers = useShownNumbers(rows, result);
  return (
    <span className={classes.summary} data-testid="filter-summary">
      {hiddenByFilters(numbers, filtersShown, RESOURCE_LABELS[resource])}
      {/* Where there is no row, the message in place of rows has the button. */}
      {result.total > 0 && (
        <Button variant="subtle" size="compact-xs" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </span>
  );
}
