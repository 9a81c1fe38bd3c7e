import type { Chip, ChipFilter } from "../../../shared/query/field-filter.ts";
import { findField } from "../../../shared/domain/fields.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { FilterBuilder } from "./builder/filter-builder.tsx";
import { FilterEditor } from "./filter-editor.tsx";

/** Edits a chip: one field's filter, or a group. */
export function ChipEditor({
  resource,
  chip,
  chips,
  others,
  onChange,
  onDone,
}: {
  readonly resource: Resource;
  readonly chip: Chip;
  readonly chips: readonly Chip[];
  /** The table's query without this chip. */
  readonly others: Query;
  readonly onChange: (filter: ChipFilter | null) => void;
  readonly onDone: () => void;
}) {
  const { id, filter } = chip;
  if (filter.kind === "group") {
    return (
      <FilterBuilder
        resource={resource}
        others={others}
        chips={chips}
        id={id}
        initial={filter}
        onChange={onChange}
        onDone={onDone}
      />
    );
  }
  const field = findField(resource, filter.field);
  if (!field) return null;
  return (
    <FilterEditor
      resource={resource}
      field={field}
      others={others}
      initial={filter}
      onChange={onChange}
      onDone={onDone}
    />
  );
}
