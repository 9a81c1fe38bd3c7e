import { expect, tableTest as test } from "../fixtures.ts";

test("the theme changes at once and is remembered", async ({ page }) => {
  await page.getByRole("link", { name: "Settings" }).click();
  const scheme = page.locator("html");
  await page.getByText("Dark", { exact: true }).click();
  await expect(scheme).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.reload();
  await expect(scheme).toHaveAttribute("data-mantine-color-scheme", "dark");
  const themes = page.getByRole("radiogroup", { name: "Theme" });
  await themes.getByText("As the system", { exact: true }).click();
  await expect(scheme).toHaveAttribute("data-mantine-color-scheme", "light");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(scheme).toHaveAttribute("data-mantine-color-scheme", "dark");
});
