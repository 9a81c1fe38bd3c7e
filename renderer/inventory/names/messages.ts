export const COPY_ID = "Copy id";
/** The object of "Id copied". */
export const ID = "Id";

/** An id without a record, as in a view from another company. */
export const unknownRecord = (id: string): string => `${id} (unknown)`;

/** The label of the action that names an id, or changes its name. */
export const editNameLabel = (named: boolean): string => (named ? "Edit name…" : "Name this holder…");
