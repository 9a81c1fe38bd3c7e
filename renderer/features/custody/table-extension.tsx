import { IconNote } from "@tabler/icons-react";
import type { StoredRecord } from "../../../shared/query/query-calls.ts";
import type { CellEntriesProps, TableExtension } from "../../table/extensions.ts";
import { CHECKED_OUT } from "../../inventory/figures/ages.ts";
import { PopupItem } from "../../grid/popup-menu.tsx";
import { ShowItems } from "../../table/rows/cell-context-menu.tsx";
import { useUsualLimits } from "./custody-queries.ts";
import { ItemActions, noteDialog } from "./item-actions.tsx";
import { NOTE } from "./messages.ts";
import { lateFilter } from "../../../shared/features/custody/late-filter.ts";

function CellEntries({ section, resource, row, field }: CellEntriesProps) {
  if (resource === "items") {
    if (section !== "value") return null;
    const id = String(row["id"]);
    const open = (): void => noteDialog.open({ id, name: String(row["name"] ?? id) });
    return <PopupItem icon={IconNote} label={NOTE.edit} onClick={open} />;
  }
  if (section !== "counted" || field !== "outLongerCount") return null;
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

/** Adds entries for notes and for the items "out longer", and buttons for note and history. */
export const CUSTODY_EXTENSION: TableExtension = { CellEntries, RecordButtons };
