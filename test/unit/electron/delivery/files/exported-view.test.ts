import { expect, it } from "vitest";
import { findNamedView } from "../../../../../electron/delivery/files/exported-view.ts";
import { BUILT_IN_VIEWS } from "../../../../../shared/query/views/built-in-views.ts";

const [all, available] = BUILT_IN_VIEWS.items;
if (!all || !available) throw new Error("The items have no built-in views.");

it("a user's own view is found by its name or id before a built-in view", () => {
  const own = { ...available, id: "one", name: "ALL" };
  expect(findNamedView("items", "All", [own])).toBe(own);
  expect(findNamedView("items", "one", [own])).toBe(own);
});

it("a built-in view is found by its id and its English name, in an app of any language", () => {
  expect(findNamedView("items", "available", [])).toBe(available);
  expect(findNamedView("items", "All", [])).toBe(all);
  expect(findNamedView("types", "Low stock", [])?.id).toBe("low_stock");
  expect(all).toMatchObject({ name: "All", englishName: "All" });
  expect(findNamedView("items", "none", [])).toBeNull();
});
