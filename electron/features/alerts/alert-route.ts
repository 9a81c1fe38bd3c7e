import { MAX_ROUTE } from "../../../shared/features/windows/window-names.ts";
import type { Subject } from "./evaluate/alert-rules.ts";

/** The route of the inbox, which shows alerts that belong to no single table. */
export const INBOX = "/alerts";

/**
 * The route to an alert's rows: one record opens, several become the table's filter. It is the inbox if the alert has
 * no rows, or too many for a route.
 */
export function routeOf(profileId: string, subjects: readonly Subject[]): string {
  const [first] = subjects;
  if (!first || first.resource === null || first.id === "") return INBOX;
  const { resource, id } = first;
  const part = (name: string, value: unknown): string =>
    `${name}=${encodeURIComponent(JSON.stringify(value))}`;
  if (subjects.length === 1) return `/${resource}?${part("record", id)}&${part("profile", profileId)}`;
  const ids = subjects.map((subject) => subject.id);
  const only = [{ kind: "choice", field: "id", negate: false, values: ids, empty: false }];
  const route = `/${resource}?${part("only", only)}`;
  return route.length <= MAX_ROUTE ? route : INBOX;
}
