import { expect, test } from "../fixtures.ts";
import { exploreSample } from "./steps.ts";

test("one click on the sample data opens a complete table", async ({ page }) => {
  await exploreSample(page);
  await expect(page.getByText("Sample data", { exact: true })).toBeVisible();
  // The sample company has 5,000 items, and gets a few more in the course of time.
  await expect(page.getByTestId("result-count")).toHaveText(/^5,0\d\d items$/);
  await expect(page.getByRole("contentinfo")).toContainText(/Complete as of .*next refresh/);
});

test("the user tests and connects a service, and its rows arrive", async ({ page, service }) => {
  await page.getByLabel("Base URL").fill(service.url);
  await page.getByLabel("API key", { exact: true }).fill(service.key);
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByText(/The service answered in \d+ ms/)).toBeVisible();
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
  await expect(page.getByTestId("result-count")).toHaveText("400 items");
  await expect(page.locator("body")).not.toContainText(service.key);
});
