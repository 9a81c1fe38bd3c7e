import { useSearch } from "@tanstack/react-router";
import { useOpenRecord } from "../../app/open-record.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import { useAskedItems } from "../../table/use-show-items.ts";

/** The screen of items: the one grid, over items. */
export function ItemsScreen() {
  const search = useSearch({ from: "/items" });
  const record = useOpenRecord(search);
  useAskedItems(search);
  return <ResourceTable resource="items" record={record} />;
}
