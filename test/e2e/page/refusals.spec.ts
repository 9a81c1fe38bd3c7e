import { expect, test } from "../fixtures.ts";
import { banner, cellsOf, connected, refresh, stateOf, statusBar } from "./steps.ts";

test.use({ items: 120 });
test.beforeEach(async ({ page, host, service }) => connected(page, host, service));

test("a revoked key: the rows stay readable, another key goes on", async ({ page, service }) => {
  service.setKeyState(service.key, "revoked");
  await refresh(page);
  const refused = banner(page, "The key was refused (401).");
  await expect(refused).toContainText("The service says: “The API key has been revoked.”");
  await expect(refused.getByRole("button", { name: "Copy request id" })).toBeVisible();
  await expect(stateOf(page)).toHaveText("Key refused");
  await expect(statusBar(page)).not.toContainText("next refresh");
  await expect(page.getByTestId("result-count")).toHaveText("120 items");
  await page.getByRole("searchbox").fill("film");
  await expect(page.getByTestId("result-count")).toHaveText(/^\d+ of 120 items$/);
  await page.getByRole("searchbox").fill("");

  const item = { id: [...service.company.items.all()][0]?.id ?? "", name: "Told to the new key" };
  service.company.upsertItem(item);
  await refused.getByRole("button", { name: "Replace key" }).click();
  await refused.getByLabel("New API key").fill(service.addKey());
  await refused.getByRole("button", { name: "Replace key" }).click();
  await expect(refused).toBeHidden();
  await expect(stateOf(page)).toHaveText("Connected");
  await expect(statusBar(page)).toContainText("next refresh in");
  await page.getByRole("searchbox").fill(item.name);
  await expect(cellsOf(page, "name")).toHaveText([item.name]);
});

test("a key that may not read: the service's own words, one for each reason", async ({ page, service }) => {
  for (const [state, words] of [
    ["inactive", "The company of this API key is not active."],
    ["not_pro", "The company of this API key is not on a Pro or Enterprise plan."],
    ["no_scope", "This API key lacks the scope to read inventory."],
  ] as const) {
    service.setKeyState(service.key, state);
    await refresh(page);
    const refused = banner(page, "The key may not read this inventory (403).");
    await expect(refused).toContainText(`The service says: “${words}”`);
    await expect(stateOf(page)).toHaveText("No access");
  }
  await expect(page.getByTestId("result-count")).toHaveText("120 items");
  service.setKeyState(service.key, "active");
  await refresh(page);
  await expect(stateOf(page)).toHaveText("Connected");
  await expect(banner(page, /403/)).toBeHidden();
});

test("a key revoked while somebody looks at a record is told by the same banner", async ({
  page,
  service,
}) => {
  service.setKeyState(service.key, "revoked");
  await page.locator('[data-cell="0:0"]').click();
  await expect(banner(page, "The key was refused (401).")).toBeVisible();
  await expect(page.getByRole("complementary")).toContainText("Could not be verified");
  await expect(page.getByRole("complementary").locator("dt")).toHaveCount(15);
});
