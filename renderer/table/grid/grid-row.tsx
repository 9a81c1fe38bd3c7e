import { IconCircleCheck } from "@tabler/icons-react";
import { memo } from "react";
import type { Row } from "../../../shared/query-calls.ts";
import { SelectBox } from "../selection/select-box.tsx";
import { CellValue } from "./cell-value.tsx";
import { SELECTOR } from "./grid-keys.ts";
import type { PlacedColumn } from "./placed-columns.ts";
import type { Decimals } from "./use-decimals.ts";
import classes from "./grid.module.css";

interface Props {
  readonly index: number;
  readonly top: number;
  /** Undefined while it is being fetched. */
  readonly row: Row | undefined;
  readonly columns: readonly PlacedColumn[];
  /** The column that holds the tab stop; null where this row does not. */
  readonly activeColumn: number | null;
  /** Whether its details are open. */
  readonly open: boolean;
  readonly selected: boolean;
  /** When the service confirmed it, in words; null where it was not asked. */
  readonly verified: string | null;
  /** The fields that a refresh changed and nobody has seen yet, with spaces between. */
  readonly changed: string;
  readonly now: number;
  readonly decimals: Decimals;
}

const NONE: readonly string[] = [];

/** One row. It is rendered anew only when something of its own changes, not at every scrolled pixel. */
export const GridRow = memo(function GridRow({
  index,
  top,
  row,
  columns,
  activeColumn,
  open,
  selected,
  verified,
  changed,
  now,
  decimals,
}: Props) {
  const changedFields = changed === "" ? NONE : changed.split(" ");
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-current={open || undefined}
      aria-busy={row === undefined}
      className={classes.row}
      data-index={index}
      data-active={activeColumn !== null || undefined}
      style={{ top }}
    >
      <div role="gridcell" aria-colindex={1} className={classes.selector}>
        <SelectBox
          cell={`${index}:${SELECTOR}`}
          checked={selected}
          label={`Select ${String(row?.["name"] ?? "this row")}`}
          tabStop={activeColumn === SELECTOR}
        />
        {verified !== null && (
          <span className={classes.verified} role="img" aria-label={verified} title={verified}>
            <IconCircleCheck size={13} aria-hidden />
          </span>
        )}
      </div>
      {columns.map(({ spec, pin, edge, style }, at) => (
        <div
          key={spec.id}
          role="gridcell"
          aria-colindex={at + 2}
          className={classes.cell}
          style={style}
          data-cell={`${index}:${at}`}
          data-kind={spec.field.kind}
          data-field={spec.id}
          data-pin={pin}
          data-edge={edge || undefined}
          tabIndex={activeColumn === at ? 0 : -1}
        >
          {changedFields.includes(spec.field.name) && (
            <span className={classes.changed} role="img" aria-label="changed" title="Changed by a refresh" />
          )}
          {row ? (
            <CellValue column={spec} row={row} now={now} decimals={decimals[spec.field.name] ?? 0} />
          ) : (
            <span className={classes.skeleton} />
          )}
        </div>
      ))}
    </div>
  );
});
