import { expect, test } from "../fixtures.ts";
import { exploreSample } from "./steps.ts";

test.beforeEach(async ({ page }) => {
  await exploreSample(page);
  await page.getByRole("link", { name: "Settings" }).click();
});

test("numbers are checked before they are saved, and stay saved", async ({ page }) => {
  const size = page.getByLabel("Page size (records)");
  await size.fill("251");
  await expect(page.getByText("At most 250")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save" })).toBeDisabled();
  await size.fill("100");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  await page.reload();
  await expect(size).toHaveValue("100");
});

test("the theme changes at once", async ({ page }) => {
  const scheme = page.locator("html");
  await page.getByText("Dark", { exact: true }).click();
  await expect(scheme).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.getByText("Light", { exact: true }).click();
  await expect(scheme).toHaveAttribute("data-mantine-color-scheme", "light");
});

test("disconnecting is asked about, and returns to the first screen", async ({ page }) => {
  await page.getByRole("button", { name: "Disconnect" }).click();
  const question = page.getByRole("dialog", { name: "Leave the sample data?" });
  await question.getByRole("button", { name: "Cancel" }).last().click();
  await expect(question).toBeHidden();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await question.getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByRole("heading", { name: "Welcome to Stockdeck" })).toBeVisible();
});
