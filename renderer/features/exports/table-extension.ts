import { lazyPart } from "../../base/lazy-part.tsx";
import type { TableExtension } from "../../table/extensions.ts";
import { defineDialog } from "../../ui/dialog.tsx";

const exportDialog = defineDialog(lazyPart(() => import("./export-dialog.tsx"), "ExportDialog"));

/** Adds the dialog that exports the rows or changes of a screen. */
export const EXPORTS_EXTENSION: TableExtension = { openExport: exportDialog.open };
