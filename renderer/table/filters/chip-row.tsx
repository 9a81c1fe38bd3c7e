import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { UpdateView } from "../views/use-views.ts";
import type { ViewState } from "../views/view-state.ts";
import { dropChip, putChip, soloChip, toggleChip } from "./chip-list.ts";
import { compileQuery } from "../../../shared/query/views/compile-view.ts";
import { FilterChip } from "./filter-chip.tsx";
import classes from "./filters.module.css";
import { FILTERS } from "./messages.ts";

interface ChipRowProps {
  readonly resource: Resource;
  readonly view: ViewState;
  readonly update: UpdateView;
  readonly shown: ReadonlySet<string>;
}

/** The filters that are set, on or off. */
export function ChipRow({ resource, view, update, shown }: ChipRowProps) {
  if (view.chips.length === 0) return null;
  return (
    <div className={classes.chips} role="group" aria-label={FILTERS.label}>
      {view.chips.map((chip) => (
        <FilterChip
          key={chip.id}
          resource={resource}
          chip={chip}
          others={compileQuery({ search: view.search, chips: dropChip(view.chips, chip.id), sort: [] })}
          onEdit={(filter) => update((now) => ({ ...now, chips: putChip(now.chips, chip.id, filter) }))}
          chips={view.chips}
          shown={shown}
          onToggle={() => update((now) => ({ ...now, chips: toggleChip(now.chips, chip.id) }))}
          onSolo={() => update((now) => ({ ...now, chips: soloChip(now.chips, chip.id) }))}
          onRemove={() => update((now) => ({ ...now, chips: dropChip(now.chips, chip.id) }))}
        />
      ))}
    </div>
  );
}
