import classes from "./status-badge.module.css";

const KNOWN: ReadonlySet<string> = new Set(["available", "checked_out", "archived", "low", "enough"]);

/** The class of an element whose text is an item's status, or a type's stock level; it needs `statusMark` as its `data-status`. */
export const statusClass = classes.status;

/** What a status is marked as: itself, or as unknown if the specification does not name it. */
export function statusMark(status: string): string {
  return KNOWN.has(status) ? status : "unknown";
}
