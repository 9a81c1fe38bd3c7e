import { expect, test } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { exploreSample } from "./steps.ts";

test("one click on the sample data opens a complete table", async ({ page, host }) => {
  await exploreSample(page);
  await expect(page.getByText("Sample data", { exact: true })).toBeVisible();
  // The sample company begins with 5,000 items, and gets a few more in the course of time.
  await expect(async () => {
    const { totals } = await callHost(host.url, "getStatus");
    expect(totals.items).toBeGreaterThanOrEqual(5_000);
    const text = `${totals.items.toLocaleString("en")} items`;
    await expect(page.getByTestId("result-count")).toHaveText(text, { timeout: 1_000 });
  }).toPass({ timeout: 10_000 });
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
