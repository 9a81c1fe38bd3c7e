import type { Row } from "../../../shared/query/query-calls.ts";
import { QUERY_FIELDS, type Field } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { referenceName } from "../../inventory/labels/messages.ts";

/** The changed fields of each record, as names separated by spaces. */
export type ChangeMarks = ReadonlyMap<string, string>;

export const NO_MARKS: ChangeMarks = new Map();
/** The most records with marks. Beyond this number, the oldest marks are dropped. */
const MAX_MARKED_RECORDS = 2_000;

/** Marks the differences between the former and the present rows. @returns the same map if there are no differences. */
export function markChanges(
  resource: Resource,
  marks: ChangeMarks,
  before: ReadonlyMap<string, Row>,
  now: readonly Row[],
): ChangeMarks {
  const next = new Map(marks);
  let changed = false;
  for (const row of now) {
    const { id } = row;
    const was = typeof id === "string" ? before.get(id) : undefined;
    if (typeof id !== "string" || !was || was === row) continue;
    const fields = new Set([...(marks.get(id)?.split(" ") ?? []), ...differing(resource, was, row)]);
    const text = [...fields].join(" ");
    if (text === (marks.get(id) ?? "")) continue;
    next.set(id, text);
    changed = true;
  }
  if (!changed) return marks;
  for (const id of next.keys()) {
    if (next.size <= MAX_MARKED_RECORDS) break;
    next.delete(id);
  }
  return next;
}

function differing(resource: Resource, was: Row, is: Row): string[] {
  return QUERY_FIELDS[resource]
    .filter((field) => was[field.name] !== is[field.name] || isRenamed(field, was, is))
    .map(({ name }) => name);
}

/** Whether the service has renamed the record to which a field refers. A name that the user gave is not a change. */
function isRenamed(field: Field, was: Row, is: Row): boolean {
  const { references } = field;
  if (references === undefined || references === "names") return false;
  return referenceName(was, field) !== referenceName(is, field);
}

/** Removes the marks of some records. */
export function unmark(marks: ChangeMarks, ids: readonly string[]): ChangeMarks {
  if (!ids.some((id) => marks.has(id))) return marks;
  return new Map([...marks].filter(([id]) => !ids.includes(id)));
}

/** Keeps the change marks of each table while another screen is shown. */
export class MarkStore {
  readonly #marks = new Map<string, ChangeMarks>();

  of(connectionId: string, resource: Resource): ChangeMarks {
    return this.#marks.get(`${connectionId} ${resource}`) ?? NO_MARKS;
  }

  keep(connectionId: string, resource: Resource, marks: ChangeMarks): void {
    this.#marks.set(`${connectionId} ${resource}`, marks);
  }
}
