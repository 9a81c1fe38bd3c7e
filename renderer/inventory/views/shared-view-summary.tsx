import type { ChipFilter } from "../../../shared/query/field-filter.ts";
import { findField } from "../../../shared/domain/fields.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { levelsOf } from "../../../shared/query/group-levels.ts";
import type { SharedView, ViewDefinition } from "../../../shared/views/views.ts";
import { RESOURCE_LABELS } from "../labels/labels.ts";
import { columnsOf, resolveLayout } from "../columns/column-layout.ts";
import type { PinSide } from "../../grid/grid-column.ts";
import { DENSITY_LABELS } from "../columns/density.ts";
import { levelLabel } from "../grouping/messages.ts";
import { sentenceOf, useFilterDescription } from "../filters/use-filter-description.ts";
import classes from "./views.module.css";

/** What an imported view would show, before it is added; unknown ids are marked as such. */
export function SharedViewSummary({ view: { resource, definition } }: { readonly view: SharedView }) {
  const { search, filters, sort, grouping } = definition;
  const levels = levelsOf(resource, grouping);
  const labelOf = (name: string): string => findField(resource, name)?.label ?? name;
  return (
    <ul className={classes.summary} aria-label="What the view shows">
      <li>Table: {RESOURCE_LABELS[resource].title}</li>
      {search !== "" && <li>Search: “{search}”</li>}
      {filters.map(({ enabled, filter }, at) => (
        // The filters of an imported view never change.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at}>
          <FilterDescription resource={resource} filter={filter} />
          {!enabled && " (switched off)"}
        </li>
      ))}
      {sort.length > 0 && (
        <li>
          Order:{" "}
          {sort
            .map(
              ({ field, direction }) =>
                `${labelOf(field)} ${direction === "asc" ? "ascending" : "descending"}`,
            )
            .join(", ")}
        </li>
      )}
      {levels.length > 0 && (
        <li>Groups: {levels.map((level) => levelLabel(resource, level)).join(", then ")}</li>
      )}
      {arrangementLines(resource, definition).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

interface FilterDescriptionProps {
  readonly resource: Resource;
  readonly filter: ChipFilter;
}

function FilterDescription({ resource, filter }: FilterDescriptionProps) {
  return sentenceOf(useFilterDescription(resource, filter));
}

/** What a view does to columns and row height; a view without columns leaves both as they are. */
function arrangementLines(
  resource: Resource,
  { columns, density = "normal" }: ViewDefinition,
): readonly string[] {
  if (!columns) return ["Columns and row height: as they are here"];
  const specs = columnsOf(resource);
  const { order, visibility, pins } = resolveLayout(specs, columns);
  const shown = order.filter((id) => visibility[id] === true);
  const labels = (ids: readonly string[]): string =>
    ids.map((id) => specs.find((spec) => spec.id === id)?.label ?? id).join(", ");
  const pinned = (side: PinSide): readonly string[] => {
    const ids = shown.filter((id) => pins[id] === side);
    return ids.length > 0 ? [`Pinned at the ${side}: ${labels(ids)}`] : [];
  };
  return [
    `Columns: ${labels(shown)}`,
    ...pinned("left"),
    ...pinned("right"),
    `Row height: ${DENSITY_LABELS[density].toLowerCase()}`,
  ];
}
