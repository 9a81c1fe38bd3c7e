import { VisuallyHidden } from "@mantine/core";
import { formatCount } from "../base/format.ts";
import classes from "./count-badge.module.css";

const MAX_SHOWN_COUNT = 999;

interface CountBadgeProps {
  readonly count: number;
  /** A description of the counted things for screen readers. */
  readonly description: string;
  readonly testId: string;
}

/** A number next to a screen's name. */
export function CountBadge({ count, description, testId }: CountBadgeProps) {
  return (
    <span className={classes.badge} data-testid={testId}>
      <span aria-hidden>
        {count > MAX_SHOWN_COUNT ? `${formatCount(MAX_SHOWN_COUNT)}+` : formatCount(count)}
      </span>
      <VisuallyHidden component="span">{description}</VisuallyHidden>
    </span>
  );
}
