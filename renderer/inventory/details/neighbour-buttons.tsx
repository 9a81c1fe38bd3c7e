import { ActionIcon } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { formatCount } from "../../base/format-number.ts";
import classes from "./details.module.css";
import type { Neighbours } from "./use-neighbours.ts";

/** On to the record before or after this one, in the order of the table. */
export function NeighbourButtons({ neighbours }: { readonly neighbours: Neighbours }) {
  const { place, total, before, after, step } = neighbours;
  return (
    <span className={classes.neighbours}>
      {place !== null && (
        <span className="sd-num sd-dimmed">
          {formatCount(place + 1)} of {formatCount(total)}
        </span>
      )}
      <ActionIcon
        aria-label="Previous record"
        title="Previous record (↑)"
        data-disabled={before === null}
        aria-disabled={before === null}
        onClick={() => step("before")}
      >
        <IconChevronUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label="Next record"
        title="Next record (↓)"
        data-disabled={after === null}
        aria-disabled={after === null}
        onClick={() => step("after")}
      >
        <IconChevronDown size={16} aria-hidden />
      </ActionIcon>
    </span>
  );
}
