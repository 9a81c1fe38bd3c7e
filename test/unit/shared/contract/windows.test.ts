import { expect, it } from "vitest";
import { routeSchema } from "../../../../shared/contract/windows.ts";
import {
  fitsRoute,
  isRouteOf,
  MAX_ROUTE,
  MAX_WINDOWS,
  readWindowNumber,
  recordRoute,
  tableStateName,
  windowQuery,
} from "../../../../shared/contract/window-names.ts";

it("leaves the first window's tables the names that they always had, and gives every other its own", () => {
  expect(tableStateName(1, "items")).toBe("view.items");
  expect(tableStateName(12, "types")).toBe("window.12.view.types");
});

it("reads a window's number from a page's address, and takes what is none for the first", () => {
  for (let number = 1; number <= MAX_WINDOWS; number += 1)
    expect(readWindowNumber(windowQuery(number))).toBe(number);
  expect(readWindowNumber("?token=a&window=7&host=b")).toBe(7);
  for (const search of [
    "",
    "?window=0",
    "?window=17",
    "?window=-2",
    "?window=2x",
    "?window=1e1",
    "?awindow=2",
  ])
    expect([search, readWindowNumber(search)]).toEqual([search, 1]);
});

it("takes for a route what can stand behind the # of our own address, and nothing else", () => {
  for (const route of ["/", "/items?record=itm_1&profile=p-1", "/locations/%C5%81%C3%B3d%C5%BA"])
    expect(routeSchema.safeParse(route).success).toBe(true);
  for (const route of [
    "",
    "items",
    "https://stock.example/",
    "/a b",
    "/Łódź",
    "/a\nb",
    `/${"x".repeat(16_384)}`,
  ])
    expect([route, routeSchema.safeParse(route).success]).toEqual([route, false]);
});

it("makes a route of any record's id", () => {
  const route = recordRoute({ profileId: "p-1", resource: "items", id: "a/b?c#d ü" });
  expect(route).toBe("/record/items/a%2Fb%3Fc%23d%20%C3%BC?profile=p-1");
  expect(routeSchema.safeParse(route).success).toBe(true);
  const half = recordRoute({ profileId: "p-1", resource: "items", id: "\ud800" });
  expect(half).toBe("/record/items/%EF%BF%BD?profile=p-1");
});

it("makes a route with the query of a table, as long as it is one", () => {
  const record = { profileId: "p-1", resource: "items", id: "a/b?c#d ü" } as const;
  const listContext = { version: 1, search: `50 % & "more"?` } as const;
  const route = recordRoute(record, listContext);
  expect(routeSchema.safeParse(route).success).toBe(true);
  const search = new URLSearchParams(route.slice(route.indexOf("?")));
  expect(JSON.parse(search.get("listContext") ?? "")).toEqual(listContext);
  expect(search.get("profile")).toBe("p-1");

  const room = MAX_ROUTE - recordRoute(record, { version: 1, search: "" }).length;
  const [just, over] = [room, room + 1].map(
    (length) => ({ version: 1, search: "x".repeat(length) }) as const,
  );
  expect([just, over].map((query) => query && fitsRoute(record, query))).toEqual([true, false]);
  expect(recordRoute(record, just)).toHaveLength(MAX_ROUTE);
  expect(routeSchema.safeParse(recordRoute(record, just)).success).toBe(true);
  expect(recordRoute(record, over)).toBe(recordRoute(record));
});

it("knows the routes of a record's own window, however they are written, and no other", () => {
  const record = { profileId: "p-1", resource: "items", id: "a/b?c#d ü" } as const;
  const listContext = { version: 1, search: "?profile=p-2&" } as const;
  for (const route of [
    recordRoute(record),
    recordRoute(record, listContext),
    "/record/items/a%2Fb%3Fc%23d%20ü?listContext=%7B%7D&profile=p-1",
  ])
    expect([route, isRouteOf(route, record)]).toEqual([route, true]);
  for (const route of [
    "",
    "/items?record=a&profile=p-1",
    "/record/items/%?profile=p-1",
    "/record/items/a%2Fb%3Fc%23d%20ü",
    recordRoute({ ...record, profileId: "p-2" }, listContext),
    recordRoute({ ...record, resource: "types" }),
    recordRoute({ ...record, id: "a" }),
  ])
    expect([route, isRouteOf(route, record)]).toEqual([route, false]);
});
