import { lazyPart } from "../../base/lazy-part.tsx";
import type { TableExtension, TableRowsRequest } from "../../table/extensions.ts";
import { defineDialog } from "../../ui/dialog.tsx";

const labelPreview = defineDialog<TableRowsRequest>(
  lazyPart(() => import("./labels/label-preview.tsx"), "LabelPreview"),
);

/** Adds the dialog that prints labels for the selected rows. */
export const SCANNER_EXTENSION: TableExtension = { openLabels: labelPreview.open };
