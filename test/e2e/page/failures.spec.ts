import { expect, test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { banner, cellsOf, connected, refresh, stateOf, statusBar } from "./steps.ts";

test.use({ items: 120 });
test.beforeEach(async ({ page, host, service }) => connected(page, host, service));

test("429: a countdown to the end of the wait, then it goes on by itself", async ({ page, service }) => {
  service.setFaults({ tooManyNext: 1, retryAfter: "3" });
  await refresh(page);
  await expect(stateOf(page)).toHaveText("Rate-limited");
  await expect(statusBar(page)).toContainText(/rate-limited until .+ \([1-4] s\)/);
  await expect(stateOf(page)).toHaveText("Connected");
  await expect(statusBar(page)).not.toContainText("rate-limited");
});

test("429 with Retry-After: 30 is waited out, and nothing is sent meanwhile", async ({ page, service }) => {
  service.setFaults({ tooManyNext: 1, retryAfter: "30" });
  service.requests.clear();
  await refresh(page);
  await expect(statusBar(page)).toContainText(/rate-limited until .+ \((2\d|3[0-4]) s\)/);
  await expect(page.getByRole("button", { name: "Refresh" })).toBeDisabled();
  await refresh(page);
  await page.locator('[data-cell="0:0"]').click();
  await expect(page.getByRole("complementary")).toContainText(/Could not be verified: .*limit/);
  expect(service.requests.total).toBe(1);
});

test("500s are tried again, and then said with the request id", async ({ page, service }) => {
  service.setFaults({ serverErrorNext: 1 });
  await refresh(page);
  await expect(stateOf(page)).toHaveText("Retrying");
  await expect(statusBar(page)).toContainText(/trying again in \d+ s/);
  await expect(stateOf(page)).toHaveText("Connected");

  service.setFaults({ serverErrorNext: 4, serverErrorStatus: 503 });
  await refresh(page);
  await expect(stateOf(page)).toHaveText("Refresh failed", { timeout: 20_000 });
  await expect(statusBar(page)).toContainText("The service answered with an error of its own (503).");
  await expect(statusBar(page).getByRole("button", { name: "Copy request id" })).toBeVisible();
  await expect(statusBar(page)).toContainText("next refresh in");
  await refresh(page);
  await expect(stateOf(page)).toHaveText("Connected");
  await expect(statusBar(page)).not.toContainText("503");
});

test("an answer that is not this API's fails at once and harms nothing", async ({ page, service }) => {
  service.setFaults({ htmlNext: 1 });
  await refresh(page);
  await expect(stateOf(page)).toHaveText("Refresh failed");
  const unusable = banner(page, "The service's answer cannot be used.");
  await expect(unusable).toContainText("The answer is not JSON (text/html)");
  await expect(unusable).toContainText("check that no login page or gateway stands in between");
  await expect(statusBar(page)).toContainText("next refresh in");
  await expect(page.getByTestId("result-count")).toHaveText("120 items");
  await refresh(page);
  await expect(stateOf(page)).toHaveText("Connected");
  await expect(unusable).toBeHidden();
});

test("pages that go round in a circle: what is wrong, with the request id, over rows that stay", async ({
  page,
  service,
}) => {
  service.setFaults({ cursorFault: "cycle1", onlyPath: "/inventory/items" });
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("Page size (records)").fill("50");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Run a full check now" }).click();
  await page.getByRole("link", { name: "Items" }).click();
  const circle = banner(page, "The service's answer cannot be used.");
  await expect(circle).toContainText("a cursor came a second time");
  await expect(circle).toContainText("Stockdeck tries again at the next refresh");
  await expect(circle.getByRole("button", { name: "Copy request id" })).toHaveAttribute("title", /^\S{6,}$/);
  await expect(stateOf(page)).toHaveText("Refresh failed");
  await page.getByRole("searchbox").fill("film");
  await expect(page.getByTestId("result-count")).toHaveText(/^\d+ of 120 items$/);
  await expectAccessible(page, "[data-banner]");

  service.setFaults({ cursorFault: "none", onlyPath: "" });
  await refresh(page);
  await expect(stateOf(page)).toHaveText("Connected");
  await expect(circle).toBeHidden();
});

test("stale after three missed refreshes, in words, until one succeeds", async ({ page, service }) => {
  const stale = page.getByTestId("staleness");
  service.setFaults({ htmlNext: 1 });
  await refresh(page);
  await expect(stateOf(page)).toHaveText("Refresh failed");
  // The interval is a minute; the page's clock alone decides what it says of an age.
  await page.clock.setFixedTime(Date.now() + 2 * 60_000);
  await expect(statusBar(page)).toContainText(/Complete as of .+ \(2 min ago\)/);
  await expect(stale).toBeHidden();
  await page.clock.setFixedTime(Date.now() + 4 * 60_000);
  await expect(stale).toHaveText("stale: the last complete refresh was 4 min ago; three were missed");
  await page.getByRole("searchbox").fill("film");
  await expect(page.getByTestId("result-count")).toHaveText(/^\d+ of 120 items$/);
  await expectAccessible(page, "footer");
  await page.clock.setFixedTime(Date.now());
  await refresh(page);
  await expect(stateOf(page)).toHaveText("Connected");
  await expect(stale).toBeHidden();
});

test("malformed records are set aside, counted, and spoil nothing else", async ({ page, service }) => {
  service.setFaults({
    malformedRecords: ["no_id", "numeric_id", "wrong_types"],
    onlyPath: "/inventory/items",
  });
  const [first] = service.company.items.all();
  service.company.upsertItem({ id: first?.id ?? "", name: "Whole among the broken" });
  await refresh(page);
  await expect(statusBar(page)).toContainText("3 malformed records set aside");
  await expect(stateOf(page)).toHaveText("Connected");
  await expect(page.getByTestId("result-count")).toHaveText("120 items");
  await page.getByRole("searchbox").fill("Whole among the broken");
  await expect(cellsOf(page, "name")).toHaveText(["Whole among the broken"]);
});
