import { useSearch } from "@tanstack/react-router";
import { ResourceTable } from "../../table/resource-table.tsx";

/** The screen of items: the one grid, over items. */
export function ItemsScreen() {
  const { record } = useSearch({ from: "/items" });
  return <ResourceTable resource="items" record={record ?? null} />;
}
