import type { ComputedColumn } from "../../inventory/field.ts";
import { CUSTODY_LABELS } from "./messages.ts";

/** The column with the text of an item's open note. The API has no field of this name. */
export const NOTE_COLUMN: ComputedColumn = {
  name: "itemNote",
  kind: "text",
  label: CUSTODY_LABELS.note,
  resources: ["items"],
  isIndexed: true,
  computed: { details: "if set", width: 220, isOwn: true },
};
