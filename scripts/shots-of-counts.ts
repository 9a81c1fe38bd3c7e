import type { Page } from "@playwright/test";
import type { Scene } from "./shot-stage.ts";

/** Counts: none yet, an open one, its result, and a blind one. */
export const COUNTS_SCENE: Scene = async ({ page, shoot, shootNarrow }) => {
  await page.getByRole("link", { name: "Counts" }).click();
  await page.getByRole("heading", { name: "No counts yet" }).waitFor();
  await shoot("no-counts");
  await beginCount(page, false);
  const list = page.getByRole("region", { name: "Expected items" });
  for (let row = 0; row < 3; row += 1) {
    await list.getByRole("checkbox").nth(row).click();
    await list
      .getByRole("button", { name: /^Measure/ })
      .nth(row)
      .waitFor();
  }
  await shoot("open-count");
  await shootNarrow("open-count");
  await closeCount(page);
  await shoot("closed-count");
  await shootNarrow("closed-count");
  await page.getByRole("link", { name: "All counts" }).click();
  await beginCount(page, true);
  await shoot("blind-count");
  await page.getByRole("link", { name: "All counts" }).click();
  await page.getByRole("table", { name: "Counts of this connection" }).waitFor();
  await shoot("counts");
  await page.getByRole("link", { name: "Items" }).click();
};

async function beginCount(page: Page, blind: boolean): Promise<void> {
  await page.getByRole("button", { name: "Start a count…" }).click();
  const dialog = page.getByRole("dialog", { name: "Start a count" });
  await dialog.getByRole("textbox", { name: "Location" }).or(dialog.getByRole("combobox")).first().click();
  await page.getByRole("option").first().click();
  await dialog.getByRole("status").waitFor();
  if (blind) await dialog.getByRole("checkbox", { name: "Blind count" }).check();
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("textbox", { name: "Id or name of an item" }).waitFor();
}

/** Closes the open count on screen, and waits for its result. */
export async function closeCount(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Close the count…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close the count…" }).click();
  await page.getByRole("table", { name: "Result" }).waitFor();
}
