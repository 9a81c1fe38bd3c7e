import classes from "./select-box.module.css";

/**
 * The box of a row, or of all of them. It is the grid's cell as far as focus and keys go, so that it needs no handlers
 * of its own. Its marks are drawn by its style: a key that selects every row adds no element to any of them.
 */
export function SelectBox({
  cell,
  checked,
  label,
  tabStop,
  title,
}: {
  /** The place of its cell in the grid. */
  readonly cell: string;
  readonly checked: boolean | "mixed";
  readonly label: string;
  readonly tabStop: boolean;
  readonly title?: string | undefined;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input would be one more tab stop beside the grid's
    <span
      role="checkbox"
      aria-checked={checked}
      aria-label={label}
      className={classes.target}
      data-cell={cell}
      tabIndex={tabStop ? 0 : -1}
      title={title}
    >
      <span className={classes.box} aria-hidden />
    </span>
  );
}
