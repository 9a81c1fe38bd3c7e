import type { ReactNode } from "react";
import type { ListedChange } from "../../../shared/changes.ts";
import { useNow } from "../../app/use-now.ts";
import { EmptyMessage } from "../../components/empty-message.tsx";
import { MAX_LISTED, useVirtualList } from "../../components/use-virtual-list.ts";
import { ActivityRow } from "./activity-row.tsx";
import classes from "./activity.module.css";
import { groupAt } from "./change-groups.ts";
import { useChangeNames, useChanges, type ChangeList } from "./change-queries.ts";

const ROW_HEIGHT = 34;

/** Observed changes, the newest first, however many: one tab stop, arrows between them, Enter opens the record. */
export function ActivityList({
  list,
  message,
  onOpen,
}: {
  readonly list: ChangeList;
  /** Shown in place of changes where there is none. */
  readonly message: ReactNode;
  readonly onOpen: (change: ListedChange) => void;
}) {
  const now = useNow(60_000);
  const { shown } = list;
  const total = Math.min(MAX_LISTED, list.total);
  const { scroller, virtualizer, active, onFocus, onKeyDown } = useVirtualList(total, ROW_HEIGHT, shown);
  const rows = virtualizer.getVirtualItems();
  const changeAt = useChanges(shown, virtualizer.range?.startIndex ?? 0, virtualizer.range?.endIndex ?? 0);
  const nameOf = useChangeNames(rows.flatMap(({ index }) => changeAt(index) ?? []));

  return (
    <div className={classes.frame}>
      <div ref={scroller} className={classes.scroller}>
        {total > 0 && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move between the buttons inside
          <ul
            className={classes.list}
            aria-label="Observed changes"
            aria-busy={list.pending}
            style={{ height: virtualizer.getTotalSize() }}
            onKeyDown={onKeyDown}
          >
            {rows.map(({ index, start }) => (
              <ActivityRow
                key={index}
                ref={virtualizer.measureElement}
                index={index}
                top={start}
                total={total}
                change={changeAt(index)}
                group={groupAt(index, total, changeAt)}
                nameOf={nameOf}
                now={now}
                active={index === active}
                onOpen={onOpen}
                onFocus={onFocus}
              />
            ))}
          </ul>
        )}
      </div>
      {total === 0 && <EmptyMessage>{message}</EmptyMessage>}
    </div>
  );
}
