import { texts } from "../../../shared/base/text/texts.ts";

export const EXPORT = texts("inventory.export", {
  label: "Export",
  byKey: "Export (Ctrl+E)",
  nothing: "Open a table or Activity first, then export it.",
});
