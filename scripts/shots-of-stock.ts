import type { Page } from "@playwright/test";
import type { Scene } from "./shot-stage.ts";
import { typeText } from "../test/e2e/typing.ts";

/** Data problems: the rows of a rule, muting a rule for a record, the import of low-stock thresholds. */
export const STOCK_SCENE: Scene = async ({ page, shoot, shootNarrow }) => {
  await page.getByRole("link", { name: "Data problems" }).click();
  await page.getByRole("button", { name: "No location", exact: true }).click();
  await page.getByRole("button", { name: /^Open all \d+ in Items$/ }).waitFor();
  await shoot("data-problems");
  await shootNarrow("data-problems-narrow");
  await page
    .getByRole("button", { name: /^Mute “No location” for/ })
    .first()
    .click();
  await page.getByLabel("Reason").fill("In transit to the new hall");
  await shoot("data-problems-mute");
  await page.getByRole("button", { name: "Mute", exact: true }).click();
  await page.getByRole("heading", { name: "Muted for single records" }).scrollIntoViewIfNeeded();
  await shoot("data-problems-muted");
  await page.getByRole("button", { name: /^Unmute/ }).click();
  await importThresholds(page, shoot);
  await page.getByRole("link", { name: "Items" }).click();
};

async function importThresholds(page: Page, shoot: Parameters<Scene>[0]["shoot"]): Promise<void> {
  await page.getByRole("link", { name: "Material types" }).click();
  const names = page.locator('[role="gridcell"][data-field="name"]');
  await names.nth(3).waitFor();
  const [first = "", second = ""] = await names.allTextContents();
  await page.keyboard.press("ControlOrMeta+k");
  await typeText(page, "low-stock thresholds");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Import low-stock thresholds" });
  const text = [
    "type,below,measure",
    `"${first}",40,items`,
    `"${second}",1200,length`,
    `"${first}",50,items`,
    "No such type,5,items",
    "",
  ];
  const file = { name: "thresholds.csv", mimeType: "text/csv", buffer: Buffer.from(text.join("\n")) };
  await dialog.locator("input[type=file]").setInputFiles(file);
  await dialog.getByText("thresholds.csv").waitFor();
  await shoot("thresholds-import");
  await page.keyboard.press("Escape");
}
