import { Button } from "@mantine/core";
import type { Resource } from "../../../shared/resource-names.ts";
import type { UpdateView } from "../use-view.ts";
import { clearFilters, type ViewState } from "../view-state.ts";
import { dropChip, putChip, toggleChip } from "./chip-list.ts";
import { compileQuery } from "./compile-query.ts";
import { FilterChip } from "./filter-chip.tsx";
import classes from "./filters.module.css";

/** The filters that are set, on or off, and one button that clears them all. */
export function ChipRow({
  resource,
  view,
  update,
}: {
  readonly resource: Resource;
  readonly view: ViewState;
  readonly update: UpdateView;
}) {
  if (view.chips.length === 0) return null;
  return (
    <div className={classes.chips} role="group" aria-label="Filters">
      {view.chips.map((chip) => (
        <FilterChip
          key={chip.id}
          resource={resource}
          chip={chip}
          others={compileQuery({ ...view, chips: dropChip(view.chips, chip.id), sort: [] })}
          onEdit={(filter) => update((now) => ({ ...now, chips: putChip(now.chips, chip.id, filter) }))}
          onToggle={() => update((now) => ({ ...now, chips: toggleChip(now.chips, chip.id) }))}
          onRemove={() => update((now) => ({ ...now, chips: dropChip(now.chips, chip.id) }))}
        />
      ))}
      <Button variant="subtle" size="compact-xs" onClick={() => update(clearFilters)}>
        Clear filters
      </Button>
    </div>
  );
}
