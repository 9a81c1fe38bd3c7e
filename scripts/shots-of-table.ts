import type { Page } from "@playwright/test";
import { refresh, type Scene } from "./shot-stage.ts";

/** The table of all items: its own menus, pending rows, totals, pinned columns and row heights. */
export const TABLE_SCENE: Scene = async ({ page, service, shoot }) => {
  await page.getByRole("link", { name: "Items" }).click();
  const header = (label: string) => page.getByRole("columnheader", { name: label, exact: true });
  await header("Location").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Hide" }).waitFor();
  await shoot("header-menu");
  await page.keyboard.press("Escape");
  await page.locator('[data-cell="3:2"]').click({ button: "right" });
  await page.getByRole("menuitem", { name: /^Copy/ }).first().waitFor();
  await shoot("cell-menu");
  await page.keyboard.press("Escape");
  for (const [label, side] of [
    ["Status", "left"],
    ["Updated", "right"],
  ] as const) {
    await header(label).scrollIntoViewIfNeeded();
    await header(label).click({ button: "right" });
    await page.getByRole("menuitem", { name: new RegExp(`pin.*${side}`, "i") }).click();
  }
  await shoot("pinned-columns");
  for (const height of ["Compact", "Comfortable"] as const) {
    await setRowHeight(page, height);
    await shoot(`rows-${height.toLowerCase()}`);
  }
  await setRowHeight(page, "Normal");
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await page.getByRole("button", { name: "Reset columns" }).click();
  await page.keyboard.press("Escape");

  // Weights change in place. A row that would move waits while the pointer is over the rows.
  const [first] = await page.locator('[data-cell="0:0"]').allTextContents();
  await page.locator('[data-cell="5:0"]').hover();
  for (const { id } of [...service.company.items.all()].slice(0, 400))
    service.company.upsertItem({ id, weight: 4.25 });
  const moved = [...service.company.items.all()].find(({ name }) => name === first);
  service.company.upsertItem({ id: moved?.id ?? "", remainingLength: 900 });
  await refresh(page);
  await page.getByRole("button", { name: /apply \(R\)$/ }).waitFor();
  await shoot("held-rows");
  await page.keyboard.press("r");
  await page.getByRole("button", { name: "Totals" }).click();
  await page.locator('[data-cell="2:0"]').focus();
  await page.keyboard.press("Control+a");
  await page.getByRole("region", { name: "Totals" }).getByText("Sum").waitFor();
  await shoot("totals");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Totals" }).click();
  await page.mouse.move(0, 0);
};

/** The screens of a system that asks for high contrast: a table with filters, a menu and details. */
export const CONTRAST_SCENE: Scene = async ({ page, shoot }) => {
  await page.emulateMedia({ contrast: "more", forcedColors: "active" });
  await shoot("contrast-items");
  await page.getByRole("columnheader", { name: "Status", exact: true }).click({ button: "right" });
  await shoot("contrast-header-menu");
  await page.keyboard.press("Escape");
  await page.locator('[data-cell="3:0"]').click();
  await page.getByText(/^Verified at /).waitFor();
  await shoot("contrast-details");
  await page.getByRole("complementary").locator("dd[data-kind=reference] a").last().click();
  await page.getByRole("region", { name: "Items by status" }).waitFor();
  await shoot("contrast-page");
  await page.emulateMedia({ contrast: null, forcedColors: null });
  await shoot("type-page");
  await page.getByRole("link", { name: "Items" }).click();
};

async function setRowHeight(page: Page, height: string): Promise<void> {
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await page.getByRole("radiogroup", { name: "Row height" }).getByText(height, { exact: true }).click();
  await page.keyboard.press("Escape");
}
