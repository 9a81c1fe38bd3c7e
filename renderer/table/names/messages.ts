export const COPY_ID = "Copy id";
/** The copied thing: "Id copied". */
export const ID = "Id";

/** An id without a record, as a view of another company may have. */
export const unknownRecord = (id: string): string => `${id} (unknown)`;

/** The label of the action that names an id, or changes its name. */
export const editNameLabel = (named: boolean): string => (named ? "Edit name…" : "Name this holder…");
