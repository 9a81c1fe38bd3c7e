import { expect, test } from "../fixtures.ts";
import { exploreSample } from "./steps.ts";

test("sample data: one click to a table that is complete", async ({ page }) => {
  await exploreSample(page);
  await expect(page.getByText("Sample data", { exact: true })).toBeVisible();
  await expect(page.getByTestId("result-count")).toContainText("5,000");
  await expect(page.getByRole("contentinfo")).toContainText(/Complete as of .*next refresh/);
});

test("an own service: test, connect, and rows arrive", async ({ page, service }) => {
  await page.getByLabel("Base URL").fill(service.url);
  await page.getByLabel("API key", { exact: true }).fill(service.key);
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByText(/The service answered in \d+ ms/)).toBeVisible();
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
  await expect(page.getByTestId("result-count")).toHaveText("400 items");
  await expect(page.locator("body")).not.toContainText(service.key);
});

test("what is wrong is said in different words", async ({ page, service }) => {
  const notice = page.getByRole("alert");
  const attempt = async (url: string, key: string): Promise<void> => {
    await page.getByLabel("Base URL").fill(url);
    await page.getByLabel("API key", { exact: true }).fill(key);
    await page.getByRole("button", { name: "Test connection" }).click();
  };
  await attempt("http://example.com", "k");
  await expect(page.getByText("Only https:// is safe for the key")).toBeVisible();
  await attempt(service.url, "not-a-key");
  await expect(notice).toContainText("The key was refused (401)");
  await expect(notice.getByRole("button", { name: "Copy request id" })).toBeVisible();
  await attempt("http://127.0.0.1:59998", "some-key");
  await expect(notice).toContainText("The connection was refused");
  service.setFaults({ htmlNext: 1 });
  await attempt(service.url, service.key);
  await expect(notice).toContainText("This is not the inventory API");
  await attempt(`${service.url}/some/page`, service.key);
  await expect(notice).toContainText("There is no inventory API at this address");
  service.setFaults({ redirectTo: "http://127.0.0.1:9/" });
  await attempt(service.url, service.key);
  await expect(notice).toContainText("The address redirects elsewhere");
  service.setFaults({ redirectTo: "" });
  for (const [state, words] of [
    ["inactive", "The company of this API key is not active."],
    ["not_pro", "not on a Pro or Enterprise plan."],
    ["no_scope", "lacks the scope to read inventory."],
  ] as const) {
    await attempt(service.url, service.addKey({ state }));
    await expect(notice).toContainText("The key may not read this inventory (403)");
    await expect(notice).toContainText(words);
  }
  expect(service.requests.count({ path: "/inventory/items" })).toBe(0);
});
