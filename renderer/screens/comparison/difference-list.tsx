import { IconCircleMinus, IconCirclePlus, IconPencil } from "@tabler/icons-react";
import type { ReactNode, Ref } from "react";
import type { Difference } from "../../../shared/exports/differences.ts";
import { useNow } from "../../host/use-now.ts";
import { EmptyMessage } from "../../ui/empty-message.tsx";
import { MAX_LISTED, useVirtualList, type ListHandle } from "../../ui/use-virtual-list.ts";
import { useChangeNames } from "../../inventory/changes/change-queries.ts";
import type { NameOf } from "../../inventory/changes/messages.ts";
import rows from "../../inventory/changes/changes.module.css";
import { cannotOpen, differenceText, KIND_LABELS, LIST } from "./messages.ts";
import { useDifferences, type DifferenceList as List } from "../../inventory/changes/use-comparison.ts";

const ROW_HEIGHT = 34;
const ICONS = { added: IconCirclePlus, gone: IconCircleMinus, changed: IconPencil } as const;

interface DifferenceListProps {
  readonly id: string;
  readonly list: List;
  readonly message: ReactNode;
  readonly onOpen: (difference: Difference) => void;
  readonly ref: Ref<ListHandle>;
}

/** The differences of a comparison: one tab stop, arrows between rows, Enter opens the record. */
export function DifferenceList({ id, list, message, onOpen, ref }: DifferenceListProps) {
  const now = useNow(60_000);
  const { shown, pending } = list;
  const total = Math.min(MAX_LISTED, list.total);
  const { scroller, virtualizer, active, onFocus, onKeyDown } = useVirtualList(total, ROW_HEIGHT, shown, ref);
  const placed = virtualizer.getVirtualItems();
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  const differenceAt = useDifferences(id, shown, startIndex, endIndex);
  const nameOf = useChangeNames(placed.flatMap(({ index }) => differenceAt(index) ?? []));

  return (
    <div className={rows.frame}>
      <div ref={scroller} className={rows.scroller}>
        {total > 0 && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move between the buttons inside
          <ul
            className={rows.list}
            aria-label={LIST}
            aria-busy={pending}
            style={{ height: virtualizer.getTotalSize() }}
            onKeyDown={onKeyDown}
          >
            {placed.map(({ index, start }) => (
              <li
                key={index}
                ref={virtualizer.measureElement}
                className={rows.row}
                data-index={index}
                aria-setsize={total}
                aria-posinset={index + 1}
                style={{ top: start }}
              >
                <Row
                  index={index}
                  difference={differenceAt(index)}
                  nameOf={nameOf}
                  now={now}
                  active={index === active}
                  onOpen={onOpen}
                  onFocus={onFocus}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      {total === 0 && <EmptyMessage>{message}</EmptyMessage>}
    </div>
  );
}

interface RowProps {
  readonly index: number;
  /** Undefined while it is being fetched. */
  readonly difference: Difference | undefined;
  readonly nameOf: NameOf;
  readonly now: number;
  readonly active: boolean;
  readonly onOpen: (difference: Difference) => void;
  readonly onFocus: (index: number) => void;
}

function Row({ index, difference, nameOf, now, active, onOpen, onFocus }: RowProps) {
  if (!difference) {
    return (
      <span className={rows.change} aria-busy>
        <span className={rows.skeleton} />
      </span>
    );
  }
  const { kind, id, name } = difference;
  const Icon = ICONS[kind];
  const text = differenceText(difference, nameOf, now);
  return (
    <button
      type="button"
      className={rows.change}
      data-row={index}
      tabIndex={active ? 0 : -1}
      aria-disabled={id === null || undefined}
      title={id === null ? cannotOpen(text) : text}
      onClick={() => id !== null && onOpen(difference)}
      onFocus={() => onFocus(index)}
    >
      <span className={rows.kind} data-type={kind}>
        <Icon size={16} stroke={1.8} aria-hidden />
        {KIND_LABELS[kind]}
      </span>
      <span className={rows.name}>{name || id}</span>
      <span className={rows.summary}>{text}</span>
    </button>
  );
}
