import { Menu } from "@mantine/core";
import {
  IconArrowBarToLeft,
  IconArrowBarToRight,
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowsHorizontal,
  IconArrowUp,
  IconEyeOff,
  IconFilter,
  IconPinnedOff,
  IconPlus,
  IconRestore,
  IconX,
} from "@tabler/icons-react";
import type { ColumnActions, GridColumn } from "./column-actions.ts";
import classes from "./grid.module.css";
import { PopupAnchor, type Anchor } from "./popup-anchor.tsx";

interface Props {
  readonly anchor: Anchor;
  readonly column: GridColumn;
  readonly label: string;
  /** How many columns the rows are ordered by. */
  readonly sortedBy: number;
  readonly actions: ColumnActions;
  readonly onFit: () => void;
  readonly onFilter: () => void;
  readonly onClose: () => void;
}

const ICON = { size: 15, stroke: 1.8, "aria-hidden": true } as const;

const OUTSIDE = ["mousedown", "touchstart"];

/** A header's menu: order, filter, place and width of one column. */
export function ColumnContextMenu({
  anchor,
  column,
  label,
  sortedBy,
  actions,
  onFit,
  onFilter,
  onClose,
}: Props) {
  const sorted = column.getIsSorted();
  const pinned = column.getIsPinned();
  const { id } = column;
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      // The key that opens it would otherwise, on its way up, close it again.
      clickOutsideEvents={OUTSIDE}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <PopupAnchor anchor={anchor} />
      </Menu.Target>
      <Menu.Dropdown className={classes.menu} aria-label={`Column ${label}`}>
        {column.getCanSort() && (
          <>
            <Menu.Item
              data-autofocus
              leftSection={<IconArrowUp {...ICON} />}
              onClick={() => actions.sortOnlyBy(column, "asc")}
            >
              Sort ascending
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown {...ICON} />}
              onClick={() => actions.sortOnlyBy(column, "desc")}
            >
              Sort descending
            </Menu.Item>
            <Menu.Item
              leftSection={<IconPlus {...ICON} />}
              disabled={sorted !== false || sortedBy === 0}
              onClick={() => column.toggleSorting(false, true)}
            >
              Add to the order
            </Menu.Item>
            <Menu.Item
              leftSection={<IconX {...ICON} />}
              disabled={sorted === false}
              onClick={() => column.clearSorting()}
            >
              Take out of the order
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item
          data-autofocus={!column.getCanSort() || undefined}
          leftSection={<IconFilter {...ICON} />}
          closeMenuOnClick={false}
          onClick={onFilter}
        >
          Filter…
        </Menu.Item>
        <Menu.Item
          leftSection={<IconEyeOff {...ICON} />}
          disabled={!column.getCanHide()}
          onClick={() => actions.hide(id)}
        >
          Hide
        </Menu.Item>
        <Menu.Divider />
        {pinned !== "start" && (
          <Menu.Item leftSection={<IconArrowBarToLeft {...ICON} />} onClick={() => actions.pin(id, "left")}>
            Pin to the left
          </Menu.Item>
        )}
        {pinned !== "end" && (
          <Menu.Item leftSection={<IconArrowBarToRight {...ICON} />} onClick={() => actions.pin(id, "right")}>
            Pin to the right
          </Menu.Item>
        )}
        {pinned !== false && (
          <Menu.Item leftSection={<IconPinnedOff {...ICON} />} onClick={() => actions.pin(id, null)}>
            Unpin
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconArrowLeft {...ICON} />} onClick={() => actions.move(id, -1)}>
          Move left
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowRight {...ICON} />} onClick={() => actions.move(id, 1)}>
          Move right
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconArrowsHorizontal {...ICON} />} onClick={onFit}>
          Fit width
        </Menu.Item>
        <Menu.Item leftSection={<IconRestore {...ICON} />} onClick={actions.reset}>
          Reset columns
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
