import { lazyPart } from "../../base/lazy-part.tsx";
import type { TableExtension } from "../../table/extensions.ts";
import { defineDialog } from "../../ui/dialog.tsx";

/** The dialog that names an id. */
export const nameDialog = defineDialog(lazyPart(() => import("./name-dialog.tsx"), "NameDialog"));

/** Names the ids in tables and details. */
export const NAMES_EXTENSION: TableExtension = { openName: nameDialog.open };
