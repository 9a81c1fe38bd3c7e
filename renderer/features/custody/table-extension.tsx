import type { StoredRecord } from "../../../shared/query/query-calls.ts";
import type { CellEntriesProps, TableExtension } from "../../table/extensions.ts";
import { CHECKED_OUT } from "../../inventory/figures/ages.ts";
import { ShowItems } from "../../table/rows/cell-context-menu.tsx";
import { useUsualLimits } from "./custody-queries.ts";
import { ItemActions } from "./item-actions.tsx";
import { lateFilter } from "../../../shared/features/custody/late-filter.ts";

function CellEntries({ section, resource, row, field }: CellEntriesProps) {
  if (section !== "counted" || resource === "items" || field !== "outLongerCount") return null;
  return <ShowLate resource={resource} id={String(row["id"])} />;
}

function ShowLate(props: { readonly resource: "types" | "locations"; readonly id: string }) {
  const { limits } = useUsualLimits();
  const late = lateFilter(limits);
  return <ShowItems {...props} filters={late && [CHECKED_OUT, late]} />;
}

function RecordButtons({ record: { resource, row } }: { readonly record: StoredRecord }) {
  if (resource !== "items") return null;
  const id = String(row["id"]);
  return <ItemActions id={id} name={String(row["name"] ?? id)} />;
}

/** Adds an entry that filters items "out longer", and buttons for an item's notes and history. */
export const CUSTODY_EXTENSION: TableExtension = { CellEntries, RecordButtons };
