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
import type { GroupLine } from "../../../shared/query/grouping.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { plural } from "../../base/plural.ts";
import { RESOURCE_LABELS } from "../labels/resource-labels.ts";
import type { TableQuery } from "../query/result-queries.ts";
import { addByValue } from "../filters/filter-by-value.ts";
import { levelsOfQuery } from "../grouping/table-query.ts";
import { groupLabel } from "../grouping/messages.ts";
import type { TableGroups } from "../grouping/use-groups.ts";
import type { RowRange } from "../query/row-chunks.ts";
import type { RowSelection } from "../selection/use-selection.ts";
import type { UpdateView } from "../views/use-view.ts";
import type { Anchor } from "../../grid/popup-anchor.tsx";
import { MENU_ICON, PopupMenu } from "../../grid/popup-menu.tsx";
import { queryOfGroup } from "./use-group-totals.ts";

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
  const { one, many } = RESOURCE_LABELS[resource];
  const filters = group.path.flatMap((value, at) => {
    const of = levels[at];
    return of ? [filterOfGroup(of, value)] : [];
  });
  return (
    <PopupMenu anchor={anchor} label={`Group ${words}`} onClose={onClose}>
      <Menu.Item
        data-autofocus
        leftSection={group.closed ? <IconChevronDown {...MENU_ICON} /> : <IconChevronRight {...MENU_ICON} />}
        onClick={() => groups.toggle(group.path, inSight)}
      >
        {group.closed ? "Open" : "Close"}
      </Menu.Item>
      <Menu.Item leftSection={<IconViewportTall {...MENU_ICON} />} onClick={groups.openAll}>
        Open all groups
      </Menu.Item>
      <Menu.Item leftSection={<IconFold {...MENU_ICON} />} onClick={groups.closeAll}>
        Close all groups
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconListCheck {...MENU_ICON} />}
        onClick={() => rows.include(queryOfGroup(tableQuery.query, levels, group.path))}
      >
        Select its {plural(group.count, one, many)}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconFilter {...MENU_ICON} />}
        onClick={() =>
          update((now) => ({
            ...now,
            chips: filters.reduce(
              (chips, filter) => addByValue(chips, filter, crypto.randomUUID()),
              [...now.chips],
            ),
          }))
        }
      >
        Show only {words}
      </Menu.Item>
    </PopupMenu>
  );
}
