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
import type { ColumnSpec } from "../../grid/grid-column.ts";
import { groupableField, GroupMenuItem } from "../grouping/group-menu.tsx";
import type { UpdateView } from "../views/use-views.ts";
import type { ViewState } from "../views/view-state.ts";
import type { ColumnActions, GridColumn } from "./column-actions.ts";
import { PopupItem, PopupMenu, type Anchor } from "../../grid/popup-menu.tsx";

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
          <PopupItem
            icon={IconArrowUp}
            label="Sort ascending"
            data-autofocus
            onClick={() => actions.sortOnlyBy(column, "asc")}
          />
          <PopupItem
            icon={IconArrowDown}
            label="Sort descending"
            onClick={() => actions.sortOnlyBy(column, "desc")}
          />
          <PopupItem
            icon={IconPlus}
            label="Add to the order"
            disabled={sorted !== false || view.sort.length === 0}
            onClick={() => column.toggleSorting(false, true)}
          />
          <PopupItem
            icon={IconX}
            label="Take out of the order"
            disabled={sorted === false}
            onClick={() => column.clearSorting()}
          />
          <Menu.Divider />
        </>
      )}
      <PopupItem
        icon={IconFilter}
        label="Filter…"
        data-autofocus={!column.getCanSort() || undefined}
        closeMenuOnClick={false}
        onClick={onFilter}
      />
      <PopupItem
        icon={IconEyeOff}
        label="Hide"
        disabled={!column.getCanHide()}
        onClick={() => actions.hide(id)}
      />
      {groupable && (
        <GroupMenuItem
          label={groupable.kind === "date" ? "Group" : "Group by this"}
          field={groupable}
          resource={resource}
          grouping={view.grouping}
          update={update}
        />
      )}
      {onTotals && <PopupItem icon={IconSum} label="Totals" onClick={onTotals} />}
      <Menu.Divider />
      {pinned !== "start" && (
        <PopupItem
          icon={IconArrowBarToLeft}
          label="Pin to the left"
          onClick={() => actions.pin(id, "left")}
        />
      )}
      {pinned !== "end" && (
        <PopupItem
          icon={IconArrowBarToRight}
          label="Pin to the right"
          onClick={() => actions.pin(id, "right")}
        />
      )}
      {pinned !== false && (
        <PopupItem icon={IconPinnedOff} label="Unpin" onClick={() => actions.pin(id, null)} />
      )}
      <PopupItem icon={IconArrowLeft} label="Move left" onClick={() => actions.move(id, -1)} />
      <PopupItem icon={IconArrowRight} label="Move right" onClick={() => actions.move(id, 1)} />
      <Menu.Divider />
      <PopupItem icon={IconArrowsHorizontal} label="Fit width" onClick={onFit} />
      <PopupItem icon={IconRestore} label="Reset columns" onClick={actions.reset} />
    </PopupMenu>
  );
}
