import { OWN_FIELD_LABELS } from "./messages.ts";
import type { ComputedColumn } from "./field.ts";
import { RESOURCES } from "./resource-names.ts";

/**
 * The two moments between which a row of a past day was changed. Both are empty unless a later refresh saw a change of
 * the row that may have been made before the end of the day. The row is shown as it was before that change.
 */
export const CHANGED_NOT_BEFORE: ComputedColumn = {
  name: "changedNotBefore",
  kind: "date",
  label: OWN_FIELD_LABELS.changedAfter,
  resources: RESOURCES,
  computed: { details: "if set", isOfPast: true },
};
export const CHANGED_NOT_AFTER: ComputedColumn = {
  name: "changedNotAfter",
  kind: "date",
  label: OWN_FIELD_LABELS.changedBefore,
  resources: RESOURCES,
  computed: { details: "if set", isOfPast: true },
};

export const GAP_COLUMNS: readonly ComputedColumn[] = [CHANGED_NOT_BEFORE, CHANGED_NOT_AFTER];
