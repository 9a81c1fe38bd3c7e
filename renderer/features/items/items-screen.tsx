import { useSearch } from "@tanstack/react-router";
import { useOpenRecord } from "../../app/open-record.ts";
import { ResourceTable } from "../../table/resource-table.tsx";

/** The screen of items: the one grid, over items. */
export function ItemsScreen() {
  const record = useOpenRecord(useSearch({ from: "/items" }));
  return <ResourceTable resource="items" record={record} />;
}
