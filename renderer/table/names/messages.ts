export const COPY_ID = "Copy id";
/** The copied thing: "Id copied". */
export const ID = "Id";

/** The label of the action that names an id, or changes its name. */
export const editNameLabel = (named: boolean): string => (named ? "Edit name…" : "Name this holder…");
