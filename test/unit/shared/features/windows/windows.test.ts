import { expect, it } from "vitest";
import { routeSchema } from "../../../../../shared/features/windows/windows.ts";
import {
  MAX_WINDOWS,
  readWindowNumber,
  tableStateName,
  windowQuery,
} from "../../../../../shared/features/windows/window-names.ts";

it("the tables of the first window are stored under names without a window number", () => {
  expect(tableStateName(1, "items")).toBe("view.items");
  expect(tableStateName(12, "types")).toBe("window.12.view.types");
});

it("a window reads its number from the URL", () => {
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

it("a route is a text that can follow the # in the app's URL", () => {
  for (const route of ["/", "/items?record=itm_1&connection=p-1", "/locations/%C5%81%C3%B3d%C5%BA"])
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
