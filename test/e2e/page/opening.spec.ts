import { expect, tableTest as test } from "../fixtures.ts";
import { rowsHere } from "./steps.ts";

/** Bytes. */
const SMALL = 20_000;

for (const width of [1_440, 800]) {
  test(`nothing moves the table once it is there (${width} pixels wide)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript(() => {
      const tops = new Set<number>();
      // After each change of the page rather than with each frame, of which a busy machine shows few.
      new MutationObserver(() => {
        const grid = document.querySelector('[role="grid"]');
        if (grid) tops.add(grid.getBoundingClientRect().top);
        if (grid) document.documentElement.dataset["tops"] = [...tops].join(" ");
      }).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    await rowsHere(page);
    await expect(page.getByRole("navigation", { name: "Screens" })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Columns/ })).toBeVisible();
    await expect(page.getByRole("contentinfo", { name: "Status" })).toBeVisible();
    const { top } = await page.getByRole("grid").evaluate((grid) => grid.getBoundingClientRect());
    await expect(page.locator("html")).toHaveAttribute("data-tops", String(top));
  });
}

test("the page's first script is small and brings no library", async ({ page }) => {
  const first = await page.locator("script[type=module]").getAttribute("src");
  const answer = await page.request.get(new URL(first ?? "", page.url()).href);
  const text = await answer.text();
  expect(text.length).toBeLessThan(SMALL);
  expect(text).not.toMatch(/ZodError|createRoot/);
  // The large ones are fetched beside it, and not once it has run.
  const ahead = await page
    .locator("head link[rel=modulepreload]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(ahead).toEqual(
    expect.arrayContaining([expect.stringMatching(/\/start-/), expect.stringMatching(/\/react-/)]),
  );
});
