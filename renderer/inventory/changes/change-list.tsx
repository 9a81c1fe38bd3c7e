import {
  IconArchive,
  IconArrowBackUp,
  IconArrowsExchange,
  IconCirclePlus,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconTransferOut,
} from "@tabler/icons-react";
import type { ChangeType } from "../../../shared/inventory/change-types.ts";
import type { ReactNode } from "react";
import type { PointerActivity } from "../../ui/use-pointer-activity.ts";
import type { VirtualList } from "../../ui/use-virtual-list.ts";
import classes from "./changes.module.css";

const ICONS: Readonly<Record<ChangeType, typeof IconPencil>> = {
  "inventory.item.created": IconCirclePlus,
  "inventory.item.updated": IconPencil,
  "inventory.item.archived": IconArchive,
  "inventory.item.checked_out": IconTransferOut,
  "inventory.item.returned": IconArrowBackUp,
  "inventory.item.transferred": IconArrowsExchange,
  "inventory.type.updated": IconPencil,
  "inventory.location.updated": IconPencil,
  "stockdeck.item.no_longer_returned": IconEyeOff,
  "stockdeck.item.returned_again": IconEye,
  "stockdeck.type.no_longer_returned": IconEyeOff,
  "stockdeck.type.returned_again": IconEye,
  "stockdeck.location.no_longer_returned": IconEyeOff,
  "stockdeck.location.returned_again": IconEye,
};

/** The icon for a type of change. The label of the type is always next to it. */
export function ChangeIcon({ type }: { readonly type: ChangeType }) {
  const Icon = ICONS[type];
  return <Icon size={16} stroke={1.8} aria-hidden />;
}

/** The height of a row, in CSS pixels. */
export const ROW_HEIGHT = 34;

interface ChangeListProps {
  readonly label: string;
  readonly busy: boolean;
  readonly total: number;
  readonly list: VirtualList;
  /** Renders a row, which is a button with its index in `data-row`. */
  readonly renderRow: (index: number) => ReactNode;
  readonly handlers?: PointerActivity["handlers"];
}

/** A long list of changes. It is one tab stop; arrow keys move between rows. */
export function ChangeList({ label, busy, total, list, renderRow, handlers }: ChangeListProps) {
  const { scroller, virtualizer, onKeyDown } = list;
  return (
    <div ref={scroller} className={classes.scroller} {...handlers}>
      {total > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move between the buttons inside
        <ul
          className={classes.list}
          aria-label={label}
          aria-busy={busy}
          style={{ height: virtualizer.getTotalSize() }}
          onKeyDown={onKeyDown}
        >
          {virtualizer.getVirtualItems().map(({ index, start }) => (
            <li
              key={index}
              ref={virtualizer.measureElement}
              className={classes.row}
              data-index={index}
              aria-setsize={total}
              aria-posinset={index + 1}
              style={{ top: start }}
            >
              {renderRow(index)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The placeholder for a row that is not loaded yet. */
export function PendingChange() {
  return (
    <span className={classes.change} aria-busy>
      <span className={classes.skeleton} />
    </span>
  );
}
