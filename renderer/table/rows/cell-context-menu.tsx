import { Menu } from "@mantine/core";
import {
  IconArrowsDiagonal,
  IconCopy,
  IconExternalLink,
  IconFilter,
  IconFilterOff,
  IconPencil,
} from "@tabler/icons-react";
import type { Row } from "../../../shared/query/query-calls.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { COPY_ID, editNameLabel, ID } from "../names/messages.ts";
import { useCopy } from "../../ui/use-copy.ts";
import { FULL_WIDTH } from "../details/messages.ts";
import { formatDay } from "../../base/format.ts";
import { referenceName, valueLabel } from "../labels/messages.ts";
import type { ColumnSpec } from "../../grid/grid-column.ts";
import { useExtensions, type CellSection } from "../extensions.ts";
import { addByValue, filterByValue } from "../filters/filter-by-value.ts";
import { cellText, htmlTable, needsQuotes } from "../selection/tab-separated.ts";
import type { UpdateView } from "../views/use-views.ts";
import { PopupItem, PopupMenu, type Anchor } from "../../grid/popup-menu.tsx";
import { ShowCounted } from "./show-counted.tsx";
import { cellMenu, exclude, openReference, showOnly } from "./messages.ts";
import { ACTIONS } from "../../ui/messages.ts";

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

/** A cell's menu: filter by its value or against it, copy it, open what it refers to, or its record at full width. */
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
  // A text field pastes the plain text. HTML keeps a text with line breaks in one spreadsheet cell.
  const copyCell = (text: string): void =>
    copy(text, column.label, needsQuotes(text) ? htmlTable([], [[text]]) : undefined);
  const { field } = column;
  const value = row[field.name] ?? null;
  const words = inWords(column, row);
  const [by, against] = [filterByValue(field, value, false), filterByValue(field, value, true)];
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
    <PopupMenu anchor={anchor} label={cellMenu(field.label, words)} onClose={onClose}>
      <PopupItem
        icon={IconFilter}
        label={showOnly(words)}
        data-autofocus
        disabled={!by}
        onClick={() => add(by)}
      />
      <PopupItem
        icon={IconFilterOff}
        label={exclude(words)}
        disabled={!against}
        onClick={() => add(against)}
      />
      <Menu.Divider />
      <ShowCounted resource={resource} id={String(row["id"])} column={field.name} />
      {entries("counted")}
      <PopupItem
        icon={IconCopy}
        label={ACTIONS.copy}
        disabled={value === null || value === ""}
        onClick={() => copyCell(cellText(column, row))}
      />
      {isNamed && !column.bareId && (
        <PopupItem icon={IconCopy} label={COPY_ID} onClick={() => copy(String(value), ID)} />
      )}
      {references === "names" && typeof value === "string" && value !== "" && (
        <PopupItem icon={IconPencil} label={editNameLabel(isNamed)} onClick={() => openName?.(value)} />
      )}
      {entries("value")}
      {references !== undefined && references !== "names" && typeof value === "string" && (
        <PopupItem
          icon={IconExternalLink}
          label={openReference(references, words)}
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

/** More than this of a value is cut off in the menu. */
const MOST_WORDS = 40;

function inWords({ field, bareId }: ColumnSpec, row: Row): string {
  const value = row[field.name];
  if (value === null || value === undefined || value === "") return "(empty)";
  const text = String(value);
  if (field.kind === "date") return formatDay(text);
  const words =
    field.references && !bareId ? (referenceName(row, field) ?? text) : valueLabel(field.name, text);
  return words.length > MOST_WORDS ? `${words.slice(0, MOST_WORDS - 1)}…` : words;
}
