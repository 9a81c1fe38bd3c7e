import type { Page } from "@playwright/test";
import type { SampleService } from "../../../electron/sample-service/index.ts";
import { expect, test } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { expectAccessible } from "./axe.ts";
import { chooseView, connected, refresh } from "./steps.ts";

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

test("what entered and changed is counted live, listed old → new, and seen", async ({ page, service }) => {
  await changed(page, service);
  await expect(line(page)).toHaveText("Since you last looked: 1 entered, 2 changed");
  await expect(page.getByRole("link", { name: "Items , 3 new since you last looked" })).toBeVisible();
  await expect(page.locator('[aria-live="polite"]').first()).toContainText("1 entered, 2 changed");
  service.company.upsertItem({ id: "itm_c", weight: 4 });
  await refresh(page);
  await expect(line(page)).toHaveText("Since you last looked: 1 entered, 3 changed");

  await line(page).click();
  const entered = list(page).getByRole("region", { name: "Entered this view" });
  await expect(entered.getByRole("button")).toHaveCount(1);
  await expect(entered).toContainText("Delta foil");
  await expect(entered).toContainText("First seen; Status Available");
  const edited = list(page).getByRole("region", { name: "Changed" }).getByRole("button");
  await expect(edited.filter({ hasText: "Alpha foil" })).toContainText("Weight 5 → 3");
  await expect(edited.filter({ hasText: "Beta foil" })).toContainText("Status Available → Checked out");

  await list(page).getByRole("button", { name: "Seen", exact: true }).click();
  await expect(page.getByText("Nothing new since you last looked")).toBeVisible();
  await expect(page.getByTestId("news-items")).toBeHidden();
  await page.reload();
  await expect(page.getByText("Nothing new since you last looked")).toBeVisible();
});

test("each view counts for itself: what leaves one may enter another, and a search is no view", async ({
  page,
  host,
  service,
}) => {
  await chooseView(page, "Available");
  await expect
    .poll(async () => {
      const asked = { view: "items/available", resource: "items", query: { version: 1 }, limit: 0 } as const;
      return (await callHost(host.url, "viewNews", asked)).seen;
    })
    .toBe(true);
  service.company.upsertItem({ id: "itm_b", status: "checked_out", checkedOutToUserId: "u-1" });
  await refresh(page);
  await expect(line(page)).toHaveText("Since you last looked at this view: 1 left");
  await expect(
    page.getByRole("link", { name: "Items , 1 new in its view since you last looked" }),
  ).toBeVisible();
  await page.getByRole("searchbox").fill("no such thing");
  await expect(line(page)).toHaveText("Since you last looked at this view (ignoring the search): 1 left");
  // Beside the details there is less room, and the line of news gives way: no row drops.
  await page.setViewportSize({ width: 1_280, height: 800 });
  await page.getByRole("searchbox").fill("foil");
  const first = page.locator('[data-cell="0:0"]');
  const before = await first.boundingBox();
  await first.click();
  await expect(page.getByRole("complementary")).toBeVisible();
  expect((await first.boundingBox())?.y).toBe(before?.y);
  await first.press("Escape");
  await page.getByRole("button", { name: "Clear search" }).click();
  await chooseView(page, "All");
  await expect(line(page)).toHaveText("Since you last looked: 1 changed");
  await chooseView(page, "Available");
  await line(page).click();
  await list(page)
    .getByRole("button", { name: /Beta foil/ })
    .click();
  await expect(page.getByRole("heading", { name: "Beta foil" })).toBeFocused();
  await expect(list(page)).toBeHidden();
});

test("a badge tells of another screen's table, at 900 pixels too", async ({ page, service }) => {
  await page.getByRole("link", { name: "Locations" }).click();
  await expect(page.getByText("Nothing new since you last looked")).toBeVisible();
  await page.getByRole("link", { name: "Items" }).click();
  const [location] = [...service.company.locations.all()];
  service.company.upsertLocation({ id: location?.id ?? "", name: "Renamed hall" });
  await page.keyboard.press("F5");
  await expect(page.getByTestId("news-locations")).toContainText("1");
  await page.setViewportSize({ width: 900, height: 600 });
  await expect(page.getByTestId("news-locations")).toBeInViewport();
  await page.getByRole("link", { name: /Locations/ }).click();
  await line(page).click();
  await expect(list(page)).toContainText("→ Renamed hall");
});

test("the news hold nothing that is serious for axe", async ({ page, service }) => {
  test.slow();
  await page.setViewportSize({ width: 1_280, height: 420 });
  await changed(page, service);
  await line(page).click();
  await expect(list(page).getByRole("button", { name: /Delta foil/ })).toBeVisible();
  await expectAccessible(page);
});
