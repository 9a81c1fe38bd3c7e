export const COPY_ID = "Copy id";

/** The label of the action that names an id, or changes its name. */
export const editNameLabel = (named: boolean): string => (named ? "Edit name…" : "Name this holder…");
