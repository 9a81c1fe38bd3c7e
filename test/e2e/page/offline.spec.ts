import { expect, test } from "../fixtures.ts";
import { banner, connected, stateOf } from "./steps.ts";

test.use({ items: 120, ownHost: true });
test.beforeEach(async ({ page, host, service }) => connected(page, host, service));

test(
  "a banner says that the keychain asks for a password",
  { tag: "@whole" },
  async ({ page, host, service }) => {
    await page.goto("about:blank");
    await host.stop();
    await host.start({ default: "(the keychain asks for a password)" });
    await page.goto(host.itemsUrl);
    await expect(page.getByTestId("result-count")).toHaveText("120 items");
    await expect(stateOf(page)).toHaveText("Waiting for the key");
    const waiting = banner(page, "Not refreshing yet.");
    await expect(waiting).toContainText("It may be asking for a password.");
    await expect(banner(page, "There is no API key.")).toHaveCount(0);
    await waiting.getByRole("button", { name: "Enter a key" }).click();
    await waiting.getByLabel("New API key").fill(service.key);
    await waiting.getByRole("button", { name: "Replace key" }).click();
    await expect(stateOf(page)).toHaveText("Connected");
    await expect(waiting).toBeHidden();
  },
);

test(
  "a start without a keychain shows the saved rows and asks for the key",
  { tag: "@whole" },
  async ({ page, host, service }) => {
    await page.goto("about:blank");
    await host.stop();
    await host.start();
    await page.goto(host.itemsUrl);
    await expect(page.getByTestId("result-count")).toHaveText("120 items");
    const missing = banner(page, "There is no API key.");
    await missing.getByRole("button", { name: "Enter a key" }).click();
    await missing.getByLabel("New API key").fill(service.key);
    await missing.getByRole("button", { name: "Replace key" }).click();
    await expect(stateOf(page)).toHaveText("Connected");
    await expect(missing).toBeHidden();
  },
);
