import type { Page } from "@playwright/test";
import { expect, connectedTest as test } from "../fixtures.ts";
import { refresh } from "./steps.ts";

test.use({ items: 400 });
test.beforeEach(async ({ page }) => {
  await listen(page);
});

/** Records the live region's announcements from now on. Each change is read out, even with the same words. */
async function listen(page: Page): Promise<void> {
  const region = page.locator('[role="status"][aria-live="polite"]').first();
  await region.evaluate((element) => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => said.push(element.textContent)).observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
}

const said = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (window as unknown as { readonly said: readonly string[] }).said);

test("the app announces pending rows and the key that applies pending rows", async ({ page, service }) => {
  await page.locator('[data-cell="3:1"]').hover();
  service.company.upsertItem({ id: "itm_new", name: "!! first of all", status: "available" });
  await refresh(page);
  await expect.poll(() => said(page)).toContain("1 row changed here, 1 more in all. Press R to apply.");
  // A refresh makes two announcements. Neither replaces the other before it is read out.
  await expect.poll(() => said(page)).toContain("Refreshed: 1 change");
  service.company.upsertItem({ id: "itm_new2", name: "!! before the first", status: "available" });
  await refresh(page);
  await expect.poll(() => said(page)).toContain("2 rows changed here, 2 more in all. Press R to apply.");
});
