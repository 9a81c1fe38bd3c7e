import classes from "./select-box.module.css";

interface SelectBoxProps {
  readonly cell: string;
  readonly checked: boolean | "mixed";
  readonly label: string;
  readonly tabStop: boolean;
  readonly title?: string | undefined;
}

/** The box that selects a row, or all of them. The grid handles its focus and keys, and CSS draws its marks. */
export function SelectBox({ cell, checked, label, tabStop, title }: SelectBoxProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input would be a tab stop besides the grid's
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
