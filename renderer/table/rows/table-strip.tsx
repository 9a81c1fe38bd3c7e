import { IconSum } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { FilterSummary } from "../filters/filter-summary.tsx";
import { VerificationOutcome } from "../selection/selection-bar.tsx";
import type { Verify } from "../selection/use-verify.ts";
import { clearFilters, countFilters } from "../views/view-state.ts";
import type { TableModel } from "./table-model.ts";
import classes from "./table.module.css";
import { QuietButton } from "../../ui/buttons.tsx";
import { Box } from "@mantine/core";
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
