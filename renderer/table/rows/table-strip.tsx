import { IconSum } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useFollowed } from "../../base/use-followed.ts";
import { hiddenByFilters, FILTERS } from "../filters/messages.ts";
import { RESOURCE_LABELS } from "../labels/messages.ts";
import { useShownNumbers, type RowsStore } from "../query/rows-state.ts";
import type { QueryResult } from "../query/use-result.ts";
import { VerificationOutcome } from "../selection/selection-bar.tsx";
import type { Verify } from "../selection/use-verify.ts";
import { clearFilters, countFilters } from "../views/view-state.ts";
import type { TableModel } from "./table-model.ts";
import classes from "./table.module.css";
import { QuietButton } from "../../ui/buttons.tsx";
import { Box, Group } from "@mantine/core";
import { COLUMN_ACTIONS } from "./messages.ts";

/** The line between the filters and the rows: the selection or unseen changes, what filters hide, and the totals. */
export function TableStrip({
  model: { resource, view, update, result, shownRows },
  verify,
  totals,
  children,
}: {
  readonly model: TableModel;
  readonly verify: Verify;
  /** The totals below the rows; null if no column has numbers. */
  readonly totals: { readonly isShown: boolean; readonly toggle: () => void } | null;
  readonly children: ReactNode;
}) {
  const filters = countFilters(view);
  return (
    <div className={classes.strip}>
      {children}
      <Box component="span" flex={1} />
      {verify.verification && <VerificationOutcome verify={verify} verification={verify.verification} />}
      {result.counted && (filters > 0 || view.chips.length > 0) && (
        <FilterSummary
          resource={resource}
          result={result}
          rows={shownRows}
          filters={filters}
          onClear={() => update(clearFilters)}
        />
      )}
      {totals && (
        <QuietButton
          leftSection={<IconSum size={14} aria-hidden />}
          aria-expanded={totals.isShown}
          onClick={totals.toggle}
        >
          {COLUMN_ACTIONS.totals}
        </QuietButton>
      )}
    </div>
  );
}

interface FilterSummaryProps {
  readonly resource: Resource;
  readonly result: QueryResult;
  readonly rows: RowsStore;
  readonly filters: number;
  readonly onClear: () => void;
}

/** How many rows the active filters hide, and a button to clear them. */
function FilterSummary({ resource, result, rows, filters, onClear }: FilterSummaryProps) {
  // Until the new rows arrive, the numbers belong to the former rows and their filters.
  const [filtersShown] = useFollowed(filters, (last) => (result.pending ? last : filters));
  const numbers = useShownNumbers(rows, result);
  return (
    <Group
      component="span"
      gap={4}
      wrap="nowrap"
      className="sd-num sd-dimmed"
      style={{ whiteSpace: "nowrap" }}
      data-testid="filter-summary"
    >
      {hiddenByFilters(numbers, filtersShown, RESOURCE_LABELS[resource])}
      {/* Without rows, the message in their place has this button. */}
      {result.total > 0 && <QuietButton onClick={onClear}>{FILTERS.clear}</QuietButton>}
    </Group>
  );
}
