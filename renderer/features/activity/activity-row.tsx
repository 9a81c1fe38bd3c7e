import type { ListedChange } from "../../../shared/inventory/changes.ts";
import { RESOURCE_LABELS } from "../../table/labels/messages.ts";
import classes from "../../table/changes/changes.module.css";
import type { ChangeGroup } from "./change-groups.ts";
import { groupCount, rowTitle } from "./messages.ts";
import { PendingChange } from "../../table/changes/change-list.tsx";
import { ChangeIcon } from "../../table/changes/change-icon.tsx";
import {
  changeLabel,
  describeBounds,
  describeChange,
  describeEvent,
  describeStamp,
  type NameOf,
} from "../../table/changes/messages.ts";

interface Props {
  readonly index: number;
  readonly change: ListedChange | undefined;
  readonly group: ChangeGroup | null;
  readonly nameOf: NameOf;
  readonly now: number;
  readonly active: boolean;
  readonly onOpen: (change: ListedChange) => void;
  readonly onFocus: (index: number) => void;
}

/** One observed change as a button that opens its record; above the first of a pass, what the pass saw. */
export function ActivityRow({ index, change, group, nameOf, now, active, onOpen, onFocus }: Props) {
  const summary = change && describeChange(change, nameOf);
  const sources = change && [describeStamp(change, now), describeEvent(change)];
  const bounds = change && describeBounds(change, now);
  return (
    <>
      {group && <GroupHeading group={group} now={now} />}
      {change ? (
        <button
          type="button"
          className={classes.change}
          data-row={index}
          tabIndex={active ? 0 : -1}
          title={rowTitle(summary ?? "", bounds ?? "", sources ?? [])}
          onClick={() => onOpen(change)}
          onFocus={() => onFocus(index)}
        >
          <span className={classes.kind} data-type={change.type}>
            <ChangeIcon type={change.type} />
            {changeLabel(change.type)}
          </span>
          <span className={classes.name}>
            {change.name || change.id}
            {change.resource !== "items" && (
              <span className={classes.resource}> {RESOURCE_LABELS[change.resource].one}</span>
            )}
          </span>
          <span className={classes.summary}>{summary}</span>
        </button>
      ) : (
        <PendingChange />
      )}
    </>
  );
}

function GroupHeading({ group, now }: { readonly group: ChangeGroup; readonly now: number }) {
  const bounds = describeBounds(group, now);
  return (
    <h2 className={classes.heading}>
      {bounds.charAt(0).toUpperCase() + bounds.slice(1)} <span>· {groupCount(group.count, group.more)}</span>
    </h2>
  );
}
