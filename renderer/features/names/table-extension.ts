import { lazyPart } from "../../base/lazy-part.tsx";
import type { TableExtension } from "../../table/extensions.ts";
import { defineDialog } from "../../ui/dialog.tsx";

/** The dialog that gives a name to an id. */
export const nameDialog = defineDialog(lazyPart(() => import("./name-dialog.tsx"), "NameDialog"));

/** Adds the dialog that gives a name to an id. */
export const NAMES_EXTENSION: TableExtension = { openName: nameDialog.open };
