import { expect } from "../test/e2e/fixtures.ts";
import { callHost } from "../test/e2e/host-client.ts";
import { banner, connectByForm, connectionSwitcher, refreshTo, stateOf } from "../test/e2e/page/steps.ts";
import { startSampleService } from "../test/service/index.ts";
import { firstScreen, scene } from "./shot-stage.ts";

const LONG_NAME = "Wrocław converting plant, second warehouse, leased rollstock";

firstScreen("the first pull", { tag: "@guide" }, async ({ page, service, ofGuide, shoot }) => {
  await shoot("onboarding", page.getByRole("heading", { name: "Welcome to Stockdeck" }));
  if (ofGuide) return;
  await connectByForm(page, { url: service.url, key: "mistyped" });
  await shoot("onboarding-error", page.getByRole("alert"));
  service.setFaults({ latencyMs: 900, onlyPath: "/inventory/items" });
  await connectByForm(page, service);
  await shoot("first-pull", page.getByText(/[4-9] pages so far/));
  await banner(page, "First pull:").getByRole("button", { name: "Cancel" }).click();
  await expect(stateOf(page)).toHaveText("Stopped");
  await shoot("first-pull-stopped");
  service.setFaults({ latencyMs: 0 });
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(stateOf(page)).toHaveText("Connected");
  await shoot("items");
});

firstScreen.extend({ hasPolicy: true })("a policy", async ({ page, host, service, shoot }) => {
  await shoot("onboarding-with-policy", page.getByText("Set by your administrator"));
  await page.getByLabel("API key", { exact: true }).fill(service.key);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("link", { name: "Settings" }).click();
  await shoot("settings-with-policy", banner(page, "Set by your administrator"));
  host.core.crashes.add({
    kind: "app",
    reason: "The run that began 2026-05-01T08:00:00.000Z did not end properly.",
  });
  host.core.crashes.add({ kind: "page", reason: "oom", exitCode: 5 });
  host.core.crashes.add({ kind: "defect", reason: "TypeError", defect: new TypeError("an example") });
  await page.getByRole("link", { name: "Diagnostics" }).click();
  await page.getByRole("button", { name: "Delete all" }).scrollIntoViewIfNeeded();
  await page.getByRole("heading", { name: "Versions" }).scrollIntoViewIfNeeded();
  await shoot("diagnostics-crashes");
});

scene("a second connection", async ({ page, shoot, shootBoth }) => {
  const second = await startSampleService({ items: 800, seed: 2 });
  await connectionSwitcher(page).click();
  await page.getByRole("menuitem", { name: "Add connection…" }).click();
  await shoot("add-connection", page.getByRole("heading", { name: "Add a connection" }));
  await connectByForm(page, second);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await expect(stateOf(page)).toHaveText("Connected");
  await connectionSwitcher(page).click();
  await page.getByRole("menuitem", { name: "Manage…" }).click();
  const rename = async (button: "first" | "last", name: string): Promise<void> => {
    await page.getByRole("button", { name: /^Edit/ })[button]().click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
    if (name === LONG_NAME) await shoot("connection-editor");
    await page.getByRole("button", { name: "Save" }).first().click();
    await page.getByRole("button", { name: `Edit ${name}` }).waitFor();
  };
  await rename("last", LONG_NAME);
  await rename("first", "Northern Films");
  await page.getByRole("link", { name: "Items" }).click();
  await connectionSwitcher(page).click();
  await shootBoth("connection-menu", page.getByRole("menuitemradio").first());
  await second.close();
});

scene("a key that is refused, and a key without a keyring", async ({ page, host, service, shoot }) => {
  host.hasKeyring = false;
  const other = service.addKey();
  service.setKeyState(other, "revoked");
  await callHost(host.url, "replaceKey", { key: other });
  await expect(stateOf(page)).toHaveText("Key refused");
  await shoot("unauthorized");
  await banner(page, "The key was refused").getByRole("button", { name: "Replace key" }).click();
  await shoot("unauthorized-replace");
  service.setKeyState(other, "not_pro");
  await refreshTo(page, "No access");
  await shoot("forbidden");
  service.setKeyState(other, "active");
  await refreshTo(page, "Connected");
  await shoot("key-of-the-session");
});

scene("the question after a key of another company", async ({ page, host, service, shoot, shootNarrow }) => {
  await callHost(host.url, "replaceKey", { key: service.addKey({ company: "other" }) });
  await expect(stateOf(page)).toHaveText("Needs an answer");
  await shoot("question-company");
  await shootNarrow("question");
});
