import { ScannerKeys } from "../scanner-keys.ts";
import { expect, test } from "./launch.ts";

const SCANS = 60;

test(
  "the app recognises scans at 5 ms a key and opens their records",
  { tag: "@whole" },
  async ({ launch }) => {
    const { page } = await launch();
    await page.getByRole("button", { name: "Explore with sample data" }).click();
    await page.getByRole("link", { name: "Items" }).click();
    await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 60_000 });
    await expect(page.getByRole("gridcell").first()).toBeVisible();
    const scanner = await ScannerKeys.of(page);
    const notice = (text: string) => page.getByRole("alert").filter({ hasText: `“${text}”` });
    for (const screen of ["Overview", "Checked out", "Activity", "Settings", "Items"]) {
      await page.getByRole("link", { name: screen, exact: true }).click();
      await expect(page.getByRole("link", { name: screen, exact: true })).toHaveAttribute(
        "aria-current",
        "page",
      );
      const url = page.url();
      for (let scan = 0; scan < SCANS / 5; scan += 1) {
        const text = `r/ ${scan}? ${screen}`;
        await scanner.scan(text, { end: scan % 2 === 0 ? "Enter" : "Tab" });
        await expect(notice(text)).toBeVisible();
      }
      expect(page.url()).toBe(url);
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
    await page.getByRole("searchbox").focus();
    const name = (await page.locator('[data-cell="2:0"]').textContent()) ?? "";
    await scanner.scan(name);
    await expect(page.getByRole("complementary", { name })).toBeVisible();
    await expect(page.getByRole("searchbox")).toHaveValue("");
  },
);
