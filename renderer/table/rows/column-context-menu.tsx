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
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { ColumnSpec } from "../columns/column-layout.ts";
import { groupableField, GroupMenuItem } from "../grouping/group-menu.tsx";
import type { UpdateView } from "../views/use-views.ts";
import type { ViewState } from "../views/view-state.ts";
import type { ColumnActions, GridColumn } from "./column-actions.ts";
import { PopupItem, PopupMenu, type Anchor } from "../../grid/popup-menu.tsx";
import { COLUMN_ACTIONS, MENUS } from "./messages.ts";

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
  readonly onTotals: (() => void) | null;
  readonly onClose: () => void;
}

/** The menu of a header: order, filter, place and width of one column. */
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
  const pinned = column.getIsPinned();
  const { id } = column;
  const groupable = groupableField(resource, spec.field.name);
  return (
    <PopupMenu anchor={anchor} label={MENUS.column({ column: spec.label })} onClose={onClose}>
      {column.getCanSort() && <OrderItems column={column} view={view} actions={actions} />}
      <PopupItem
        icon={IconFilter}
        label={COLUMN_ACTIONS.filter}
        data-autofocus={!column.getCanSort() || undefined}
        closeMenuOnClick={false}
        onClick={onFilter}
      />
      <PopupItem
        icon={IconEyeOff}
        label={COLUMN_ACTIONS.hide}
        disabled={!column.getCanHide()}
        onClick={() => actions.hide(id)}
      />
      {groupable && (
        <GroupMenuItem
          label={groupable.kind === "date" ? COLUMN_ACTIONS.group : COLUMN_ACTIONS.groupByThis}
          field={groupable}
          resource={resource}
          grouping={view.grouping}
          update={update}
        />
      )}
      {onTotals && <PopupItem icon={IconSum} label={COLUMN_ACTIONS.totals} onClick={onTotals} />}
      <Menu.Divider />
      {pinned !== "start" && (
        <PopupItem
          icon={IconArrowBarToLeft}
          label={COLUMN_ACTIONS.pinLeft}
          onClick={() => actions.pin(id, "left")}
        />
      )}
      {pinned !== "end" && (
        <PopupItem
          icon={IconArrowBarToRight}
          label={COLUMN_ACTIONS.pinRight}
          onClick={() => actions.pin(id, "right")}
        />
      )}
      {pinned !== false && (
        <PopupItem icon={IconPinnedOff} label={COLUMN_ACTIONS.unpin} onClick={() => actions.pin(id, null)} />
      )}
      <PopupItem icon={IconArrowLeft} label={COLUMN_ACTIONS.moveLeft} onClick={() => actions.move(id, -1)} />
      <PopupItem icon={IconArrowRight} label={COLUMN_ACTIONS.moveRight} onClick={() => actions.move(id, 1)} />
      <Menu.Divider />
      <PopupItem icon={IconArrowsHorizontal} label={COLUMN_ACTIONS.fit} onClick={onFit} />
      <PopupItem icon={IconRestore} label={COLUMN_ACTIONS.reset} onClick={actions.reset} />
    </PopupMenu>
  );
}

/** The menu entries that order the rows by the column. */
function OrderItems({ column, view, actions }: Pick<Props, "column" | "view" | "actions">) {
  const sorted = column.getIsSorted();
  return (
    <>
      <PopupItem
        icon={IconArrowUp}
        label={COLUMN_ACTIONS.sortUp}
        data-autofocus
        onClick={() => actions.sortOnlyBy(column, "asc")}
      />
      <PopupItem
        icon={IconArrowDown}
        label={COLUMN_ACTIONS.sortDown}
        onClick={() => actions.sortOnlyBy(column, "desc")}
      />
      <PopupItem
        icon={IconPlus}
        label={COLUMN_ACTIONS.addToOrder}
        disabled={sorted !== false || view.sort.length === 0}
        onClick={() => column.toggleSorting(false, true)}
      />
      <PopupItem
        icon={IconX}
        label={COLUMN_ACTIONS.leaveOrder}
        disabled={sorted === false}
        onClick={() => column.clearSorting()}
      />
      <Menu.Divider />
    </>
  );
}
