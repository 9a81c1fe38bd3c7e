import { Menu } from "@mantine/core";
import {
  IconArrowsDiagonal,
  IconCopy,
  IconExternalLink,
  IconFilter,
  IconFilterOff,
  IconPencil,
  IconList,
  IconChevronDown,
  IconChevronRight,
  IconFold,
  IconListCheck,
  IconViewportTall,
} from "@tabler/icons-react";
import type { Row } from "../../../shared/query/query-calls.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { editNameLabel, IDS } from "../../inventory/names/messages.ts";
import { useCopy } from "../../ui/use-copy.ts";
import { FULL_WIDTH } from "../details/messages.ts";
import { formatDay } from "../../base/format.ts";
import { referenceName, valueLabel, LABELS } from "../../inventory/labels/messages.ts";
import type { ColumnSpec } from "../columns/column-layout.ts";
import { useExtensions, type CellSection } from "../extensions.ts";
import { addByValue, filterByValue } from "../filters/chip-list.ts";
import { VALUES } from "../filters/messages.ts";
import { cellText, htmlTable, needsQuotes } from "../selection/copy-formats.ts";
import type { UpdateView } from "../views/use-views.ts";
import type { Field } from "../../../shared/inventory/fields.ts";
import { PopupItem, PopupMenu, type Anchor } from "../../grid/popup-menu.tsx";
import { GROUP_ACTIONS, MENUS } from "./messages.ts";
import { ACTIONS } from "../../ui/messages.ts";
import type { ChipFilter, Chip, FieldFilter } from "../../../shared/query/field-filter.ts";
import { useShowItems } from "../navigation/use-show-items.ts";
import { valueFilter } from "../../inventory/records/value-filter.ts";
import { ofStatus } from "../../../shared/query/views/built-in-views.ts";
import { filterOfGroup } from "../../../shared/query/group-levels.ts";
import type { GroupLine } from "../../../shared/query/grouping.ts";
import type { TableQuery } from "../query/result-queries.ts";
import { levelsOfQuery } from "../grouping/group-query.ts";
import { groupLabel } from "../grouping/messages.ts";
import type { TableGroups } from "../grouping/use-groups.ts";
import type { RowRange } from "../query/rows-state.ts";
import type { RowSelection } from "../selection/use-selection.ts";
import { queryOfGroup } from "./group-row.tsx";

interface Props {
  readonly anchor: Anchor;
  readonly resource: Resource;
  readonly column: ColumnSpec;
  readonly row: Row;
  readonly update: UpdateView;
  readonly onOpenFullWidth: (id: string) => void;
  readonly onOpenReference: (resource: Resource, id: string) => void;
  readonly onClose: () => void;
}

/**
 * The menu of a cell: filter by its value or exclude the value, copy it, open its reference, or open its record at full
 * width.
 */
