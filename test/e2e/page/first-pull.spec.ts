import { expect, test } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { banner, shownRows, stateOf } from "./steps.ts";

test.use({ items: 5_000, faults: { latencyMs: 1_200, onlyPath: "/inventory/items" } });

test("the first pull shows rows as pages arrive", async ({ page, host, service }) => {
  await callHost(host.url, "connect", { baseUrl: service.url, key: service.key });
  const pulling = banner(page, "First pull:");
  await expect(pulling).toContainText(/\d+ pages so far: \d[\d,]* items, 60 material types and 12 locations/);
  await expect(stateOf(page)).toHaveText("Syncing");
  await expect.poll(() => shownRows(page)).toBeGreaterThan(0);
  await expect(page.getByRole("gridcell").first()).toBeVisible();
  const early = await shownRows(page);
  await expect.poll(() => shownRows(page)).toBeGreaterThan(early);
  expect(await shownRows(page)).toBeLessThan(5_000);

  await pulling.getByRole("button", { name: "Cancel" }).click();
  const stopped = banner(page, "The first pull is not finished.");
  await expect(stopped).toContainText(/\d[\d,]* items.* have arrived so far/);
  await expect(stateOf(page)).toHaveText("Stopped");
  await expect(page.getByRole("contentinfo")).toContainText("Not complete yet");
  const kept = await shownRows(page);
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(5_000);

  service.setFaults({ latencyMs: 0 });
  await stopped.getByRole("button", { name: "Resume" }).click();
  await expect(stateOf(page)).toHaveText("Connected");
  await expect(page.getByTestId("result-count")).toHaveText("5,000 items");
  await expect(stopped).toBeHidden();
  await expect(pulling).toBeHidden();
});

test(
  "a failed first pull gives the reason, keeps its rows and can resume",
  { tag: "@whole" },
  async ({ page, host, service }) => {
    service.setFaults({ latencyMs: 0, skipRequests: 3, htmlNext: 1 });
    await callHost(host.url, "connect", { baseUrl: service.url, key: service.key });
    const stopped = banner(page, "The first pull is not finished.");
    await expect(stopped).toContainText("The answer is not JSON (text/html)");
    await expect(stateOf(page)).toHaveText("Refresh failed");
    await expect.poll(() => shownRows(page)).toBeGreaterThan(0);
    await stopped.getByRole("button", { name: "Resume" }).click();
    await expect(stateOf(page)).toHaveText("Connected");
    await expect(page.getByTestId("result-count")).toHaveText("5,000 items");
  },
);

test("the overview shows the first pull's progress above its content", async ({ page, host, service }) => {
  // The first page of items arrives late, so that the test can read the screen without items.
  service.setFaults({ latencyMs: 10_000 });
  await callHost(host.url, "connect", { baseUrl: service.url, key: service.key });
  await page.getByRole("link", { name: "Overview" }).click();
  const state = page.getByRole("status").filter({ hasText: "The first pull is under way:" });
  const empty = page.getByRole("heading", { name: "No items yet" });
  await expect(empty).toBeVisible();
  service.setFaults({ latencyMs: 1_200 });
  const [above, below] = await Promise.all([state.boundingBox(), empty.boundingBox()]);
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? NaN) + (above?.height ?? NaN));
});
