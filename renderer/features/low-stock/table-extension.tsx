import { IconAlertTriangle, IconPencil } from "@tabler/icons-react";
import type { StoredRecord } from "../../../shared/query/query-calls.ts";
import type { Field } from "../../../shared/inventory/fields.ts";
import { lazyPart } from "../../base/lazy-part.tsx";
import { PopupItem } from "../../grid/popup-menu.tsx";
import type { CellEntriesProps, TableExtension } from "../../table/extensions.ts";
import { IconButton } from "../../ui/buttons.tsx";
import { defineDialog } from "../../ui/dialog.tsx";
import { THRESHOLD } from "./messages.ts";

const thresholdDialog = defineDialog(lazyPart(() => import("./threshold-dialog.tsx"), "ThresholdDialog"));

type NamedRow = Readonly<Record<string, string | number | null>>;

const setThreshold = (row: NamedRow): void =>
  thresholdDialog.open({ id: String(row["id"]), name: String(row["name"] ?? "") });

function CellEntries({ section, resource, row }: CellEntriesProps) {
  if (section !== "value" || resource !== "types") return null;
  return <PopupItem icon={IconAlertTriangle} label={THRESHOLD.set} onClick={() => setThreshold(row)} />;
}

function FieldButton({ field, record }: { readonly field: Field; readonly record: StoredRecord }) {
  if (field.name !== "lowStockBelow") return null;
  return (
    <IconButton
      icon={IconPencil}
      iconSize={14}
      size="sm"
      label={THRESHOLD.set}
      title={THRESHOLD.set}
      onClick={() => setThreshold(record.row)}
    />
  );
}

/** Adds menu entries and buttons that set the threshold of a material type. */
export const LOW_STOCK_EXTENSION: TableExtension = { CellEntries, FieldButton };
