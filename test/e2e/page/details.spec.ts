import type { Locator, Page } from "@playwright/test";
import { connectedTest, expect, tableTest as test } from "../fixtures.ts";
import { chooseView, shownText } from "./steps.ts";

const panel = (page: Page): Locator => page.getByRole("complementary", { name: /^Details of / });
const title = (page: Page): Locator => panel(page).getByRole("heading", { level: 2 });

test("moving past the last visible row scrolls the table", async ({ page }) => {
  await page.locator('[data-cell="18:0"]').click();
  await expect(panel(page)).toContainText(/19 of 5,\d+/);
  for (let place = 20; place <= 40; place += 1) {
    await title(page).press("ArrowDown");
    await expect(panel(page)).toContainText(new RegExp(`${place} of 5,\\d+`));
  }
  const name = await shownText(title(page));
  await expect(page.locator('[data-cell="39:0"]')).toBeInViewport();
  await expect(page.locator('[data-cell="39:0"]')).toHaveText(name);
});

connectedTest(
  "a small window at 200 % zoom still shows every field of a record",
  async ({ page, service }) => {
    const [first] = service.company.items.all();
    service.company.upsertItem({
      id: String(first?.id),
      name: `!! ${"a very long name of an item ".repeat(25)}`,
    });
    await page.setViewportSize({ width: 900, height: 600 });
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.locator('[data-cell="0:0"]')).toContainText("!! a very long name");
    await page.locator('[data-cell="0:0"]').click();
    await expect(panel(page).getByText("Name", { exact: true })).toBeInViewport();
    await page.setViewportSize({ width: 640, height: 400 });
    const last = panel(page).getByRole("button", { name: "Raw JSON" });
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 1 });
    const id = await panel(page).getByText(String(first?.id), { exact: true }).first().boundingBox();
    expect(id?.width ?? 0).toBeGreaterThan(id?.height ?? 0);
  },
);

test("opening the details at 1,280 pixels moves no row down", async ({ page }) => {
  await page.setViewportSize({ width: 1_280, height: 800 });
  await chooseView(page, "Checked out (longest first)");
  await page.getByRole("searchbox").fill("film");
  await expect(page.getByTestId("result-count")).toHaveText(/^\d+ of 5,000 items$/);
  const first = page.locator('[data-cell="0:0"]');
  const before = await first.boundingBox();
  await first.click();
  await expect(title(page)).not.toHaveText("");
  expect((await first.boundingBox())?.y).toBe(before?.y);
  const toolbar = page.getByRole("main").getByRole("searchbox").locator("xpath=ancestor::div[button][1]");
  expect(await toolbar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  // Screen readers and the pointer reveal the button's label.
  const button = page.getByRole("button", { name: "Add filter" });
  await expect(button).toHaveAttribute("title", "Add filter");
  expect((await button.boundingBox())?.width).toBeLessThan(50);
  await expect(page.getByRole("button", { name: "Export", exact: true })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Escape");
  await page.locator('[data-cell="0:0"]').focus();
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  expect((await button.boundingBox())?.width).toBeGreaterThan(90);
});
