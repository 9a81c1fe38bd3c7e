import { expect, it } from "vitest";
import { INBOX, routeOf, isQuiet } from "../../../../../electron/features/alerts/notification.ts";
import type { Subject } from "../../../../../electron/features/alerts/evaluate/alert-rules.ts";
import { readTableSearch } from "../../../../../renderer/table/navigation/open-record.ts";
import type { Resource } from "../../../../../shared/inventory/resource-names.ts";

const at = (day: number, hours: number, minutes = 0): number =>
  new Date(2026, 5, 14 + day, hours, minutes).getTime();
const quiet = (from: string, to: string, days: readonly number[], quietDays: readonly number[] = []) => ({
  notifications: true,
  quietHours: { from, to, days },
  quietDays,
});

it.each([
  ["a time within the quiet hours of its day is quiet", quiet("12:00", "13:30", [1]), at(1, 13, 29), true],
  ["the end of quiet hours is not quiet", quiet("12:00", "13:30", [1]), at(1, 13, 30), false],
  ["a day without quiet hours is not quiet", quiet("12:00", "13:30", [1]), at(2, 13), false],
  [
    "quiet hours past midnight include the evening of their day",
    quiet("22:00", "06:00", [0]),
    at(0, 23),
    true,
  ],
  ["quiet hours past midnight include the next morning", quiet("22:00", "06:00", [0]), at(1, 5, 59), true],
  [
    "quiet hours that begin on a Saturday last until Sunday morning",
    quiet("22:00", "06:00", [6]),
    at(7, 1),
    true,
  ],
  [
    "a morning is not quiet without quiet hours the evening before",
    quiet("22:00", "06:00", [0]),
    at(0, 5),
    false,
  ],
  ["quiet hours that end when they begin last 24 hours", quiet("08:00", "08:00", [1]), at(2, 7), true],
  ["every time of a quiet day is quiet", quiet("22:00", "06:00", [], [3]), at(3, 12), true],
])("%s", (_title, settings, now, expected) => {
  expect(isQuiet(settings, now)).toBe(expected);
});

it("no time is quiet if the user set no quiet hours and no quiet days", () => {
  expect(isQuiet({ notifications: true, quietHours: null, quietDays: [] }, at(0, 3))).toBe(false);
});

const subject = (resource: Resource | null, id: string, presence: "gone" | null = null): Subject => ({
  id,
  name: id,
  resource,
  detail: { kind: "changed", fields: {}, presence },
});

/** The search that the page reads in a route. */
function opened(route: string) {
  const { pathname, searchParams } = new URL(route, "http://page");
  const search = Object.fromEntries(
    [...searchParams].map(([name, text]) => [name, JSON.parse(text) as unknown]),
  );
  return { pathname, ...readTableSearch(search) };
}

it("a notification about one record opens the record", () => {
  expect(opened(routeOf("p", [subject("types", "t-1")]))).toEqual({
    pathname: "/types",
    record: "t-1",
    connection: "p",
  });
});

it.each(["items", "types", "locations"] as const)(
  "a notification about several %s opens a table of these records",
  (resource) => {
    const route = routeOf("p", [subject(resource, "a"), subject(resource, "b & c")]);
    expect(opened(route)).toMatchObject({
      pathname: `/${resource}`,
      only: [{ kind: "choice", field: "id", negate: false, values: ["a", "b & c"] }],
    });
  },
);

it("a notification about missing records opens a table that shows the missing records", () => {
  const chosen = { kind: "choice", field: "id", negate: false, values: ["a", "b"], empty: false };
  const missing = { kind: "presence", field: "noLongerReturnedSince", empty: false };
  const onlyOf = (...presences: readonly ("gone" | null)[]) =>
    opened(
      routeOf(
        "p",
        presences.map((presence, at) => subject("items", "ab".charAt(at), presence)),
      ),
    ).only;
  expect(onlyOf("gone", "gone")).toEqual([chosen, missing]);
  expect(onlyOf("gone", null)).toEqual([
    chosen,
    { kind: "group", match: "any", parts: [missing, { ...missing, empty: true }] },
  ]);
});

it("a notification opens the inbox if its records do not fit into a route", () => {
  const many = Array.from({ length: 5_000 }, (_, at) => subject("items", `item-${at}`));
  expect([routeOf("p", []), routeOf("p", [subject(null, "")]), routeOf("p", many)]).toEqual([
    INBOX,
    INBOX,
    INBOX,
  ]);
});
