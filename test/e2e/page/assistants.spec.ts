import type { Page } from "@playwright/test";
import { expect, tableTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";

const sectionOf = (page: Page) => page.getByRole("region", { name: "Assistants", exact: true });
const allowOf = (page: Page) =>
  sectionOf(page).getByRole("switch", { name: "Let assistants read the connections of this computer" });
const namesOf = (page: Page) => sectionOf(page).getByRole("switch", { name: "Include the names of holders" });

test.beforeEach(({ page }) => page.getByRole("link", { name: "Settings" }).click());

test("the user allows assistants and copies the configuration by mouse", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await expect(allowOf(page)).not.toBeChecked();
  await expect(namesOf(page)).toBeHidden();
  await allowOf(page).click();
  await expect(namesOf(page)).not.toBeChecked();
  await namesOf(page).click();
  await expect(namesOf(page)).toBeChecked();
  await sectionOf(page).getByRole("button", { name: "Copy configuration" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/"mcpServers": \{\s+"stockdeck": \{[^]+"mcp"/);
  await expectAccessible(page, "[aria-label=Assistants]");
  await page.reload();
  await expect(namesOf(page)).toBeChecked();
  await allowOf(page).click();
  await expect(sectionOf(page).getByRole("button", { name: "Copy configuration" })).toBeHidden();
});

test(
  "the user allows assistants and copies the configuration by keyboard",
  { tag: "@whole" },
  async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await allowOf(page).focus();
    await page.keyboard.press("Space");
    await expect(allowOf(page)).toBeChecked();
    const copy = sectionOf(page).getByRole("button", { name: "Copy configuration" });
    await expect(copy).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(namesOf(page)).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(sectionOf(page).getByRole("region")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(copy).toBeFocused();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('"mcp"');
  },
);
