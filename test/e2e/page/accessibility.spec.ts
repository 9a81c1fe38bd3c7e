import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { addFilter, exploreSample } from "./steps.ts";

/** What is serious to somebody who cannot see the page or use a pointer. */
async function seriousViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary}`).join("; ")}`,
    );
}

for (const scheme of ["light", "dark"] as const) {
  test.describe(scheme, () => {
    test.slow();
    // Few rows are enough to judge them, and axe looks at every cell.
    test.use({
      colorScheme: scheme,
      contextOptions: { reducedMotion: "reduce" },
      viewport: { width: 1280, height: 520 },
    });

    test("the first screen, and a failed test of a connection", async ({ page }) => {
      await expect(page.getByRole("heading", { name: "Welcome to Stockdeck" })).toBeVisible();
      expect(await seriousViolations(page)).toEqual([]);
      await page.getByLabel("Base URL").fill("http://127.0.0.1:9");
      await page.getByLabel("API key", { exact: true }).fill("some-key");
      await page.getByRole("button", { name: "Test connection" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
      expect(await seriousViolations(page)).toEqual([]);
    });

    test("the items, and a filter's open editor", async ({ page }) => {
      await exploreSample(page);
      expect(await seriousViolations(page)).toEqual([]);
      const editor = await addFilter(page, "Location");
      await editor.getByRole("checkbox").first().check();
      expect(await seriousViolations(page)).toEqual([]);
      await editor.getByRole("button", { name: "Done" }).click();
      await page.getByRole("button", { name: /^Filter Location/ }).click();
      expect(await seriousViolations(page)).toEqual([]);
    });

    test("details, and the menu of columns", async ({ page }) => {
      await exploreSample(page);
      await page.locator('[data-cell="1:0"]').click();
      await expect(page.getByText(/^Verified at /)).toBeVisible();
      await page.getByRole("button", { name: "Raw JSON" }).click();
      expect(await seriousViolations(page)).toEqual([]);
      await page.getByRole("button", { name: "Columns" }).click();
      await expect(page.getByRole("button", { name: "Reset columns" })).toBeVisible();
      expect(await seriousViolations(page)).toEqual([]);
    });

    test("an empty result, and the material types", async ({ page }) => {
      await exploreSample(page);
      await page.getByRole("searchbox").fill("no such thing at all");
      await expect(page.getByRole("heading", { name: /^No items match/ })).toBeVisible();
      expect(await seriousViolations(page)).toEqual([]);
      await page.getByRole("link", { name: "Material types" }).click();
      await expect(page.getByTestId("result-count")).toHaveText("60 material types");
      expect(await seriousViolations(page)).toEqual([]);
    });

    test("the settings, and a question", async ({ page }) => {
      await exploreSample(page);
      await page.getByRole("link", { name: "Settings" }).click();
      expect(await seriousViolations(page)).toEqual([]);
      await page.getByRole("button", { name: "Wipe local data" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      expect(await seriousViolations(page)).toEqual([]);
    });
  });
}
