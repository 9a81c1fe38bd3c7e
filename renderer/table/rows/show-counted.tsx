import { IconList } from "@tabler/icons-react";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { ChipFilter } from "../../../shared/query/field-filter.ts";
import { NOT_ARCHIVED } from "../figures/ages.ts";
import { useShowItems, valueFilter } from "../navigation/use-show-items.ts";
import { PopupItem } from "../../grid/popup-menu.tsx";
import { SHOW_COUNTED } from "./messages.ts";

/** The filters of each stock column of a material type or location. The filter for the type or location is added. */
const COUNTED: Readonly<Record<string, readonly ChipFilter[]>> = {
  itemCount: [],
  availableCount: [valueFilter("status", "available")],
  checkedOutCount: [valueFilter("status", "checked_out")],
  archivedCount: [valueFilter("status", "archived")],
  totalLength: [NOT_ARCHIVED],
  totalWeight: [NOT_ARCHIVED],
  lastItemChange: [],
};

interface ShowCountedProps {
  /** The table of the cell. */
  readonly resource: Resource;
  readonly id: string;
  readonly column: string;
}

/** The menu entry that opens the items behind a stock number. Empty for other columns. */
export function ShowCounted({ resource, id, column }: ShowCountedProps) {
  const counted = COUNTED[column];
  if (resource === "items" || !counted) return null;
  return <ShowItems resource={resource} id={id} filters={counted} />;
}

interface ShowItemsProps {
  readonly resource: Exclude<Resource, "items">;
  readonly id: string;
  /** Null if they are not known, which disables the entry. */
  readonly filters: readonly ChipFilter[] | null;
}

/** The menu entry that opens some items of a material type or location. */
export function ShowItems({ resource, id, filters }: ShowItemsProps) {
  const show = useShowItems();
  const ofRecord = valueFilter(resource === "types" ? "materialTypeId" : "locationId", id);
  return (
    <PopupItem
      icon={IconList}
      label={SHOW_COUNTED}
      disabled={filters === null}
      onClick={() => filters && show([ofRecord, ...filters])}
    />
  );
}
