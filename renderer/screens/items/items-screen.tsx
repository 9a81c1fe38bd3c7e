import { useSearch } from "@tanstack/react-router";
import { useOpenRecord } from "../../inventory/navigation/open-record.ts";
import { ResourceTable } from "../../inventory/table/resource-table.tsx";
import { useRequestedItems } from "../../inventory/navigation/use-show-items.ts";

/** The screen of items: the one grid, over items. */
export function ItemsScreen() {
  const search = useSearch({ from: "/items" });
  const record = useOpenRecord(search);
  useRequestedItems(search);
  return <ResourceTable resource="items" record={record} />;
}
