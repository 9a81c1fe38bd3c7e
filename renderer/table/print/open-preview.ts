import { lazyPart } from "../../base/lazy-part.tsx";
import { defineDialog } from "../../ui/dialog.tsx";

/** The dialog with the preview of a printed table. */
export const printPreview = defineDialog(lazyPart(() => import("./print-preview.tsx"), "PrintPreview"));
