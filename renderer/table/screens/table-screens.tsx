import { useSearch } from "@tanstack/react-router";
import { useOpenRecord } from "../navigation/open-record.ts";
import { ResourceTable } from "../rows/resource-table.tsx";
import { useRequestedRows } from "../navigation/use-show-items.ts";

/** The screen of items: the one grid, over items. */
export function ItemsScreen() {
  const search = useSearch({ from: "/items" });
  const record = useOpenRecord(search);
  useRequestedRows("items", search);
  return <ResourceTable resource="items" record={record} />;
}

/** The screen of material types: the one grid, over material types. */
export function TypesScreen() {
  const search = useSearch({ from: "/types" });
  const record = useOpenRecord(search);
  useRequestedRows("types", search);
  return <ResourceTable resource="types" record={record} />;
}

/** The screen of locations: the one grid, over locations. */
export function LocationsScreen() {
  const search = useSearch({ from: "/locations" });
  const record = useOpenRecord(search);
  useRequestedRows("locations", search);
  return <ResourceTable resource="locations" record={record} />;
}
