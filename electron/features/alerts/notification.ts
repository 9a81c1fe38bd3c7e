import type { AlertSettings } from "../../../shared/features/alerts/alerts.ts";
import { MAX_ROUTE } from "../../../shared/features/windows/window-names.ts";
import { NO_LONGER_RETURNED } from "../../../shared/inventory/fields.ts";
import type { ChipFilter } from "../../../shared/query/field-filter.ts";
import type { Subject } from "./evaluate/alert-rules.ts";

/** Whether notifications are suppressed at a moment. @param now ms since the epoch; quiet times are local. */
export function isQuiet({ quietHours, quietDays }: AlertSettings, now: number): boolean {
  const date = new Date(now);
  const today = date.getDay();
  if (quietDays.includes(today)) return true;
  if (!quietHours) return false;
  const minute = date.getHours() * 60 + date.getMinutes();
  const [from, to] = [minuteOf(quietHours.from), minuteOf(quietHours.to)];
  const begins = (day: number): boolean => quietHours.days.includes((day + 7) % 7);
  if (from < to) return begins(today) && minute >= from && minute < to;
  // The quiet hours continue past midnight, or last a whole day.
  return (begins(today) && minute >= from) || (begins(today - 1) && minute < to);
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** The route to the inbox, for alerts that do not belong to a single table. */
export const INBOX = "/alerts";

/**
 * The route to an alert's rows: the details of one record, or a filter for several records. If the alert has no rows,
 * or too many for a route, it is the route to the inbox.
 */
export function routeOf(connectionId: string, subjects: readonly Subject[]): string {
  const [first] = subjects;
  if (!first || first.resource === null || first.id === "") return INBOX;
  const { resource, id } = first;
  const part = (name: string, value: unknown): string =>
    `${name}=${encodeURIComponent(JSON.stringify(value))}`;
  if (subjects.length === 1) return `/${resource}?${part("record", id)}&${part("connection", connectionId)}`;
  const ids = subjects.map((subject) => subject.id);
  const chosen: ChipFilter = { kind: "choice", field: "id", negate: false, values: ids, empty: false };
  const only = [chosen, ...withMissingRows(subjects)];
  const route = `/${resource}?${part("only", only)}`;
  return route.length <= MAX_ROUTE ? route : INBOX;
}

/** The filters with which a table also shows records that the service no longer returns. */
function withMissingRows(subjects: readonly Subject[]): readonly ChipFilter[] {
  const isMissing = (wanted: boolean): ChipFilter => ({
    kind: "presence",
    field: NO_LONGER_RETURNED.name,
    empty: !wanted,
  });
  const missing = subjects.filter(({ detail }) => detail.kind === "changed" && detail.presence === "gone");
  if (missing.length === 0) return [];
  if (missing.length === subjects.length) return [isMissing(true)];
  return [{ kind: "group", match: "any", parts: [isMissing(true), isMissing(false)] }];
}
