import { expect, it } from "vitest";
import { INBOX, routeOf } from "../../../../../electron/features/alerts/alert-route.ts";
import type { Subject } from "../../../../../electron/features/alerts/evaluate/alert-rules.ts";
import { readTableSearch } from "../../../../../renderer/table/navigation/open-record.ts";
import type { Resource } from "../../../../../shared/inventory/resource-names.ts";

const subject = (resource: Resource | null, id: string): Subject => ({
  id,
  name: id,
  resource,
  detail: { kind: "changed", fields: {}, presence: null },
});

/** The search that the page reads in a route. */
function opened(route: string) {
  const { pathname, searchParams } = new URL(route, "http://page");
  const search = Object.fromEntries(
    [...searchParams].map(([name, text]) => [name, JSON.parse(text) as unknown]),
  );
  return { pathname, ...readTableSearch(search) };
}

it("an alert about one record opens it", () => {
  expect(opened(routeOf("p", [subject("types", "t-1")]))).toEqual({
    pathname: "/types",
    record: "t-1",
    profile: "p",
  });
});

it.each(["items", "types", "locations"] as const)(
  "alerts about several %s open exactly those",
  (resource) => {
    const route = routeOf("p", [subject(resource, "a"), subject(resource, "b & c")]);
    expect(opened(route)).toMatchObject({
      pathname: `/${resource}`,
      only: [{ kind: "choice", field: "id", negate: false, values: ["a", "b & c"] }],
    });
  },
);

it("alerts about no record, or more than an address can name, lead to the inbox", () => {
  const many = Array.from({ length: 5_000 }, (_, at) => subject("items", `item-${at}`));
  expect([routeOf("p", []), routeOf("p", [subject(null, "")]), routeOf("p", many)]).toEqual([
    INBOX,
    INBOX,
    INBOX,
  ]);
});
