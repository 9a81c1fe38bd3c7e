import { IconList } from "@tabler/icons-react";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { ChipFilter, FieldFilter } from "../../../shared/query/field-filter.ts";
import { useUsualLimits } from "../../features/custody/custody-queries.ts";
import { lateFilter } from "../../features/custody/late-filter.ts";
import { CHECKED_OUT, NOT_ARCHIVED } from "../figures/ages.ts";
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
  if (resource === "items") return null;
  const of = valueFilter(resource === "types" ? "materialTypeId" : "locationId", id);
  if (column === "outLongerCount") return <ShowLate of={of} />;
  const counted = COUNTED[column];
  return counted ? <Show filters={[of, ...counted]} /> : null;
}

function ShowLate({ of }: { readonly of: FieldFilter }) {
  const { limits } = useUsualLimits();
  const late = lateFilter(limits);
  return <Show filters={late && [of, CHECKED_OUT, late]} />;
}

function Show({ filters }: { readonly filters: readonly ChipFilter[] | null }) {
  const show = useShowItems();
  return (
    <PopupItem
      icon={IconList}
      label={SHOW_COUNTED}
      disabled={filters === null}
      onClick={() => filters && show(filters)}
    />
  );
}
