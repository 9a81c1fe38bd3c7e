import { lazyPart } from "../../base/lazy-part.tsx";
import { defineDialog } from "../../ui/dialog.tsx";

/** The dialog that imports thresholds from a file. */
export const thresholdImport = defineDialog(
  lazyPart(() => import("./threshold-import.tsx"), "ThresholdImport"),
);
