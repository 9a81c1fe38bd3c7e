import type { Scene } from "./shot-stage.ts";

/** As a record's own window opens in the app, and as small as it becomes. */
const RECORD_WINDOW = { width: 480, height: 760 };
const SMALLEST = { width: 380, height: 320 };

/** A record in a window of its own, and the ways there. */
export const WINDOWS_SCENE: Scene = async ({ page, shoot }) => {
  await page.locator('[data-cell="3:0"]').click();
  await page.getByText(/^Verified at /).waitFor();
  await page.locator('[data-cell="3:0"]').press("F2");
  await page.getByRole("menuitem", { name: "Open in its own window" }).waitFor();
  await shoot("cell-menu-own-window");
  const opening = page.context().waitForEvent("page");
  await page.getByRole("menuitem", { name: "Open in its own window" }).click();
  const record = await opening;
  await record.setViewportSize(RECORD_WINDOW);
  await record.getByText(/^Verified at /).waitFor();
  await shoot("record-window", record);
  await record.getByRole("button", { name: "Raw JSON" }).scrollIntoViewIfNeeded();
  await shoot("record-window-end", record);
  await record.getByRole("button", { name: "Export this item" }).click();
  await record.getByRole("dialog", { name: "Export" }).waitFor();
  await shoot("record-window-export", record);
  await record.keyboard.press("Escape");
  await record.setViewportSize(SMALLEST);
  await shoot("record-window-smallest", record);
  await record.setViewportSize(RECORD_WINDOW);
  // An address of another connection's record, as its window has while that is not open.
  await record.goto(record.url().replace(/profile=[^&]+/, "profile=elsewhere"));
  await record.getByRole("button", { name: "Close" }).waitFor();
  await shoot("record-window-other-connection", record);
  await record.close();
  await page.getByRole("button", { name: "Close details" }).click();
};