export function CellContextMenu({
  anchor,
  resource,
  column,
  row,
  update,
  onOpenFullWidth,
  onOpenReference,
  onClose,
}: Props) {
  const copy = useCopy();
  // A text field pastes the plain text. With HTML, a spreadsheet keeps a text with line breaks in one cell.
  const copyCell = (text: string): void =>
    copy(text, column.label, needsQuotes(text) ? htmlTable([], [[text]]) : undefined);
  const { field } = column;
  const value = row[field.name] ?? null;
  const words = inWords(column, row);
  const currency = field.isMoney ? row[field.measuredIn ?? ""] : null;
  const [by, against] = [false, true].map((isExcluded) =>
    filterByValue(field, value, isExcluded, typeof currency === "string" ? currency : null),
  );
  const add = (filter: typeof by): void => {
    if (filter) update((now) => ({ ...now, chips: addByValue(now.chips, filter, crypto.randomUUID()) }));
  };
  const { references } = field;
  const isNamed = references !== undefined && referenceName(row, field) !== null;
  const extensions = useExtensions("CellEntries");
  const [openName] = useExtensions("openName");
  const entries = (section: CellSection) =>
    extensions.map((CellEntries, at) => (
      <CellEntries key={at} section={section} resource={resource} row={row} field={field.name} />
    ));
  return (
    <PopupMenu anchor={anchor} label={MENUS.cell({ column: field.label, value: words })} onClose={onClose}>
      <PopupItem
        icon={IconFilter}
        label={MENUS.showOnly({ value: words })}
        data-autofocus
        disabled={!by}
        onClick={() => add(by)}
      />
      <PopupItem
        icon={IconFilterOff}
        label={MENUS.exclude({ value: words })}
        disabled={!against}
        onClick={() => add(against)}
      />
      <Menu.Divider />
      <ShowCounted resource={resource} id={String(row["id"])} field={field} />
      {entries("counted")}
      <PopupItem
        icon={IconCopy}
        label={ACTIONS.copy}
        disabled={value === null || value === ""}
        onClick={() => copyCell(cellText(column, row))}
      />
      {isNamed && !column.bareId && (
        <PopupItem icon={IconCopy} label={IDS.copy} onClick={() => copy(String(value), IDS.id)} />
      )}
      {references === "names" && typeof value === "string" && value !== "" && (
        <PopupItem icon={IconPencil} label={editNameLabel(isNamed)} onClick={() => openName?.(value)} />
      )}
      {entries("value")}
      {references !== undefined && references !== "names" && typeof value === "string" && (
        <PopupItem
          icon={IconExternalLink}
          label={MENUS.openReference({ resource: references, name: words })}
          onClick={() => onOpenReference(references, value)}
        />
      )}
      <Menu.Divider />
      {entries("row")}
      <PopupItem
        icon={IconArrowsDiagonal}
        label={FULL_WIDTH.open}
        onClick={() => onOpenFullWidth(String(row["id"]))}
      />
    </PopupMenu>
  );
}

/** The most characters of a value in the menu. The end of a longer value is cut off. */
const MAX_VALUE_CHARACTERS = 40;

function inWords({ field, bareId }: ColumnSpec, row: Row): string {
  const value = row[field.name];
  if (value === null || value === undefined) return VALUES.empty;
  if (value === "") return LABELS.emptyText;
  const text = String(value);
  if (field.kind === "date") return formatDay(text);
  const words =
    field.references && !bareId ? (referenceName(row, field) ?? text) : valueLabel(field.name, text);
  return words.length > MAX_VALUE_CHARACTERS ? `${words.slice(0, MAX_VALUE_CHARACTERS - 1)}…` : words;
}

interface ShowCountedProps {
  /** The table of the cell. */
  readonly resource: Resource;
  readonly id: string;
  readonly field: Field;
}

/** The menu entry that opens the items which a stock number counts. Empty for other columns. */
function ShowCounted({ resource, id, field }: ShowCountedProps) {
  const counts = field.computed?.counts;
  if (resource === "items" || !counts) return null;
  const { status, isNot } = counts;
  const filters = status === undefined ? [] : [ofStatus(status, isNot)];
  return <ShowItems resource={resource} id={id} filters={filters} />;
}

interface ShowItemsProps {
  readonly resource: Exclude<Resource, "items">;
  readonly id: string;
  /** The filters of these items. Null until they are known; the entry is disabled until then. */
  readonly filters: readonly ChipFilter[] | null;
}

/** The menu entry that shows some items of a material type or location. */
export function ShowItems({ resource, id, filters }: ShowItemsProps) {
  const show = useShowItems();
  const ofRecord = valueFilter(resource === "types" ? "materialTypeId" : "locationId", id);
  return (
    <PopupItem
      icon={IconList}
      label={MENUS.showCounted}
      disabled={filters === null}
      onClick={() => filters && show([ofRecord, ...filters])}
    />
  );
}

/** The menu of a group: open or close the group, select its rows, or filter by it. */
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
    <PopupMenu anchor={anchor} label={MENUS.group({ value: words })} onClose={onClose}>
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
        label={GROUP_ACTIONS.selectRows({ resource, rows: group.count })}
        onClick={() => rows.include(queryOfGroup(tableQuery.query, levels, group.path))}
      />
      <PopupItem
        icon={IconFilter}
        label={MENUS.showOnly({ value: words })}
        onClick={() => update((now) => ({ ...now, chips: filters.reduce(addFilter, [...now.chips]) }))}
      />
    </PopupMenu>
  );
}

const addFilter = (chips: readonly Chip[], filter: FieldFilter): Chip[] =>
  addByValue(chips, filter, crypto.randomUUID());
