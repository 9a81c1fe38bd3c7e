import { texts } from "../../../shared/base/text/texts.ts";

export const IDS = texts("inventory.ids", {
  copy: "Copy id",
  /** The object in the message "Id copied". */
  id: "Id",
  /** An id without a record, as in a view of another company. */
  unknown: "{id} (unknown)",
  editName: "Edit name…",
  nameHolder: "Name this holder…",
});

/** The label of the action that names an id, or changes the name. */
export const editNameLabel = (named: boolean): string => (named ? IDS.editName : IDS.nameHolder);
