import { expect, test } from "../fixtures.ts";
import { exploreSample } from "./steps.ts";

test("sample data: one click to a table that is complete", async ({ page }) => {
  await exploreSample(page);
  await expect(page.getByText("Sample data", { exact: true })).toBeVisible();
  await expect(page.getByTestId("result-count")).toContainText("5,000");
  await expect(page.getByRole("contentinfo")).toContainText(/Complete as of .*next refresh/);
});

test("an own service: test, connect, and rows arrive", async ({ page, sample }) => {
  await page.getByLabel("Base URL").fill(sample.url);
  await page.getByLabel("API key", { exact: true }).fill(sample.key);
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByText(/The service answered in \d+ ms/)).toBeVisible();
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
  await expect(page.getByTestId("result-count")).toContainText("5,000");
  await expect(page.locator("body")).not.toContainText(sample.key);
});

test("what is wrong is said in different words", async ({ page, sample }) => {
  const notice = page.getByRole("alert");
  const attempt = async (url: string, key: string): Promise<void> => {
    await page.getByLabel("Base URL").fill(url);
    await page.getByLabel("API key", { exact: true }).fill(key);
    await page.getByRole("button", { name: "Test connection" }).click();
  };
  await attempt("http://example.com", "k");
  await expect(page.getByText("Only https:// is safe for the key")).toBeVisible();
  await attempt(sample.url, "not-a-key");
  await expect(notice).toContainText("The key was refused (401)");
  await expect(notice.getByRole("button", { name: "Copy request id" })).toBeVisible();
  await attempt("http://127.0.0.1:59998", "some-key");
  await expect(notice).toContainText("The connection was refused");
  await attempt("https://no-such-host.invalid", "some-key");
  await expect(notice).toContainText(/No such host|No answer|Offline/);
});
