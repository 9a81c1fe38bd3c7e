import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import type { ListedChange } from "../../../shared/changes.ts";
import { useNow } from "../../app/use-now.ts";
import { EmptyMessage } from "../../components/empty-message.tsx";
import { ActivityRow } from "./activity-row.tsx";
import classes from "./activity.module.css";
import { groupAt } from "./change-groups.ts";
import { useChangeNames, useChanges, type ChangeList } from "./change-queries.ts";

const ROW_HEIGHT = 34;
const OVERSCAN = 8;
/** Chromium lays out no element taller than 33 million pixels; filters reach what is older. */
export const MAX_LISTED = 400_000;

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
  const scroller = useRef<HTMLDivElement>(null);
  const now = useNow(60_000);
  const { shown } = list;
  const total = Math.min(MAX_LISTED, list.total);
  const [place, setPlace] = useState(0);
  const active = Math.min(place, total - 1);

  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    rangeExtractor: useCallback(
      (range: Range) => {
        // The row that holds the focus stays, wherever one scrolls.
        const indexes = defaultRangeExtractor(range);
        if (active < 0 || active >= range.count || indexes.includes(active)) return indexes;
        return active < (indexes[0] ?? 0) ? [active, ...indexes] : [...indexes, active];
      },
      [active],
    ),
  });
  const rows = virtualizer.getVirtualItems();
  const changeAt = useChanges(shown, virtualizer.range?.startIndex ?? 0, virtualizer.range?.endIndex ?? 0);
  const nameOf = useChangeNames(rows.flatMap(({ index }) => changeAt(index) ?? []));

  const last = useRef(shown);
  useLayoutEffect(() => {
    // Another filter is another list: it begins at its top. A refresh of the same one moves nothing.
    if (last.current === shown) return;
    last.current = shown;
    setPlace(0);
    scroller.current?.scrollTo({ top: 0 });
  }, [shown]);

  // A row that the keyboard asked for gets the focus once it is in the page.
  const wanted = useRef(-1);
  useLayoutEffect(() => {
    if (wanted.current < 0) return;
    const button = scroller.current?.querySelector<HTMLElement>(`[data-change="${wanted.current}"]`);
    if (!button) return;
    wanted.current = -1;
    button.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
    const next = placeAfter(event.key, active, total, page);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    wanted.current = next;
    setPlace(next);
    virtualizer.scrollToIndex(next, { align: "auto" });
  };

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
                onFocus={setPlace}
              />
            ))}
          </ul>
        )}
      </div>
      {total === 0 && <EmptyMessage>{message}</EmptyMessage>}
    </div>
  );
}

/** Where a key leads from a row; null where it leads nowhere. */
function placeAfter(key: string, from: number, total: number, page: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: total - 1,
  };
  const to = steps[key];
  return to === undefined ? null : Math.max(0, Math.min(total - 1, to));
}
