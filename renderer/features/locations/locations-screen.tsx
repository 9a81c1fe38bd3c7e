import { useSearch } from "@tanstack/react-router";
import { useOpenRecord } from "../../app/open-record.ts";
import { ResourceTable } from "../../table/resource-table.tsx";

/** The screen of locations: the one grid, over locations. */
export function LocationsScreen() {
  const record = useOpenRecord(useSearch({ from: "/locations" }));
  return <ResourceTable resource="locations" record={record} />;
}
