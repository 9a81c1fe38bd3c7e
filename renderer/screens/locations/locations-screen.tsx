import { useSearch } from "@tanstack/react-router";
import { useOpenRecord } from "../../inventory/navigation/open-record.ts";
import { ResourceTable } from "../../inventory/table/resource-table.tsx";

/** The screen of locations: the one grid, over locations. */
export function LocationsScreen() {
  const record = useOpenRecord(useSearch({ from: "/locations" }));
  return <ResourceTable resource="locations" record={record} />;
}
