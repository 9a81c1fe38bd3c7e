import { SegmentedControl, Select } from "@mantine/core";
import type { Comparison } from "../../../shared/exports/comparisons.ts";
import { DIFFERENCE_KINDS } from "../../../shared/exports/difference-kinds.ts";
import { SearchBox } from "../../inventory/filters/search-box.tsx";
import type { ComparisonSearch } from "./comparison-search.ts";
import {
  allLabel,
  changedColumnLabel,
  COLUMN_FILTER,
  EVERY_COLUMN_LABEL,
  KIND_FILTER,
  kindLabel,
  SEARCH,
} from "./messages.ts";

type Outcome = NonNullable<Comparison["outcome"]>;

interface Props {
  readonly outcome: Outcome;
  readonly search: ComparisonSearch;
  readonly onChange: (next: ComparisonSearch) => void;
}

/** The value of "Every column"; no real column has this name. */
const EVERY_COLUMN = "*";

/** The filters of a comparison: kind of difference, name or id, changed column. */
export function ComparisonFilters({
  outcome,
  search,
  onChange,
  onLeave,
}: Props & {
  readonly onLeave: () => void;
}) {
  return (
    <>
      <KindFilter outcome={outcome} search={search} onChange={onChange} />
      <SearchBox
        label={SEARCH}
        value={search.find ?? ""}
        onLeave={onLeave}
        onChange={(find) => {
          const { find: _find, ...others } = search;
          onChange(find === "" ? others : { ...others, find });
        }}
      />
      <ColumnFilter outcome={outcome} search={search} onChange={onChange} />
    </>
  );
}

function KindFilter({ outcome, search, onChange }: Props) {
  const choose = (value: string): void => {
    const kind = DIFFERENCE_KINDS.find((one) => one === value);
    const { kind: _kind, ...withoutKind } = search;
    const { find } = search;
    // Only changed rows have changed columns.
    const others = kind === "changed" ? withoutKind : find === undefined ? {} : { find };
    onChange(kind ? { ...others, kind } : others);
  };
  return (
    <SegmentedControl
      aria-label={KIND_FILTER}
      value={search.kind ?? "all"}
      onChange={choose}
      data={[
        { value: "all", label: allLabel(outcome) },
        ...DIFFERENCE_KINDS.map((kind) => ({ value: kind, label: kindLabel(kind, outcome) })),
      ]}
    />
  );
}

function ColumnFilter({ outcome: { columns }, search, onChange }: Props) {
  const choose = (column: string | null): void => {
    const { column: _column, ...withoutColumn } = search;
    if (column === null || column === EVERY_COLUMN) onChange(withoutColumn);
    else onChange({ ...search, kind: "changed", column });
  };
  return (
    <Select
      aria-label={COLUMN_FILTER}
      w={210}
      disabled={columns.length === 0}
      value={search.column ?? EVERY_COLUMN}
      onChange={choose}
      data={[
        { value: EVERY_COLUMN, label: EVERY_COLUMN_LABEL },
        ...columns.map((column) => ({ value: column.name, label: changedColumnLabel(column) })),
      ]}
    />
  );
}
