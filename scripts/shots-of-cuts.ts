import type { Page } from "@playwright/test";
import { refresh, type Scene } from "./shot-stage.ts";

/** The cut finder: empty, a plan, what cannot be read, what is not in stock, and a saved plan whose rolls changed. */
export const CUTS_SCENE: Scene = async ({ page, service, shoot, shootBoth }) => {
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("combobox", { name: "Go to a command, a view or a record" });
  await palette.fill("find rolls for cuts");
  await page.getByRole("option", { name: /Find rolls for cuts…/ }).waitFor();
  await page.keyboard.press("Enter");
  const type = page.getByRole("combobox", { name: "Material type" });
  await type.fill("PA film 15");
  await shoot("cut-finder-empty");
  await page
    .getByRole("option", { name: /^PA film 15/ })
    .first()
    .click();
  await fillCuts(page, "3 × 12.5, 1 × 40, 12 × 31.2, 4 x 7");
  const plan = page.getByRole("region", { name: "Plan", exact: true });
  await plan.getByRole("row").nth(1).waitFor();
  await shootBoth("cut-finder");
  await fillCuts(page, "12,5");
  await shoot("cut-finder-unreadable");
  await fillCuts(page, "2 × 5000 and 4 × 80");
  await plan.getByText(/^No roll is long enough/).waitFor();
  await shoot("cut-finder-out-of-stock");
  await fillCuts(page, "3 × 12.5 and 1 × 40");
  await plan.getByText(/left over$/).waitFor();
  await plan.getByRole("button", { name: "Save plan…" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Order 4711");
  await shoot("cut-finder-save");
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: "Order 4711" }).click();
  await page.getByText("All rolls are as they were when this plan was made.").waitFor();
  await shoot("cut-plan");
  const link = page.getByRole("region", { name: "Order 4711" }).getByRole("link").first();
  const id = new URLSearchParams((await link.getAttribute("href"))?.split("?").at(-1)).get("record");
  const roll = { id: id ?? "" };
  service.company.upsertItem({ ...roll, status: "checked_out", checkedOutToUserId: "usr_1" });
  await refresh(page);
  await page.getByText("1 roll changed since").waitFor();
  await shoot("cut-plan-changed");
  service.company.upsertItem({ ...roll, status: "available", checkedOutToUserId: null });
  await refresh(page);
  await page.getByText("All rolls are as they were when this plan was made.").waitFor();
  await page.getByRole("link", { name: "Back to the cut finder" }).click();
  await page.getByRole("button", { name: "Delete Order 4711" }).click();
  await page.getByRole("link", { name: /^Items/ }).click();
};

const fillCuts = (page: Page, text: string): Promise<void> =>
  page.getByRole("textbox", { name: "Cuts" }).fill(text);
