import { expect, tableTest as test } from "../fixtures.ts";
import { rowsHere } from "./steps.ts";

/** Bytes of the script that connects to the host and paints rows. */
const SMALL = 32_000;

/** Elements whose places must not change: the table, the parts before it, and the part around lazy ones. */
const WATCHED = ['[role="grid"]', "[type=search]", "main"];

for (const width of [1_440, 720]) {
  const tag = width === 720 ? ["@whole"] : [];
  test(`nothing moves while the page opens (${width} pixels wide)`, { tag }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript((watched) => {
      const places = watched.map(() => new Set<string>());
      Object.assign(window, { places });
      // Reads positions after each change of the page, because a busy machine paints few frames.
      new MutationObserver(() => {
        for (const [at, selector] of watched.entries()) {
          const box = document.querySelector(selector)?.getBoundingClientRect();
          if (box) places[at]?.add(`${Math.round(box.left)}, ${Math.round(box.top)}`);
        }
      }).observe(document, { childList: true, subtree: true });
    }, WATCHED);
    await page.reload();
    await rowsHere(page);
    await expect(page.getByRole("navigation", { name: "Screens" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Columns" })).toBeVisible();
    await expect(page.getByRole("contentinfo", { name: "Status" })).toBeVisible();
    const places = await page.evaluate(() =>
      (window as unknown as { places: Set<string>[] }).places.map((seen) => [...seen]),
    );
    expect(places).toEqual(WATCHED.map(() => [expect.stringMatching(/^\d+, \d+$/)]));
  });
}

for (const [colorScheme, ground, raised] of [
  ["light", "rgb(255, 255, 255)", "rgb(247, 248, 250)"],
  ["dark", "rgb(20, 25, 31)", "rgb(26, 32, 39)"],
] as const) {
  const tag = colorScheme === "dark" ? ["@whole"] : [];
  test(
    `a reload shows the ${colorScheme} background and reserves the navigation's place before any script runs`,
    { tag },
    async ({ page }) => {
      const scripts = /\.js$/;
      const root = page.locator("#root");
      const navigation = page.getByRole("navigation", { name: "Screens" });
      await page.emulateMedia({ colorScheme });
      await rowsHere(page);
      for (const width of [1_440, 720]) {
        await page.setViewportSize({ width, height: 800 });
        let release = (): void => undefined;
        const held = new Promise<void>((resolve) => (release = resolve));
        await page.route(scripts, async (route) => {
          await held;
          await route.continue();
        });
        await page.reload({ waitUntil: "commit" });
        await expect(root).toHaveCSS("background-color", raised);
        await expect(root).toBeEmpty();
        await expect(page.locator("body")).toHaveCSS("background-color", ground);
        const before = await root.boundingBox();
        expect(before?.height).toBe(800);

        release();
        await rowsHere(page);
        await page.unroute(scripts);
        // The navigation appears in the same place and colour, so that nothing flashes.
        await expect(navigation).toHaveCSS("background-color", raised);
        expect(await navigation.boundingBox()).toEqual(before);
      }
    },
  );
}

test("the page's first script is small and contains no library", async ({ page }) => {
  const first = await page.locator("script[type=module]").getAttribute("src");
  const answer = await page.request.get(new URL(first ?? "", page.url()).href);
  const text = await answer.text();
  expect(text.length).toBeLessThan(SMALL);
  expect(text).not.toMatch(/ZodError|createRoot/);
  // The large scripts are fetched at the same time, not after this script has run.
  const largeScripts = ["start", "react", "libraries"].map((name) =>
    expect.stringMatching(new RegExp(`/${name}-`)),
  );
  for (const links of ["link[rel=modulepreload]", "link[data-later]"]) {
    const hrefs = await page
      .locator(`head ${links}`)
      .evaluateAll((found) => found.map((link) => link.getAttribute("href")));
    expect(hrefs).toEqual(expect.arrayContaining(largeScripts));
  }
});
