import { useSearch } from "@tanstack/react-router";
import { ResourceTable } from "../../table/resource-table.tsx";

/** The screen of material types: the one grid, over material types. */
export function TypesScreen() {
  const { record } = useSearch({ from: "/types" });
  return <ResourceTable resource="types" record={record ?? null} />;
}
