import { useState } from "react";
import type { ChipFilter } from "../../../../shared/query/field-filter.ts";
import { useToday } from "../../../base/use-today.ts";
import { useServiceNow } from "../../../host/use-now.ts";
import { ageBands } from "../../../table/figures/ages.ts";
import { useUnits } from "../../../table/units/unit-queries.ts";
import { AgesLegend } from "./age-bar.tsx";
import type { Grouping } from "./checked-out-search.ts";
import { GroupRow } from "./group-row.tsx";
import type { Group } from "./groups.ts";
import { haveLengths, lengthOf } from "./lengths.ts";
import { COLUMNS, GROUPING_LABELS, NOT_ADDABLE, tableLabel } from "./messages.ts";
import { PAGE_ROWS, Pager } from "../../../ui/pager.tsx";
import { SortHeading } from "./sort-heading.tsx";
import { LONGEST_FIRST, nextSorting, sortGroups, type SortColumn } from "./sorting.ts";
import classes from "./checked-out.module.css";

interface GroupTableProps {
  readonly by: Exclude<Grouping, "item">;
  readonly groups: readonly Group[];
  /** The filter for what is out longer than usual; null if that is unknown. */
  readonly late: ChipFilter | null;
}

const MINUTE = 60_000;

/** Groups of checked-out items, one a row, sortable; each opens to its items. */
export function GroupTable({ by, groups, late }: GroupTableProps) {
  const today = useToday();
  const now = useServiceNow(MINUTE);
  const units = useUnits();
  const [sorting, setSorting] = useState(LONGEST_FIRST);
  const [page, setPage] = useState(0);
  const [open, setOpen] = useState<ReadonlySet<string | null>>(new Set());
  const bands = ageBands(today);
  const hasLengths = haveLengths(by, units);
  const sorted = sortGroups(groups, sorting, ({ lengths }) => lengthOf(lengths, units).value);
  const shownPage = Math.min(page, Math.max(0, Math.ceil(sorted.length / PAGE_ROWS) - 1));
  const columns = columnsOf(by, hasLengths, late !== null);
  const toggle = (value: string | null): void => {
    const next = new Set(open);
    if (!next.delete(value)) next.add(value);
    setOpen(next);
  };
  return (
    <>
      <AgesLegend labels={bands.map(({ label }) => label)} />
      <table className={`${classes.table} ${classes.groups}`} aria-label={tableLabel(by)}>
        <thead>
          <tr>
            {columns.map(({ key, isNumber }) => (
              <SortHeading
                key={key}
                label={key === "label" ? GROUPING_LABELS[by] : COLUMNS[key]}
                direction={sorting.column === key ? sorting.direction : null}
                isNumber={isNumber}
                onSort={() => {
                  setSorting((now) => nextSorting(now, key));
                  setPage(0);
                }}
              />
            ))}
            <th scope="col">{COLUMNS.ages}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(shownPage * PAGE_ROWS, (shownPage + 1) * PAGE_ROWS).map((group) => (
            <GroupRow
              key={group.value ?? ""}
              by={by}
              group={group}
              bands={bands}
              late={late}
              length={hasLengths ? lengthOf(group.lengths, units).text : null}
              columns={columns.length + 1}
              now={now}
              isOpen={open.has(group.value)}
              onToggle={() => toggle(group.value)}
            />
          ))}
        </tbody>
      </table>
      <Pager page={shownPage} total={sorted.length} onChange={setPage} />
      {!hasLengths && <p className="sd-note">{NOT_ADDABLE}</p>}
    </>
  );
}

interface Column {
  readonly key: SortColumn;
  readonly isNumber: boolean;
}

function columnsOf(by: Grouping, hasLengths: boolean, hasLate: boolean): readonly Column[] {
  const texts = by === "holder" ? (["label", "team"] as const) : (["label"] as const);
  const numbers = (["items", "length", "oldest", "average", "late"] as const).filter(
    (key) => (hasLengths || key !== "length") && (hasLate || key !== "late"),
  );
  return [
    ...texts.map((key) => ({ key, isNumber: false })),
    ...numbers.map((key) => ({ key, isNumber: true })),
  ];
}
