import { agesText } from "./messages.ts";
import classes from "./checked-out.module.css";

interface AgeBarProps {
  readonly labels: readonly string[];
  /** Items in each band, in the order of the labels. */
  readonly items: readonly number[];
}

/** How the times out of a group are spread, as one stacked bar. Its text says the same. */
export function AgeBar({ labels, items }: AgeBarProps) {
  const text = agesText(labels.map((label, at) => [label, items[at] ?? 0] as const));
  return (
    <span className={classes.ages} role="img" aria-label={text} title={text}>
      {items.map(
        (count, band) =>
          // oxlint-disable-next-line react/no-array-index-key -- a band is its place
          count > 0 && (
            <span key={band} className={classes.age} data-band={band} style={{ flexGrow: count }} />
          ),
      )}
    </span>
  );
}

/** The legend of the age bars. */
export function AgesLegend({ labels }: Pick<AgeBarProps, "labels">) {
  return (
    <ul className={`sd-list ${classes.legend}`}>
      {labels.map((label, band) => (
        <li key={label}>
          <span className={classes.age} data-band={band} aria-hidden />
          {label}
        </li>
      ))}
    </ul>
  );
}
