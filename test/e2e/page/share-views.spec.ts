import fs from "node:fs/promises";
import { viewLink } from "../../../shared/views/view-share.ts";
import type { SharedView } from "../../../shared/views/views.ts";
import { expect, tableTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { addFilter, openViews, viewSwitcher } from "./steps.ts";

const FOREIGN: SharedView = {
  resource: "items",
  name: "Their hall",
  definition: {
    version: 1,
    minor: 0,
    search: "",
    filters: [
      {
        enabled: true,
        filter: {
          kind: "choice",
          field: "locationId",
          negate: false,
          values: ["loc_of_others"],
          empty: true,
        },
      },
    ],
    sort: [{ field: "weight", direction: "desc" }],
  },
};

const OUTLANDISH = "This is refused: it is built as no view of Stockdeck's is.Detail: ";

test("a view goes through a file, without a trace of whose it was", async ({ page, hostUrl }) => {
  const editor = await addFilter(page, "Status");
  await editor.getByRole("checkbox", { name: /^Archived/ }).check();
  await editor.getByRole("button", { name: "Done" }).click();
  const download = page.waitForEvent("download");
  await (await openViews(page)).getByRole("button", { name: "Export" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("All.stockdeck-view.json");
  const text = await fs.readFile(await file.path(), "utf8");
  expect(Object.keys(JSON.parse(text) as object)).toEqual([
    "format",
    "version",
    "name",
    "resource",
    "definition",
  ]);
  for (const trace of ["sample", new URL(hostUrl).port]) expect(text).not.toContain(trace);

  await page.getByRole("link", { name: "Locations" }).click();
  await (await openViews(page)).getByRole("button", { name: "Import…" }).click();
  const dialog = page.getByRole("dialog", { name: "Import a view" });
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await expect(dialog.getByRole("list", { name: "What the view shows" })).toContainText("Status is Archived");
  await dialog.getByLabel("Name").fill("Archive");
  await dialog.getByRole("button", { name: "Add view" }).click();
  await expect(viewSwitcher(page)).toHaveAccessibleName("View: Archive");
  await expect(page.getByRole("link", { name: /^Items/ })).toHaveAttribute("data-status", "active");
  await expect(page.getByRole("group", { name: "Status is Archived" })).toBeVisible();
});

test("a link is pasted; ids that are not known here are shown as such, and kept", async ({ page }) => {
  await (await openViews(page)).getByRole("button", { name: "Import…" }).click();
  const dialog = page.getByRole("dialog", { name: "Import a view" });
  await dialog.getByLabel("Or paste a link").fill(viewLink(FOREIGN) ?? "");
  await expect(dialog).toContainText("Location is loc_of_others (unknown) or empty");
  await expect(dialog).toContainText("Columns and row height: as they are here");
  await expectAccessible(page, "[role=dialog]");
  await page.keyboard.press("Tab");
  await dialog.getByRole("button", { name: "Add view" }).click();
  await expect(viewSwitcher(page)).toHaveAccessibleName("View: Their hall");
  await expect(
    page.getByRole("group", { name: "Location is loc_of_others (unknown) or empty" }),
  ).toBeVisible();
});

test("all that a view brings is listed before it is taken over", async ({ page }) => {
  const definition: SharedView["definition"] = {
    ...FOREIGN.definition,
    grouping: ["status", "updatedAt:month"],
    density: "compact",
    columns: {
      order: ["weight", "name", "status"],
      visibility: {
        id: false,
        locationId: false,
        materialTypeId: false,
        remainingLength: false,
        updatedAt: false,
      },
      widths: {},
      pins: { name: "left", status: "right" },
    },
  };
  await (await openViews(page)).getByRole("button", { name: "Import…" }).click();
  const dialog = page.getByRole("dialog", { name: "Import a view" });
  await dialog.getByLabel("Or paste a link").fill(viewLink({ ...FOREIGN, definition }) ?? "");
  const lines = dialog.getByRole("list", { name: "What the view shows" }).getByRole("listitem");
  await expect(lines).toHaveText([
    "Table: Items",
    "Location is loc_of_others (unknown) or empty",
    "Order: Weight descending",
    "Groups: Status, then Updated by month",
    /^Columns: Weight, Name, Status/,
    "Pinned at the left: Name",
    "Pinned at the right: Status",
    "Row height: compact",
  ]);
});

test("the link to what is on screen is copied, and leads there", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await (await openViews(page)).getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/^stockdeck:\/\/view\?d=/);
  await (await openViews(page)).getByRole("button", { name: "Import…" }).click();
  await page.getByLabel("Or paste a link").fill(link);
  await page.getByRole("button", { name: "Add view" }).click();
  await expect(viewSwitcher(page)).toHaveAccessibleName("View: All");
  await expect((await openViews(page)).getByRole("list", { name: "Your views" })).toContainText("All");
});

test("a hostile or broken file is refused with a reason, and nothing is added", async ({ page }) => {
  const list = await openViews(page);
  await list.getByRole("button", { name: "Import…" }).click();
  const dialog = page.getByRole("dialog", { name: "Import a view" });
  const give = (text: string) =>
    dialog
      .locator("input[type=file]")
      .setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from(text) });
  for (const [text, reason] of [
    ["", "This file is empty."],
    ["{", "This is no view of Stockdeck's, or a damaged one."],
    ["[".repeat(100_000) + "]".repeat(100_000), `${OUTLANDISH}it is nested too deep`],
    ['{"__proto__":{"x":1}}', `${OUTLANDISH}it has a part named “__proto__”`],
    ["x".repeat(2_100_000), "This is too large for a view."],
    ['{"format":"stockdeck-view","version":3}', "A newer version of Stockdeck made this view."],
  ] as const) {
    await give(text);
    await expect(dialog.getByRole("alert")).toHaveText(reason);
    await expect(dialog.getByRole("button", { name: "Add view" })).toBeDisabled();
  }
  await page.keyboard.press("Escape");
  await openViews(page);
  await expect(list.getByRole("list", { name: "Your views" })).toBeHidden();
});
