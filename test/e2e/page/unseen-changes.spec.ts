import type { Page } from "@playwright/test";
import type { SampleService } from "../../service/index.ts";
import { expect, test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { connected, refresh } from "./steps.ts";

test.use({ items: 60 });
test.beforeEach(async ({ page, host, service }) => {
  for (const [id, name] of [
    ["itm_a", "Alpha foil"],
    ["itm_b", "Beta foil"],
    ["itm_c", "Gamma foil"],
  ] as const) {
    service.company.upsertItem({ id, name, status: "available", checkedOutToUserId: null, weight: 5 });
  }
  await connected(page, host, service);
  await expect(page.getByText("Nothing new since you last looked")).toBeVisible();
});

/** One item is new, one is checked out, one was edited. */
async function changed(page: Page, { company }: SampleService): Promise<void> {
  company.upsertItem({ id: "itm_a", weight: 3 });
  company.upsertItem({ id: "itm_b", status: "checked_out", checkedOutToUserId: "u-1" });
  company.upsertItem({ id: "itm_d", name: "Delta foil", status: "available" });
  await refresh(page);
  await expect(page.getByTestId("result-count")).toHaveText("64 items");
}

const line = (page: Page) => page.getByRole("button", { name: /^Since you last looked/ });
const list = (page: Page) => page.getByRole("dialog", { name: "Since you last looked" });

test("opening the details hides the line of unseen changes and moves no row", async ({ page, service }) => {
  await changed(page, service);
  await expect(line(page)).toHaveText("Since you last looked: 1 entered, 2 changed");
  await page.setViewportSize({ width: 1_280, height: 800 });
  await page.getByRole("searchbox").fill("foil");
  const first = page.locator('[data-cell="0:0"]');
  const before = await first.boundingBox();
  await first.click();
  await expect(page.getByRole("complementary")).toBeVisible();
  expect((await first.boundingBox())?.y).toBe(before?.y);
});

test("a badge counts the unseen changes of another screen's table", async ({ page, service }) => {
  await page.getByRole("link", { name: "Locations" }).click();
  await expect(page.getByText("Nothing new since you last looked")).toBeVisible();
  await page.getByRole("link", { name: "Items" }).click();
  const [location] = [...service.company.locations.all()];
  service.company.upsertLocation({ id: location?.id ?? "", name: "Renamed hall" });
  await page.keyboard.press("F5");
  await expect(page.getByTestId("unseen-locations")).toContainText("1");
  await page.setViewportSize({ width: 900, height: 600 });
  await expect(page.getByTestId("unseen-locations")).toBeInViewport();
  await page.getByRole("link", { name: /Locations/ }).click();
  await line(page).click();
  await expect(list(page)).toContainText("→ Renamed hall");
});

test("the list of unseen changes is accessible", async ({ page, service }) => {
  test.slow();
  await page.setViewportSize({ width: 1_280, height: 420 });
  await changed(page, service);
  await line(page).click();
  await expect(list(page).getByRole("button", { name: /Delta foil/ })).toBeVisible();
  await expectAccessible(page);
});
