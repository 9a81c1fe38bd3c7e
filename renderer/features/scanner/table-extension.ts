import { lazyPart } from "../../base/lazy-part.tsx";
import type { TableExtension, TableRowsRequest } from "../../table/extensions.ts";
import { defineDialog } from "../../ui/dialog.tsx";

const labelPreview = defineDialog<TableRowsRequest>(
  lazyPart(() => import("./labels/label-preview.tsx"), "LabelPreview"),
);

/** Adds the labels of selected rows. */
export const SCANNER_EXTENSION: TableExtension = { openLabels: labelPreview.open };
