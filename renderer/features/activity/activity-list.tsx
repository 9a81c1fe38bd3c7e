import { useEffect, useRef, useState, type ReactNode, type Ref } from "react";
import type { ListedChange } from "../../../shared/inventory/changes.ts";
import { useServiceNow } from "../../host/use-now.ts";
import { EmptyMessage } from "../../ui/empty-message.tsx";
import { PendingNotice } from "../../table/pending-notice.tsx";
import { usePointerActivity } from "../../ui/use-pointer-activity.ts";
import { MAX_LISTED, useVirtualList, type ListHandle } from "../../ui/use-virtual-list.ts";
import { ChangeList, ROW_HEIGHT, PendingChange, ChangeIcon } from "../../inventory/changes/change-list.tsx";
import classes from "../../inventory/changes/changes.module.css";
import { groupAt, type ChangeGroup } from "./change-groups.ts";
import { groupCount, rowTitle, ACTIVITY } from "./messages.ts";
import {
  useChangeNames,
  useChanges,
  type ChangeList as List,
} from "../../inventory/changes/change-queries.ts";
import { RECORDS } from "../../inventory/labels/messages.ts";
import {
  changeLabel,
  describeBounds,
  describeChange,
  describeEvent,
  describeStamp,
  type NameOf,
} from "../../inventory/changes/messages.ts";

interface ActivityListProps {
  readonly list: List;
  readonly message: ReactNode;
  readonly onReading: (reading: boolean) => void;
  readonly onOpen: (change: ListedChange) => void;
  readonly ref: Ref<ListHandle>;
}

/** Observed changes, the newest first. The list is one tab stop; Enter opens the record of a change. */
export function ActivityList({ list, message, onReading, onOpen, ref }: ActivityListProps) {
  const now = useServiceNow(60_000);
  const { shown } = list;
  const total = Math.min(MAX_LISTED, list.total);
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualList(total, ROW_HEIGHT, shown, ref);
  const { virtualizer, goTo } = virtual;
  const pointer = usePointerActivity();
  const [focused, setFocused] = useState(false);
  const reading = pointer.over || focused || (virtualizer.scrollOffset ?? 0) > 0;
  useEffect(() => onReading(reading), [onReading, reading]);
  const showNewer = (): void => {
    list.showNewer();
    // The notice disappears and the focused row gets another change, so the focus moves to the first row.
    if (frame.current?.contains(document.activeElement)) goTo(0);
  };
  const changeAt = useChanges(shown, virtualizer.range?.startIndex ?? 0, virtualizer.range?.endIndex ?? 0);
  const nameOf = useChangeNames(virtualizer.getVirtualItems().flatMap(({ index }) => changeAt(index) ?? []));

  return (
    <div
      ref={frame}
      className={classes.frame}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
    >
      <ChangeList
        label={ACTIVITY.list}
        busy={list.pending}
        total={total}
        list={virtual}
        handlers={pointer.handlers}
        renderRow={(index) => (
          <ActivityRow
            index={index}
            change={changeAt(index)}
            group={groupAt(index, total, changeAt)}
            nameOf={nameOf}
            now={now}
            active={index === virtual.active}
            onOpen={onOpen}
            onFocus={virtual.onFocus}
          />
        )}
      />
      {total === 0 && <EmptyMessage>{message}</EmptyMessage>}
      {list.newer > 0 && (
        <PendingNotice
          summary={ACTIVITY.newChanges({ count: list.newer })}
          action="show"
          title={ACTIVITY.newChangesReason}
          handlers={pointer.handlers}
          onApply={showNewer}
        />
      )}
    </div>
  );
}

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

/** One observed change, as a button that opens its record. The first change of a pass has a heading above it. */
function ActivityRow({ index, change, group, nameOf, now, active, onOpen, onFocus }: Props) {
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
              <span className={classes.resource}> {RECORDS.one({ resource: change.resource })}</span>
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
