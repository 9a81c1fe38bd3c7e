import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconChevronRight } from "@tabler/icons-react";
import { Fragment, useId, useState, type ReactNode } from "react";
import classes from "./data-table.module.css";
import { TABLE } from "./messages.ts";

/** A column of a small table. */
export interface DataColumn<Row> {
  readonly key: string;
  readonly heading: string;
  /** Hides the heading, for columns of buttons. */
  readonly hidesHeading?: boolean;
  /** Aligns the cells right, for numbers and for short texts that users compare. */
  readonly isNumber?: boolean;
  /** The width in pixels, or as a share of the table. */
  readonly width?: number | string;
  /** The CSS class of the cells, but not of the heading. */
  readonly className?: string | undefined;
  readonly title?: (row: Row) => string | undefined;
  readonly renderCell: (row: Row, expander: Expander) => ReactNode;
  /** Lets the user sort by the column. The direction is null while the table is sorted by another column. */
  readonly sort?: { readonly direction: "asc" | "desc" | null; readonly onSort: () => void };
}

/** The state of an expandable row, for the `ExpandButton` in its cell. */
interface Expander {
  readonly isOpen: boolean;
  readonly controls: string;
  readonly onToggle: () => void;
}

interface DataTableProps<Row> {
  readonly label?: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => string;
  /** The column whose cells name the rows; by default the first column. Null if no column does. */
  readonly rowHeader?: string | null;
  /** The part below an open row, with its accessible name; null for a row that cannot be opened. */
  readonly renderExpanded?: (row: Row) => { readonly label: string; readonly content: ReactNode } | null;
  /** Gives the cells space on both sides. */
  readonly isInset?: boolean;
  /** Divides the width between the columns. Cells have space on both sides, and long texts are cut off. */
  readonly isFixed?: boolean;
  readonly className?: string | undefined;
}

/** A small table. All its rows are rendered. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  rowHeader = columns[0]?.key ?? null,
  renderExpanded,
  isInset,
  isFixed,
  className = "",
}: DataTableProps<Row>) {
  const id = useId();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string): void => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  return (
    <table
      className={`${classes.table} ${className}`}
      aria-label={label}
      data-inset={isInset || undefined}
      data-fixed={isFixed || undefined}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading key={column.key} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const key = keyOf(row, index);
          const more = open.has(key) ? (renderExpanded?.(row) ?? null) : null;
          const controls = `${id}-${index}`;
          const expander = { isOpen: more !== null, controls, onToggle: () => toggle(key) };
          return (
            <Fragment key={key}>
              <tr data-open={more !== null || undefined}>
                {columns.map((column) => {
                  const Cell = column.key === rowHeader ? "th" : "td";
                  return (
                    <Cell
                      key={column.key}
                      scope={Cell === "th" ? "row" : undefined}
                      className={column.className}
                      data-number={column.isNumber || undefined}
                      title={column.title?.(row)}
                    >
                      {column.renderCell(row, expander)}
                    </Cell>
                  );
                })}
              </tr>
              {more && (
                <tr id={controls} className={classes.opened} aria-label={more.label}>
                  <td colSpan={columns.length}>{more.content}</td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

function Heading<Row>({
  column: { heading, hidesHeading, isNumber, width, sort },
}: {
  readonly column: DataColumn<Row>;
}) {
  if (!sort)
    return (
      <th scope="col" data-number={isNumber || undefined} style={{ width }}>
        {hidesHeading ? <VisuallyHidden>{heading}</VisuallyHidden> : heading}
      </th>
    );
  const { direction, onSort } = sort;
  const Arrow = direction === "asc" ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      data-number={isNumber || undefined}
      style={{ width }}
      aria-sort={direction === null ? "none" : direction === "asc" ? "ascending" : "descending"}
    >
      <UnstyledButton className={classes.sort} title={TABLE.sortBy({ column: heading })} onClick={onSort}>
        <span className="sd-cut">{heading}</span>
        <Arrow size={13} aria-hidden data-shown={direction !== null || undefined} />
      </UnstyledButton>
    </th>
  );
}

interface ExpandButtonProps {
  readonly expander: Expander;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** The button that opens and closes the part below a row. */
export function ExpandButton({ expander, title, children }: ExpandButtonProps) {
  const { isOpen, controls, onToggle } = expander;
  return (
    <UnstyledButton
      className={classes.expand}
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      title={title}
      onClick={onToggle}
    >
      <IconChevronRight size={14} aria-hidden />
      {children}
    </UnstyledButton>
  );
}
