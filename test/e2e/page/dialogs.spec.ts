import type { Page } from "@playwright/test";
import { expect, tableTest as test } from "../fixtures.ts";
import { headerOf, rowsHere } from "./steps.ts";

/** A dialog, its screen, and the steps that open it there. */
interface Opener {
  readonly screen: string;
  readonly open: (page: Page) => Promise<void>;
}

const OPENERS: Readonly<Record<string, Opener>> = {
  "usual times and limits": {
    screen: "Checked out",
    open: (page) => page.getByRole("button", { name: "Usual times and limits…" }).click(),
  },
  "a holder's name": {
    screen: "Checked out",
    open: (page) =>
      page
        .getByRole("button", { name: /^Name holder/ })
        .first()
        .click(),
  },
  "an alert rule": {
    screen: "Alerts",
    open: (page) => page.getByRole("button", { name: "New rule…" }).click(),
  },
  "a confirmation in the settings": {
    screen: "Settings",
    open: (page) => page.getByRole("button", { name: "Wipe local data" }).click(),
  },
  "the export": {
    screen: "Items",
    open: (page) => page.keyboard.press("Control+e"),
  },
  "the command palette": {
    screen: "Items",
    open: (page) => page.keyboard.press("Control+k"),
  },
};

for (const [name, { screen, open }] of Object.entries(OPENERS)) {
  const tag = name === "usual times and limits" ? [] : ["@whole"];
  test(`the dialog for ${name} closes when the page's address changes`, { tag }, async ({ page }) => {
    const dialog = page.getByRole("dialog");
    const show = async (): Promise<void> => {
      await page.getByRole("link", { name: screen, exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name: screen, exact: true })).toBeVisible();
      await open(page);
      await expect(dialog).toBeVisible();
    };
    await page.getByRole("link", { name: "Locations", exact: true }).click();
    await show();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: "Locations" })).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await show();
    await page.evaluate(() => void (window.location.hash = "/units"));
    await expect(page.getByRole("heading", { level: 1, name: "Units" })).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });
}

test("two quick clicks on a heading count as two separate clicks", async ({ page }) => {
  await page.getByRole("link", { name: "Items", exact: true }).click();
  await rowsHere(page);
  const heading = headerOf(page, "Status");
  await heading.click();
  await expect(heading).toHaveAttribute("aria-sort", "ascending");
  await headerOf(page, "Location").dblclick({ delay: 0 });
  await expect(headerOf(page, "Location")).toHaveAttribute("aria-sort", "descending");
  // The third click removes the order.
  await heading.click({ clickCount: 3, delay: 0 });
  await expect(heading).toHaveAttribute("aria-sort", "none");
});
