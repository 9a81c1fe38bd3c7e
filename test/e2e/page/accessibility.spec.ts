import { expect, tableTest, test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { addFilter, banner, connected, refresh } from "./steps.ts";

// Few rows are enough to judge them, and axe looks at every cell.
const SMALL = { viewport: { width: 1_280, height: 360 } } as const;

test.describe("before and beside the tables", () => {
  test.slow();
  test.use({ ...SMALL, items: 40 });

  test("the first screen, and a failed test of a connection", async ({ page }) => {
    await expect(page.getByRole("heading", { name: "Welcome to Stockdeck" })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Base URL").fill("http://127.0.0.1:9");
    await page.getByLabel("API key", { exact: true }).fill("some-key");
    await page.getByRole("button", { name: "Test connection" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expectAccessible(page);
  });

  test("the banners, with the form for a key; a failure in the status bar", async ({
    page,
    host,
    service,
  }) => {
    await connected(page, host, service);
    service.setFaults({ htmlNext: 1 });
    await refresh(page);
    await expect(banner(page, "The service's answer cannot be used.")).toContainText(
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

tableTest.describe("over the sample data", () => {
  tableTest.slow();
  tableTest.use(SMALL);

  tableTest("the items, and a filter's open editor", async ({ page }) => {
    await expectAccessible(page);
    const editor = await addFilter(page, "Location");
    await editor.getByRole("checkbox").first().check();
    await expectAccessible(page, ".mantine-Popover-dropdown");
    await editor.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: /^Filter Location/ }).click();
    await expectAccessible(page, "[aria-label=Filters]");
    const range = await addFilter(page, "Weight");
    await range.getByRole("slider").first().press("ArrowRight");
    await expectAccessible(page, ".mantine-Popover-dropdown");
  });

  tableTest("the builder of groups", async ({ page }) => {
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("menuitem", { name: "All, any or none of several…" }).click();
    const builder = page.getByRole("group", { name: "Group of filters" });
    await builder.getByRole("button", { name: "Group", exact: true }).click();
    await builder.getByRole("button", { name: "Condition" }).first().click();
    await builder.getByRole("menuitem", { name: "Status", exact: true }).click();
    await builder.getByRole("checkbox").first().check();
    await expectAccessible(page, ".mantine-Popover-dropdown");
    await page.keyboard.press("Escape");
    await expectAccessible(page, "[aria-label=Filters]");
  });

  tableTest("details, and the menu of columns", async ({ page }) => {
    await page.locator('[data-cell="1:0"]').click();
    await expect(page.getByText(/^Verified at /)).toBeVisible();
    await page.getByRole("button", { name: "Raw JSON" }).click();
    await expectAccessible(page, "aside");
    await page.getByRole("button", { name: "Columns" }).click();
    await expect(page.getByRole("button", { name: "Reset columns" })).toBeVisible();
    await expectAccessible(page, ".mantine-Popover-dropdown");
  });

  tableTest("the page of a location", async ({ page }) => {
    await page.getByRole("link", { name: "Locations" }).click();
    await page.locator('[data-cell="1:0"]').click();
    await page.getByRole("link", { name: /page of this location$/ }).click();
    await page.getByText("As a table").click();
    await expectAccessible(page);
  });

  tableTest("an empty result, material types, locations", async ({ page }) => {
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

  tableTest("the settings, and a question", async ({ page }) => {
    await page.getByRole("link", { name: "Settings" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Wipe local data" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page, "[role=dialog]");
  });
});
