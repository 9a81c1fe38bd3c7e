import { UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { sortBy } from "./messages.ts";
import classes from "./checked-out.module.css";

interface SortHeadingProps {
  /** For the style sheet: the widths of some columns are fixed. */
  readonly column?: string;
  readonly label: string;
  /** Null if the rows are sorted by another column. */
  readonly direction: "asc" | "desc" | null;
  readonly isNumber?: boolean;
  readonly onSort: () => void;
}

/** The heading of a column that sorts by it. */
export function SortHeading({ column, label, direction, isNumber = false, onSort }: SortHeadingProps) {
  const Arrow = direction === "asc" ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      data-column={column}
      data-number={isNumber || undefined}
      aria-sort={direction === null ? "none" : direction === "asc" ? "ascending" : "descending"}
    >
      <UnstyledButton className={classes.sort} title={sortBy(label)} onClick={onSort}>
        <span className="sd-cut">{label}</span>
        <Arrow size={13} aria-hidden data-shown={direction !== null || undefined} />
      </UnstyledButton>
    </th>
  );
}
