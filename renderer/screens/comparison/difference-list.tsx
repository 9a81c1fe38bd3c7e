import { IconCircleMinus, IconCirclePlus, IconPencil } from "@tabler/icons-react";
import type { ReactNode, Ref } from "react";
import type { Difference } from "../../../shared/exports/differences.ts";
import { useNow } from "../../host/use-now.ts";
import { EmptyMessage } from "../../ui/empty-message.tsx";
import { MAX_LISTED, useVirtualList, type ListHandle } from "../../ui/use-virtual-list.ts";
import { ChangeList, PendingChange, ROW_HEIGHT } from "../../inventory/changes/change-list.tsx";
import { useChangeNames } from "../../inventory/changes/change-queries.ts";
import type { NameOf } from "../../inventory/changes/messages.ts";
import rows from "../../inventory/changes/changes.module.css";
import { cannotOpen, differenceText, KIND_LABELS, LIST } from "./messages.ts";
import { useDifferences, type DifferenceList as List } from "../../inventory/changes/use-comparison.ts";

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
  const virtual = useVirtualList(total, ROW_HEIGHT, shown, ref);
  const { virtualizer } = virtual;
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  const differenceAt = useDifferences(id, shown, startIndex, endIndex);
  const nameOf = useChangeNames(
    virtualizer.getVirtualItems().flatMap(({ index }) => differenceAt(index) ?? []),
  );

  return (
    <div className={rows.frame}>
      <ChangeList
        label={LIST}
        busy={pending}
        total={total}
        list={virtual}
        renderRow={(index) => (
          <Row
            index={index}
            difference={differenceAt(index)}
            nameOf={nameOf}
            now={now}
            active={index === virtual.active}
            onOpen={onOpen}
            onFocus={virtual.onFocus}
          />
        )}
      />
      {total === 0 && <EmptyMessage>{message}</EmptyMessage>}
    </div>
  );
}

interface RowProps {
  readonly index: number;
  readonly difference: Difference | undefined;
  readonly nameOf: NameOf;
  readonly now: number;
  readonly active: boolean;
  readonly onOpen: (difference: Difference) => void;
  readonly onFocus: (index: number) => void;
}

function Row({ index, difference, nameOf, now, active, onOpen, onFocus }: RowProps) {
  if (!difference) return <PendingChange />;
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
