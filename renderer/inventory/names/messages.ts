import { texts } from "../../../shared/base/text/texts.ts";

export const IDS = texts("inventory.ids", {
  copy: "Copy id",
  /** The object of "Id copied". */
  id: "Id",
  /** An id without a record, as in a view from another company. */
  unknown: "{id} (unknown)",
  editName: "Edit name…",
  nameHolder: "Name this holder…",
});

/** The label of the action that names an id, or changes its name. */
export const editNameLabel = (named: boolean): string => (named ? IDS.editName : IDS.nameHolder);
