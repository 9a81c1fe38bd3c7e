import { expect, tableTest, test } from "../fixtures.ts";
import { banner, connected, stateOf } from "./steps.ts";

tableTest.describe("over the sample data", () => {
  tableTest.beforeEach(async ({ page }) => page.getByRole("link", { name: "Settings" }).click());

  tableTest("numbers are checked before they are saved, and stay saved", async ({ page }) => {
    const save = page.getByRole("button", { name: "Save" });
    for (const [label, wrong, problem, right] of [
      ["Page size (records)", "251", "At most 250", "100"],
      ["Refresh while in use (seconds)", "9", "At least 10", "45"],
      ["Refresh in the background (seconds)", "", "A whole number", "600"],
      ["Overlap (seconds)", "86401", "At most 86400", "0"],
    ] as const) {
      const input = page.getByLabel(label);
      await input.fill(wrong);
      await expect(page.getByText(problem)).toBeVisible();
      await expect(save).toBeDisabled();
      await input.fill(right);
      await expect(page.getByText(problem)).toBeHidden();
    }
    await save.click();
    await expect(page.getByText("Settings saved")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Page size (records)")).toHaveValue("100");
    await expect(page.getByLabel("Refresh while in use (seconds)")).toHaveValue("45");
    await expect(page.getByLabel("Refresh in the background (seconds)")).toHaveValue("600");
    await expect(page.getByLabel("Overlap (seconds)")).toHaveValue("0");
  });

  tableTest("a draft can be discarded", async ({ page }) => {
    const size = page.getByLabel("Page size (records)");
    await size.fill("7");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(size).toHaveValue("250");
  });

  tableTest("the theme changes at once, and stays", async ({ page }) => {
    const scheme = page.locator("html");
    await page.getByText("Dark", { exact: true }).click();
    await expect(scheme).toHaveAttribute("data-mantine-color-scheme", "dark");
    await page.reload();
    await expect(scheme).toHaveAttribute("data-mantine-color-scheme", "dark");
    await page.getByText("As the system", { exact: true }).click();
    await expect(scheme).toHaveAttribute("data-mantine-color-scheme", "light");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(scheme).toHaveAttribute("data-mantine-color-scheme", "dark");
  });
});

test.describe("over a service", () => {
  test.use({ items: 120 });
  test.beforeEach(async ({ page, host, service }) => {
    await connected(page, host, service);
    await page.getByRole("link", { name: "Settings" }).click();
  });

  test("a number that was saved is what the next refresh uses", async ({ page, service }) => {
    await page.getByLabel("Page size (records)").fill("60");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Settings saved")).toBeVisible();
    service.requests.clear();
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect.poll(() => service.requests.count({ path: "/inventory/items", status: 200 })).toBe(1);
    for (const { query } of service.requests.entries) expect(query["limit"]).toBe("60");
  });

  test("a forgotten key stops the refreshing and leaves the rows", async ({ page, service }) => {
    await page.getByRole("button", { name: "Forget key" }).click();
    const question = page.getByRole("dialog", { name: "Forget the API key?" });
    await question.getByRole("button", { name: "Forget key" }).click();
    await expect(question).toBeHidden();
    await expect(page.getByText("None is stored")).toBeVisible();
    await expect(page.getByRole("button", { name: "Forget key" })).toBeDisabled();
    await page.getByRole("link", { name: "Items" }).click();
    await expect(page.getByTestId("result-count")).toHaveText("120 items");
    await expect(page.getByRole("gridcell").first()).toBeVisible();

    const missing = banner(page, "There is no API key.");
    await missing.getByRole("button", { name: "Enter a key" }).click();
    await missing.getByLabel("New API key").fill(service.key);
    await page.keyboard.press("Enter");
    await expect(missing).toBeHidden();
    await expect(stateOf(page)).toHaveText("Connected");
  });

  test("wiping pulls everything anew", async ({ page, service }) => {
    service.requests.clear();
    service.company.removeItem([...service.company.items.all()][0]?.id ?? "");
    await page.getByRole("button", { name: "Wipe local data" }).click();
    const question = page.getByRole("dialog", { name: "Wipe the local data?" });
    await question.getByRole("button", { name: "Wipe local data" }).click();
    await expect(question).toBeHidden();
    await page.getByRole("link", { name: "Items" }).click();
    await expect(stateOf(page)).toHaveText("Connected");
    await expect(page.getByTestId("result-count")).toHaveText("119 items");
    expect(service.requests.entries.some(({ query }) => "updatedSince" in query)).toBe(false);
  });

  test("disconnecting is asked about, and returns to the first screen", async ({ page }) => {
    await page.getByRole("button", { name: "Disconnect" }).click();
    const question = page.getByRole("dialog", { name: "Disconnect from this service?" });
    await question.getByRole("button", { name: "Cancel" }).last().click();
    await expect(question).toBeHidden();
    await page.getByRole("button", { name: "Disconnect" }).click();
    await question.getByRole("button", { name: "Disconnect" }).click();
    await expect(page.getByRole("heading", { name: "Welcome to Stockdeck" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Welcome to Stockdeck" })).toBeVisible();
  });
});
