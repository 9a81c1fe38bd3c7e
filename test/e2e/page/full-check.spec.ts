import type { SampleService } from "../../../electron/sample-service/index.ts";
import { expect, test } from "../fixtures.ts";
import { callHost, waitForStatus } from "../host-client.ts";
import { banner, chooseView, connected, refresh, stateOf, statusBar } from "./steps.ts";

test.use({ items: 200 });
test.beforeEach(async ({ page, host, service }) => connected(page, host, service));

const removeItems = (service: SampleService, count: number): void => {
  for (const { id } of [...service.company.items.all()].slice(0, count)) service.company.removeItem(id);
};

test("a full check, asked for in Settings, hides what the service no longer has", async ({
  page,
  service,
}) => {
  removeItems(service, 4);
  await refresh(page);
  await expect(page.getByTestId("result-count")).toHaveText("200 items");
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Run a full check now" }).click();
  await expect(page.getByText("4 rows no longer returned")).toBeVisible();
  await page.getByRole("link", { name: "Items" }).click();
  await expect(page.getByTestId("result-count")).toHaveText("196 items");
  // Those that are gone are no part of the others, and nothing is counted against them.
  await chooseView(page, "No longer returned");
  await expect(page.getByTestId("result-count")).toHaveText("4 of the items");
  await expect(page.getByTestId("filter-summary")).toContainText("1 filter on");
});

test("when the last full check was is always on screen, and what of it is still to be asked for in the diagnostics", async ({
  page,
  service,
}) => {
  await expect(statusBar(page).getByText(/^Last full check \d/)).toBeInViewport({ ratio: 1 });
  removeItems(service, 4);
  service.setFaults({ onlyPath: "/inventory/items/", serverErrorNext: 10 });
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Run a full check now" }).click();
  await expect(stateOf(page)).toHaveText("Refresh failed", { timeout: 30_000 });
  await page.getByRole("link", { name: "Diagnostics" }).click();
  const now = page.getByRole("region", { name: "Right now", exact: true });
  await expect(now).toContainText("4 rows still to be checked one by one, up to 250 with each refresh");
  service.setFaults({ onlyPath: "", serverErrorNext: 0 });
  await refresh(page);
  await expect(now).toContainText("All rows checked");
  await page.getByRole("link", { name: "Items" }).click();
  await expect(page.getByTestId("result-count")).toHaveText("196 items");
});

test("many removals are a question first: nothing changes until it is answered", async ({
  page,
  host,
  service,
}) => {
  removeItems(service, 20);
  await callHost(host.url, "syncNow", { full: true });
  const question = banner(page, "The service no longer returns 20 of 200 items.");
  await expect(question).toContainText("Nothing was changed.");
  // What is new comes all the same.
  await expect(statusBar(page).getByRole("button", { name: "Refresh" })).toBeEnabled();
  await expect(page.getByTestId("result-count")).toHaveText("200 items");
  await question.getByRole("button", { name: "Not now" }).click();
  await expect(question).toBeHidden();
  await expect(page.getByTestId("result-count")).toHaveText("200 items");

  await callHost(host.url, "syncNow", { full: true });
  await question.getByRole("button", { name: "They were removed: hide them" }).click();
  await expect(question).toBeHidden();
  await expect(page.getByTestId("result-count")).toHaveText("180 items");
  await expect(stateOf(page)).toHaveText("Connected");
});

test("another company's key: the rows stay, and the other company gets a connection of its own", async ({
  page,
  host,
  service,
}) => {
  await callHost(host.url, "replaceKey", { key: service.addKey({ company: "other" }) });
  const question = banner(page, "Is this another company's key?");
  await expect(question).toContainText("nothing is refreshed until you answer");
  await expect(stateOf(page)).toHaveText("Needs an answer");
  // No refresh could bring anything: whatever would ask for one says so.
  const reason = "Nothing is refreshed until you say whether the key is another company's";
  const button = statusBar(page).getByRole("button", { name: "Refresh" });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAttribute("title", reason);
  await refresh(page);
  await expect(page.getByRole("alert").filter({ hasText: `${reason}.` })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("refresh now");
  const entry = page.getByRole("option", { name: /^Refresh now/ });
  await expect(entry).toBeDisabled();
  await expect(entry).toContainText(reason);
  const isCut = await entry.getByText(reason).evaluate((text) => text.scrollWidth > text.clientWidth);
  expect(isCut, "the reason is cut").toBe(false);
  await page.keyboard.press("Enter");
  await expect(entry).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("result-count")).toHaveText("200 items");
  await question.getByRole("button", { name: "Another company: keep both" }).click();
  await expect(question).toBeHidden();
  await waitForStatus(host.url, ({ state, totals }) => state === "idle" && totals.items === 40);
  await expect(page.getByTestId("result-count")).toHaveText("40 items");
  const { profiles, current } = await callHost(host.url, "listProfiles");
  expect(profiles).toHaveLength(2);
  expect(profiles[1]?.profileId).toBe(current);
});

test("a service whose clock is far off is told in words", async ({ page, service }) => {
  await expect(statusBar(page)).not.toContainText("clock");
  service.setFaults({ dateSkewMs: 600_000 });
  await refresh(page);
  await expect(statusBar(page)).toContainText(/The service's clock is (9|10) min ahead of this computer's/);
});
