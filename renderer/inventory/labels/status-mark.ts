import classes from "./status-badge.module.css";
import { COMPUTED_COLUMNS } from "../../../shared/computed-columns.ts";
import type { Field } from "../../../shared/inventory/fields.ts";
import { ITEM_STATUSES } from "../../../shared/inventory/resource-names.ts";

const KNOWN_STATUSES: ReadonlySet<string> = new Set([
  ...ITEM_STATUSES,
  ...COMPUTED_COLUMNS.flatMap(({ values = [], computed }) => (computed.hasMark ? values : [])),
]);

/**
 * The class of an element that shows an item's status or a type's stock level. The element needs `statusMark` as its
 * `data-status`.
 */
export const statusClass = classes.status;

/** The mark of a status: the status itself, or "unknown" if the specification does not name it. */
export function statusMark(status: string): string {
  return KNOWN_STATUSES.has(status) ? status : "unknown";
}

/** Whether the values of a field have a coloured mark before the label. */
export const hasMark = ({ name, computed }: Field): boolean =>
  name === "status" || computed?.hasMark === true;
