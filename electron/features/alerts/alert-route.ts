import { MAX_ROUTE } from "../../../shared/features/windows/window-names.ts";
import type { Subject } from "../../store/index/alerts/alert-rules.ts";

/** The inbox: where alerts lead that are about no single table. */
export const INBOX = "/alerts";

/** Where the rows of an alert are shown: one record opens, several become the table's filter. */
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
