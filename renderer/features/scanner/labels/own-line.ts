import type { Row } from "../../../../shared/query/query-calls.ts";

/** The most characters of the user's own line. */
export const MAX_OWN_LINE = 80;

/** The field of a row that replaces each placeholder of the user's own line. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ["{name}", "name"],
  ["{type}", "materialTypeName"],
  ["{location}", "locationName"],
  ["{id}", "id"],
]);
const DATE = "{date}";
export const OWN_LINE_PLACEHOLDERS = [...FIELDS.keys(), DATE];

/** The user's own line of a label. A field without a value leaves nothing. @param date the day of printing. */
export function ownLine(template: string, row: Row, date: string): string {
  const filled = template.replaceAll(/\{[a-z]+\}/g, (placeholder) => {
    if (placeholder === DATE) return date;
    const field = FIELDS.get(placeholder);
    return field === undefined ? placeholder : String(row[field] ?? "");
  });
  return filled.trim();
}
