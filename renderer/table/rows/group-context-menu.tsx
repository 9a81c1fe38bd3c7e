import { Menu } from "@mantine/core";
import {
  IconChevronDown,
  IconChevronRight,
  IconFilter,
  IconFold,
  IconListCheck,
  IconViewportTall,
} from "@tabler/icons-react";
import { filterOfGroup } from "../../../shared/query/group-levels.ts";
import type { Chip, FieldFilter } from "../../../shared/query/field-filter.ts";
import type { GroupLine } from "../../../shared/query/grouping.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { TableQuery } from "../query/result-queries.ts";
import { addByValue } from "../filters/filter-by-value.ts";
import { levelsOfQuery } from "../grouping/table-query.ts";
import { groupLabel } from "../grouping/messages.ts";
import type { TableGroups } from "../grouping/use-groups.ts";
import type { RowRange } from "../query/row-chunks.ts";
import type { RowSelection } from "../selection/use-selection.ts";
import type { UpdateView } from "../views/use-views.ts";
import { PopupItem, PopupMenu, type Anchor } from "../../grid/popup-menu.tsx";
import { queryOfGroup } from "./use-group-totals.ts";
import { GROUP_ACTIONS, groupMenu, selectItsRows, showOnly } from "./messages.ts";

/** A group's menu: open or close it, select its rows, show nothing else. */
export function GroupContextMenu({
  anchor,
  resource,
  line: { group },
  tableQuery,
  groups,
  rows,
  update,
  inSight,
  onClose,
}: {
  readonly anchor: Anchor;
  readonly resource: Resource;
  readonly line: GroupLine;
  readonly tableQuery: TableQuery;
  readonly groups: TableGroups;
  readonly rows: RowSelection;
  readonly update: UpdateView;
  readonly inSight: RowRange;
  readonly onClose: () => void;
}) {
  const levels = levelsOfQuery(tableQuery);
  const level = levels[group.level];
  if (!level) return null;
  const words = groupLabel(level, group.path.at(-1) ?? null, group.name);
  const filters = group.path.flatMap((value, at) => {
    const of = levels[at];
    return of ? [filterOfGroup(of, value)] : [];
  });
  return (
    <PopupMenu anchor={anchor} label={groupMenu(words)} onClose={onClose}>
      <PopupItem
        icon={group.closed ? IconChevronDown : IconChevronRight}
        label={group.closed ? GROUP_ACTIONS.open : GROUP_ACTIONS.close}
        data-autofocus
        onClick={() => groups.toggle(group.path, inSight)}
      />
      <PopupItem icon={IconViewportTall} label={GROUP_ACTIONS.openAll} onClick={groups.openAll} />
      <PopupItem icon={IconFold} label={GROUP_ACTIONS.closeAll} onClick={groups.closeAll} />
      <Menu.Divider />
      <PopupItem
        icon={IconListCheck}
        label={selectItsRows(resource, group.count)}
        onClick={() => rows.include(queryOfGroup(tableQuery.query, levels, group.path))}
      />
      <PopupItem
        icon={IconFilter}
        label={showOnly(words)}
        onClick={() => update((now) => ({ ...now, chips: filters.reduce(addFilter, [...now.chips]) }))}
      />
    </PopupMenu>
  );
}

const addFilter = (chips: readonly Chip[], filter: FieldFilter): Chip[] =>
  addByValue(chips, filter, crypto.randomUUID());
