import { useFollowed } from "../../base/use-followed.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { RESOURCE_LABELS } from "../labels/messages.ts";
import { useShownNumbers, type RowsStore } from "../query/rows-store.ts";
import type { QueryResult } from "../query/use-result.ts";
import { hiddenByFilters, FILTERS } from "./messages.ts";
import { QuietButton } from "../../ui/buttons.tsx";
import { Group } from "@mantine/core";

interface FilterSummaryProps {
  readonly resource: Resource;
  readonly result: QueryResult;
  readonly rows: RowsStore;
  readonly filters: number;
  readonly onClear: () => void;
}

/** How many rows the active filters hide, and a button to clear them. */
export function FilterSummary({ resource, result, rows, filters, onClear }: FilterSummaryProps) {
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
