import { lazyPart } from "../../base/lazy-part.tsx";
import type { TableExtension } from "../../table/extensions.ts";
import { defineDialog } from "../../ui/dialog.tsx";

const exportDialog = defineDialog(lazyPart(() => import("./export-dialog.tsx"), "ExportDialog"));

/** Exports the rows and changes that a screen shows. */
export const EXPORTS_EXTENSION: TableExtension = { openExport: exportDialog.open };
