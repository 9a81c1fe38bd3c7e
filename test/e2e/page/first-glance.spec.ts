import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { connected, rowsHere, shownText } from "./steps.ts";

interface Seen {
  /** The rows, with all of their attributes, and what is written about them. */
  readonly rows: readonly string[];
  readonly count: string;
  readonly lines: string | null;
  readonly height: string;
  readonly summary: string;
}

declare global {
  interface Window {
    /** What was on screen in the frame that changed the first row. */
    glance: Seen | null;
    readTable: () => Seen;
  }
}

/** From the next change of the first row on, remembers what that frame shows. @param click whether it is clicked at once. */
async function watchNext(page: Page, click = false): Promise<void> {
  await page.evaluate((clicks) => {
    window.readTable = () => {
      const body = document.querySelector('[role="grid"] > [role="rowgroup"]:last-child') as HTMLElement;
      const text = (id: string): string => document.querySelector(`[data-testid="${id}"]`)?.textContent ?? "";
      return {
        rows: [...body.querySelectorAll('[role="row"]')].map((row) => row.outerHTML),
        count: text("result-count"),
        lines: document.querySelector('[role="grid"]')?.getAttribute("aria-rowcount") ?? null,
        height: body.style.height,
        summary: text("filter-summary"),
      };
    };
    window.glance = null;
    const first = document.querySelector('[data-cell="0:0"]');
    const watched = new MutationObserver(() => {
      watched.disconnect();
      window.glance = window.readTable();
      if (clicks) document.querySelector<HTMLElement>('[data-cell="0:0"]')?.click();
    });
    if (first) watched.observe(first, { subtree: true, childList: true, characterData: true });
  }, click);
}

const search = (page: Page) => page.getByRole("searchbox");

// As many as the store indexes: of fewer the first rows come without their number.
test.use({ items: 20_000 });
test.beforeEach(async ({ page, host, service }) => {
  await connected(page, host, service);
  const { profiles } = await callHost(host.url, "bootstrap");
  const query = { version: 1, search: "fo" } as const;
  const asked = { profileId: profiles.current ?? "", resource: "items", query, offset: 0, limit: 1 } as const;
  await expect.poll(async () => (await callHost(host.url, "queryWindow", asked)).total).not.toBeNull();
  await search(page).fill("f");
  await rowsHere(page);
});

test("what a key has found is on screen before the page renders it, and rendering changes nothing of it", async ({
  page,
}) => {
  await search(page).press("End");
  const summary = page.getByTestId("filter-summary");
  let seen = false;
  // On a busy machine the rows may come so late that the page renders with them.
  for (let key = 0; key < 20 && !seen; key += 1) {
    const before = (await summary.textContent()) ?? "";
    await watchNext(page);
    await page.keyboard.press(key % 2 === 0 ? "i" : "Backspace");
    await expect(summary).not.toHaveText(before);
    await rowsHere(page);
    const glance = await page.evaluate(() => window.glance);
    const after = await page.evaluate(() => window.readTable());
    expect(glance?.rows.length).toBeGreaterThan(10);
    expect(after.rows.slice(0, glance?.rows.length)).toEqual(glance?.rows);
    expect({ ...after, rows: [], summary: "" }).toEqual({ ...glance, rows: [], summary: "" });
    // It belongs to neither the rows nor their number, so that it is rendered a frame later.
    seen = glance?.summary === before;
  }
  expect(seen).toBe(true);
});

test("a click on a row that was only just shown opens that one", async ({ page }) => {
  const before = await shownText(page.locator('[data-cell="0:0"]'));
  await watchNext(page, true);
  await search(page).press("End");
  await page.keyboard.type("i");
  const heading = page
    .getByRole("complementary", { name: /^Details of / })
    .getByRole("heading", { level: 2 });
  await expect(heading).toBeVisible();
  const name = await shownText(page.locator('[data-cell="0:0"]'));
  expect(name).not.toBe(before);
  await expect(heading).toHaveText(name);
});

test("an order is shown the same way; a first letter, and what finds nothing, are rendered", async ({
  page,
}) => {
  await watchNext(page);
  await page.getByRole("columnheader", { name: /^Weight/ }).click();
  await expect.poll(() => page.evaluate(() => window.glance?.rows.length ?? 0)).toBeGreaterThan(10);
  await rowsHere(page);
  await search(page).fill("");
  await rowsHere(page);
  await expect(page.getByTestId("result-count")).not.toContainText(" of ");
  await search(page).fill("no such thing");
  await expect(page.getByTestId("result-count")).toHaveText(/^0 of /);
  await expect(page.getByRole("grid").locator("[data-cell='0:0']")).toHaveCount(0);
});
