import { IconBarcode, IconSum } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useContextualCommands } from "../../commands/contextual-commands.ts";
import { useFollowed } from "../../base/use-followed.ts";
import { hiddenByFilters, FILTERS } from "../filters/messages.ts";
import { useShownNumbers, type RowsStore } from "../query/rows-state.ts";
import type { QueryResult } from "../query/use-result.ts";
import { VerificationOutcome } from "../selection/selection-bar.tsx";
import { useScanSelect } from "../selection/use-scan-select.ts";
import type { Verify } from "../selection/use-verify.ts";
import { clearFilters, countFilters } from "../views/view-state.ts";
import type { TableModel } from "./table-model.ts";
import classes from "./table.module.css";
import { IconButton, QuietButton } from "../../ui/buttons.tsx";
import { Box, Group } from "@mantine/core";
import { COLUMN_ACTIONS } from "./messages.ts";
import { SCANS } from "../../inventory/scans/messages.ts";

/** The strip above the rows. It has the selection or the unseen changes, the number of hidden rows, and the totals. */
export function TableStrip({
  model: { resource, view, update, result, shownRows, selection },
  verify,
  totals,
  children,
}: {
  readonly model: TableModel;
  readonly verify: Verify;
  /** The state of the panel with totals; null if no column has numbers. */
  readonly totals: { readonly isShown: boolean; readonly toggle: () => void } | null;
  readonly children: ReactNode;
}) {
  const filters = countFilters(view);
  const scanning = useScanSelect(resource, result.shown, selection);
  useContextualCommands({ scanToSelect: scanning.toggle });
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
      {scanning.isOn && <span className="sd-num sd-dimmed sd-cut">{scanning.message}</span>}
      {scanning.toggle && (
        <IconButton
          icon={IconBarcode}
          label={SCANS.select}
          title={SCANS.selectHint}
          aria-pressed={scanning.isOn}
          variant={scanning.isOn ? "filled" : "subtle"}
          size="sm"
          flex="none"
          onClick={scanning.toggle}
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

/** The number of rows that the filters hide, and a button that clears the filters. */
function FilterSummary({ resource, result, rows, filters, onClear }: FilterSummaryProps) {
  // The shown numbers belong to the old filters until the new rows arrive.
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
      {hiddenByFilters(numbers, filtersShown, resource)}
      {/* If there are no rows, the message in the grid has this button. */}
      {result.total > 0 && <QuietButton onClick={onClear}>{FILTERS.clear}</QuietButton>}
    </Group>
  );
}
