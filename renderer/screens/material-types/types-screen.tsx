import { useSearch } from "@tanstack/react-router";
import { useOpenRecord } from "../../inventory/navigation/open-record.ts";
import { ResourceTable } from "../../inventory/table/resource-table.tsx";

/** The screen of material types: the one grid, over material types. */
export function TypesScreen() {
  const record = useOpenRecord(useSearch({ from: "/types" }));
  return <ResourceTable resource="types" record={record} />;
}
