import { UnstyledButton } from "@mantine/core";
import { IconChevronRight, IconPencil } from "@tabler/icons-react";
import { useId } from "react";
import type { ChipFilter } from "../../../../shared/query/field-filter.ts";
import { formatCount, formatFullDateTime } from "../../../base/format.ts";
import { daysOut } from "../messages.ts";
import { CHECKED_OUT, type AgeBand } from "../../../table/figures/ages.ts";
import { editNameLabel } from "../../../table/names/messages.ts";
import { useExtensions } from "../../../table/extensions.ts";
import { useShowItems } from "../../../table/navigation/use-show-items.ts";
import { IconButton, QuietButton } from "../../../ui/buttons.tsx";
import { AgeBar } from "./age-bar.tsx";
import type { Grouping } from "./checked-out-search.ts";
import { GroupItems, OLDEST_FIRST } from "./group-items.tsx";
import { averageSince, type Group } from "./groups.ts";
import { editHolder, expand, nameHolder, openItemsOf, openLateOf } from "./messages.ts";
import classes from "./checked-out.module.css";

interface GroupRowProps {
  readonly by: Grouping;
  readonly group: Group;
  readonly bands: readonly AgeBand[];
  /** The filter for what is out longer than usual; null if that is unknown. */
  readonly late: ChipFilter | null;
  /** Null if the groups have no length. */
  readonly length: string | null;
  /** How many columns the table has. */
  readonly columns: number;
  readonly now: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** A group, and its items once it is opened. */
export function GroupRow({ by, group, bands, late, length, columns, now, isOpen, onToggle }: GroupRowProps) {
  const id = useId();
  const show = useShowItems();
  const [openName] = useExtensions("openName");
  const { value, label, isId, team, filters, items, oldest } = group;
  const average = averageSince(group);
  const isoOldest = oldest === null ? null : new Date(oldest).toISOString();
  return (
    <>
      <tr data-open={isOpen || undefined}>
        <th scope="row">
          <span className={classes.name}>
            <UnstyledButton
              className={classes.expand}
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              title={value ?? undefined}
              onClick={onToggle}
            >
              <IconChevronRight size={14} aria-hidden />
              <span className={`sd-cut ${isId ? "sd-mono" : ""}`}>{label}</span>
            </UnstyledButton>
            {by === "holder" && value !== null && (
              <IconButton
                icon={IconPencil}
                iconSize={14}
                size="sm"
                label={isId ? nameHolder(value) : editHolder(label)}
                title={editNameLabel(!isId)}
                onClick={() => openName?.(value)}
              />
            )}
          </span>
        </th>
        {by === "holder" && (
          <td className="sd-cut" title={team}>
            {team}
          </td>
        )}
        <td data-number>
          <QuietButton
            aria-label={openItemsOf(label, items)}
            onClick={() => show([CHECKED_OUT, ...filters], OLDEST_FIRST)}
          >
            {formatCount(items)}
          </QuietButton>
        </td>
        {length !== null && <td data-number>{length}</td>}
        <td data-number title={isoOldest ? formatFullDateTime(isoOldest) : undefined}>
          {daysOut(oldest === null ? null : now - oldest)}
        </td>
        <td data-number>{daysOut(average === null ? null : now - average)}</td>
        {late && (
          <td data-number>
            <LateCount
              label={label}
              items={group.late}
              onOpen={() => show([CHECKED_OUT, ...filters, late], OLDEST_FIRST)}
            />
          </td>
        )}
        <td>
          <AgeBar labels={bands.map((band) => band.label)} items={group.ages} />
        </td>
      </tr>
      {isOpen && (
        <tr id={id} className={classes.opened} aria-label={expand(label)}>
          <td colSpan={columns}>
            <GroupItems by={by} group={group} bands={bands} />
          </td>
        </tr>
      )}
    </>
  );
}

interface LateCountProps {
  readonly label: string;
  readonly items: number;
  readonly onOpen: () => void;
}

function LateCount({ label, items, onOpen }: LateCountProps) {
  if (items === 0) return <span className="sd-dimmed">0</span>;
  return (
    <QuietButton aria-label={openLateOf(label, items)} onClick={onOpen}>
      {formatCount(items)}
    </QuietButton>
  );
}
