import { expect, tableTest, test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { addFilter, addFilterGroup, banner, connected, openDetails, openSetting, refresh } from "./steps.ts";

// A few rows are enough, because axe checks every cell.
const SMALL = { viewport: { width: 1_280, height: 360 } } as const;

test.describe("accessibility of the first screen, banners and status bar", () => {
  test.slow();
  test.use({ ...SMALL, items: 40 });

  test("the first screen and a failed connection test are accessible", async ({ page }) => {
    await expect(page.getByRole("heading", { name: "Welcome to Stockdeck" })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Base URL").fill("http://127.0.0.1:9");
    await page.getByLabel("API key", { exact: true }).fill("some-key");
    await page.getByRole("button", { name: "Test connection" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expectAccessible(page);
  });

  test("the banners, the key form and a failed refresh are accessible", async ({ page, host, service }) => {
    await connected(page, host, service);
    service.setFaults({ htmlNext: 1 });
    await refresh(page);
    await expect(banner(page, "The service’s answer cannot be used.")).toContainText(
      "The answer is not JSON",
    );
    await expectAccessible(page, "[data-banner]");
    service.setFaults({ serverErrorNext: 4 });
    await refresh(page);
    await expect(page.getByText("The service answered with an error of its own")).toBeVisible({
      timeout: 20_000,
    });
    await expectAccessible(page, "footer");
    service.setKeyState(service.key, "revoked");
    await refresh(page);
    await banner(page, "The key was refused (401).").getByRole("button", { name: "Replace key" }).click();
    await expectAccessible(page);
  });
});

tableTest.describe("accessibility with the sample data", () => {
  tableTest.slow();
  tableTest.use(SMALL);

  tableTest("the items screen and an open filter editor are accessible", async ({ page }) => {
    await expectAccessible(page);
    const editor = await addFilter(page, "Location");
    await editor.getByRole("checkbox").first().check();
    await expectAccessible(page);
    await editor.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: /^Filter Location/ }).click();
    await expectAccessible(page, "[aria-label=Filters]");
    const range = await addFilter(page, "Weight");
    await range.getByRole("slider").first().press("ArrowRight");
    await expectAccessible(page, ".mantine-Popover-dropdown");
  });

  tableTest("the editors of text and date filters are accessible", async ({ page }) => {
    const text = await addFilter(page, "Name");
    await text.getByLabel("Name: text").fill("film");
    await expectAccessible(page);
    await text.getByRole("combobox", { name: "Name: comparison" }).click();
    await expect(text.getByRole("option", { name: "starts with" })).toBeVisible();
    await expectAccessible(page, ".mantine-Popover-dropdown");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    const date = await addFilter(page, "Created");
    await expect(date.getByLabel("Created: how many")).toBeVisible();
    await expectAccessible(page, ".mantine-Popover-dropdown");
    await date.getByRole("combobox", { name: "Created: comparison" }).click();
    await date.getByRole("option", { name: "is between days" }).click();
    await date.getByLabel("Created: first day").fill("2020-01-01");
    await expectAccessible(page, ".mantine-Popover-dropdown");
  });

  tableTest("the menus of the toolbar and the selection are accessible", async ({ page }) => {
    const expectMenu = async (opener: string | RegExp, entry: string): Promise<void> => {
      await page.getByRole("button", { name: opener, exact: true }).click();
      await expect(page.getByRole("menuitem", { name: entry, exact: true })).toBeVisible();
      await expectAccessible(page, "[role=menu]");
    };
    await expectMenu("Add filter", "Status");
    await page.keyboard.press("Escape");
    await expectMenu("Group", "Status");
    await page.getByRole("menuitem", { name: "Created", exact: true }).click();
    await expect(page.getByRole("menuitem", { name: "By year" })).toBeVisible();
    await expectAccessible(page, "[role=menu]");
    await page.getByRole("menuitem", { name: "By year" }).click();
    await expect(page.getByRole("treegrid")).toBeVisible();
    await expectMenu(/by another span of time$/, "By month");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Do not group by Created by year" }).click();
    await page.locator('[data-cell="1:-1"]').click();
    await expectMenu("Copy as", "JSON");
  });

  tableTest("the builder of filter groups is accessible", async ({ page }) => {
    const builder = await addFilterGroup(page);
    await builder.getByRole("button", { name: "Group", exact: true }).click();
    await builder.getByRole("button", { name: "Condition" }).first().click();
    await builder.getByRole("menuitem", { name: "Status", exact: true }).click();
    await builder.getByRole("checkbox").first().check();
    await expectAccessible(page, ".mantine-Popover-dropdown");
    await page.keyboard.press("Escape");
    await expectAccessible(page, "[aria-label=Filters]");
  });

  tableTest("the details and the column menu are accessible", async ({ page }) => {
    await openDetails(page, 1);
    await page.getByRole("button", { name: "Raw JSON" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Columns" }).click();
    await expect(page.getByRole("button", { name: "Reset columns" })).toBeVisible();
    await expectAccessible(page);
  });

  for (const [screen, one] of [
    ["Material types", "material type"],
    ["Locations", "location"],
  ] as const) {
    const tag = one === "location" ? ["@whole"] : [];
    tableTest(`the page of a ${one} is accessible`, { tag }, async ({ page }) => {
      await page.getByRole("link", { name: screen }).click();
      await page.locator('[data-cell="1:0"]').click();
      await page.getByRole("link", { name: new RegExp(`page of this ${one}$`) }).click();
      await page.getByRole("button", { name: "Show as table" }).click();
      await expect(page.getByRole("region", { name: "Items", exact: true }).getByRole("row")).not.toHaveCount(
        0,
      );
      await expectAccessible(page);
    });
  }

  tableTest("an empty result, the material types and the locations are accessible", async ({ page }) => {
    await page.getByRole("searchbox").fill("no such thing at all");
    await expect(page.getByRole("heading", { name: /^No items match/ })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Material types" }).click();
    await expect(page.getByTestId("result-count")).toHaveText("60 material types");
    await expectAccessible(page);
    await page.getByRole("link", { name: "Locations" }).click();
    await expect(page.getByTestId("result-count")).toHaveText("12 locations");
    await expectAccessible(page);
  });

  tableTest("the settings and a confirmation dialog are accessible", async ({ page }) => {
    await page.getByRole("link", { name: "Settings" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Wipe local data" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page, "[role=dialog]");
  });

  tableTest("the names screen and the units screen are accessible", async ({ page }) => {
    await openSetting(page, "Open names");
    await expect(page.getByRole("table", { name: "Holders" })).toBeVisible();
    await expectAccessible(page);
    await openSetting(page, "Open units");
    await expect(page.getByRole("button", { name: "Use these units" })).toBeVisible();
    await page.getByRole("button", { name: "Show as table" }).click();
    await expectAccessible(page);
  });
});
