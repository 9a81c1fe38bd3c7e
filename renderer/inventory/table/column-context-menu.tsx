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
  IconSum,
  IconX,
} from "@tabler/icons-react";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import type { ColumnSpec } from "../../grid/grid-column.ts";
import { groupableField, GroupMenuItem } from "../grouping/group-menu.tsx";
import type { UpdateView } from "../views/use-view.ts";
import type { ViewState } from "../views/view-state.ts";
import type { ColumnActions, GridColumn } from "./column-actions.ts";
import type { Anchor } from "../../grid/popup-anchor.tsx";
import { MENU_ICON, PopupMenu } from "../../grid/popup-menu.tsx";

interface Props {
  readonly anchor: Anchor;
  readonly column: GridColumn;
  readonly spec: ColumnSpec;
  readonly resource: Resource;
  readonly view: ViewState;
  readonly update: UpdateView;
  readonly actions: ColumnActions;
  readonly onFit: () => void;
  readonly onFilter: () => void;
  /** Null where the column has none. */
  readonly onTotals: (() => void) | null;
  readonly onClose: () => void;
}

/** A header's menu: order, filter, place and width of one column. */
export function ColumnContextMenu({
  anchor,
  column,
  spec,
  resource,
  view,
  update,
  actions,
  onFit,
  onFilter,
  onTotals,
  onClose,
}: Props) {
  const sorted = column.getIsSorted();
  const pinned = column.getIsPinned();
  const { id } = column;
  const groupable = groupableField(resource, spec.field.name);
  return (
    <PopupMenu anchor={anchor} label={`Column ${spec.label}`} onClose={onClose}>
      {column.getCanSort() && (
        <>
          <Menu.Item
            data-autofocus
            leftSection={<IconArrowUp {...MENU_ICON} />}
            onClick={() => actions.sortOnlyBy(column, "asc")}
          >
            Sort ascending
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowDown {...MENU_ICON} />}
            onClick={() => actions.sortOnlyBy(column, "desc")}
          >
            Sort descending
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPlus {...MENU_ICON} />}
            disabled={sorted !== false || view.sort.length === 0}
            onClick={() => column.toggleSorting(false, true)}
          >
            Add to the order
          </Menu.Item>
          <Menu.Item
            leftSection={<IconX {...MENU_ICON} />}
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
        leftSection={<IconFilter {...MENU_ICON} />}
        closeMenuOnClick={false}
        onClick={onFilter}
      >
        Filter…
      </Menu.Item>
      <Menu.Item
        leftSection={<IconEyeOff {...MENU_ICON} />}
        disabled={!column.getCanHide()}
        onClick={() => actions.hide(id)}
      >
        Hide
      </Menu.Item>
      {groupable && (
        <GroupMenuItem
          label={groupable.kind === "date" ? "Group" : "Group by this"}
          field={groupable}
          resource={resource}
          grouping={view.grouping}
          update={update}
        />
      )}
      {onTotals && (
        <Menu.Item leftSection={<IconSum {...MENU_ICON} />} onClick={onTotals}>
          Totals
        </Menu.Item>
      )}
      <Menu.Divider />
      {pinned !== "start" && (
        <Menu.Item
          leftSection={<IconArrowBarToLeft {...MENU_ICON} />}
          onClick={() => actions.pin(id, "left")}
        >
          Pin to the left
        </Menu.Item>
      )}
      {pinned !== "end" && (
        <Menu.Item
          leftSection={<IconArrowBarToRight {...MENU_ICON} />}
          onClick={() => actions.pin(id, "right")}
        >
          Pin to the right
        </Menu.Item>
      )}
      {pinned !== false && (
        <Menu.Item leftSection={<IconPinnedOff {...MENU_ICON} />} onClick={() => actions.pin(id, null)}>
          Unpin
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconArrowLeft {...MENU_ICON} />} onClick={() => actions.move(id, -1)}>
        Move left
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowRight {...MENU_ICON} />} onClick={() => actions.move(id, 1)}>
        Move right
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconArrowsHorizontal {...MENU_ICON} />} onClick={onFit}>
        Fit width
      </Menu.Item>
      <Menu.Item leftSection={<IconRestore {...MENU_ICON} />} onClick={actions.reset}>
        Reset columns
      </Menu.Item>
    </PopupMenu>
  );
}
