import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { waitForStatus } from "../host-client.ts";
import { addFilter, connected, headerOf, refresh, shownText } from "./steps.ts";

test.use({ items: 400 });
test.beforeEach(async ({ page, host, service }) => {
  await connected(page, host, service);
  await listen(page);
});

/** Keeps what the page's live region says from now on: each change of it is read out, whether or not its words are new. */
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

test("a refresh that changed rows is told with how many, one that changed none is not", async ({
  page,
  host,
  service,
}) => {
  const [one, two] = [...service.company.items.all()].map(({ id }) => id);
  const refreshed = async (): Promise<readonly string[]> =>
    (await said(page)).filter((sentence) => sentence.startsWith("Refreshed"));
  service.company.upsertItem({ id: String(one), weight: 1.5 });
  service.company.upsertItem({ id: String(two), weight: 2.5 });
  await refresh(page);
  await expect.poll(refreshed).toEqual(["Refreshed: 2 changes"]);

  service.requests.clear();
  await refresh(page);
  await expect.poll(() => service.requests.countByStatus(200)).toBeGreaterThan(2);
  await waitForStatus(host.url, ({ pass }) => pass === null);
  await page.waitForTimeout(1_000);
  expect(await refreshed()).toHaveLength(1);

  // The same words again are news again.
  service.company.upsertItem({ id: String(one), weight: 3.5 });
  service.company.upsertItem({ id: String(two), weight: 4.5 });
  await refresh(page);
  await expect.poll(refreshed).toEqual(["Refreshed: 2 changes", "Refreshed: 2 changes"]);
});

test("rows that wait are told, with the key that lets them come", async ({ page, service }) => {
  await page.locator('[data-cell="3:1"]').hover();
  service.company.upsertItem({ id: "itm_new", name: "!! first of all", status: "available" });
  await refresh(page);
  await expect.poll(() => said(page)).toContain("1 row changed here, 1 more in all. Press R to apply.");
  // Neither of the two that a refresh says takes the other's place before it is heard.
  expect(await said(page)).toContain("Refreshed: 1 change");
  service.company.upsertItem({ id: "itm_new2", name: "!! before the first", status: "available" });
  await refresh(page);
  await expect.poll(() => said(page)).toContain("2 rows changed here, 2 more in all. Press R to apply.");
});

test("what a filter leaves, and by what it is sorted, is told in one sentence each", async ({
  page,
  service,
}) => {
  const archived = [...service.company.items.all()].filter(({ status }) => status === "archived").length;
  const editor = await addFilter(page, "Status");
  await editor.getByRole("checkbox", { name: /^Archived/ }).check();
  await expect.poll(() => said(page)).toContain(`${archived} of 400 items shown`);
  await page.keyboard.press("Escape");
  await headerOf(page, "Weight").click();
  await expect.poll(() => said(page)).toContain(`${archived} of 400 items shown, sorted by Weight ascending`);
  await page.getByRole("button", { name: /^Filter Status/ }).click();
  await expect.poll(() => said(page)).toContain("400 items, sorted by Weight ascending");
  await page.getByRole("link", { name: "Locations" }).click();
  await expect.poll(() => said(page)).toContain("12 locations");
});

test("moving from cell to cell says nothing of its own", async ({ page }) => {
  await shownText(page.locator('[data-cell="0:0"]'));
  await page.waitForTimeout(1_200);
  const before = await said(page);
  await page.locator('[data-cell="0:0"]').focus();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowDown");
  await page.waitForTimeout(1_000);
  expect(await said(page)).toEqual(before);
});
