import { useSearch } from "@tanstack/react-router";
import { useOpenRecord } from "../navigation/open-record.ts";
import { ResourceTable } from "../rows/resource-table.tsx";
import { useRequestedRows } from "../navigation/use-show-items.ts";

export function ItemsScreen() {
  const search = useSearch({ from: "/items" });
  const record = useOpenRecord(search);
  useRequestedRows("items", search);
  return <ResourceTable resource="items" record={record} />;
}

export function TypesScreen() {
  const search = useSearch({ from: "/types" });
  const record = useOpenRecord(search);
  useRequestedRows("types", search);
  return <ResourceTable resource="types" record={record} />;
}

export function LocationsScreen() {
  const search = useSearch({ from: "/locations" });
  const record = useOpenRecord(search);
  useRequestedRows("locations", search);
  return <ResourceTable resource="locations" record={record} />;
}
