import { dismissMessages, refresh, type Scene } from "./shot-stage.ts";
import { setDigestUp } from "./shots-of-mail.ts";

/** The alerts: the inbox with one open, the rules, the dialog of a rule, the settings; then no rule again. */
export const ALERTS_SCENE: Scene = async ({ page, service, shoot, shootNarrow }) => {
  await page.getByRole("link", { name: /^Alerts/ }).click();
  await page.getByRole("heading", { name: "No rule yet" }).waitFor();
  await shoot("alerts-none");
  await page.getByRole("button", { name: "New rule…" }).click();
  const dialog = page.getByRole("dialog", { name: "New alert rule" });
  await dialog.getByRole("combobox", { name: "Watch" }).click();
  await page.getByRole("option", { name: "The count or a sum of a view" }).click();
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await dialog.getByText("Choose a saved view.").waitFor();
  await shoot("alert-rule");
  await dialog.getByRole("combobox", { name: "Watch" }).click();
  await page.getByRole("option", { name: "Items out longer than usual" }).click();
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("link", { name: /^Items/ }).click();
  const cell = page.locator('[data-cell="2:0"]');
  const name = (await cell.textContent()) ?? "";
  await cell.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Alert me when this changes…" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("The roll at the saw");
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await dialog.waitFor({ state: "hidden" });
  const item = [...service.company.items.all()].find((known) => known.name === name);
  if (item) service.company.upsertItem({ id: item.id, weight: 12.5, remainingLength: 41.25 });
  await refresh(page);
  await page.getByRole("link", { name: /^Alerts/ }).click();
  const alerts = page.getByRole("list", { name: "Alerts" });
  const second = alerts.locator("[data-alert]").nth(1);
  // A scheduled refresh that was already running may miss the change.
  for (let tries = 0; tries < 5 && !(await second.isVisible()); tries += 1) {
    await second.waitFor({ timeout: 5_000 }).catch(() => refresh(page));
  }
  await second.waitFor();
  await shoot("alerts");
  await alerts.locator("[data-alert]").first().click();
  await shoot("alert-open");
  await shootNarrow("alert-open");
  await page.getByText("Rules", { exact: true }).click();
  await page.getByRole("list", { name: "Rules" }).waitFor();
  await shoot("alert-rules");
  await page.getByRole("link", { name: "Settings" }).click();
  const settings = page.getByRole("region", { name: "Alerts" });
  const quiet = settings.getByRole("switch", { name: "Quiet hours" });
  await quiet.check();
  await settings.getByLabel("From").scrollIntoViewIfNeeded();
  await shoot("settings-alerts");
  await quiet.uncheck();
  await setDigestUp(page);
  await shoot("digest");
  await settings.getByRole("button", { name: "Open the rules" }).click();
  const remove = page.getByRole("button", { name: /^Delete: / });
  await remove.first().waitFor();
  while ((await remove.count()) > 0) {
    const left = await remove.count();
    await remove.first().click();
    await page.waitForFunction(
      (count) => document.querySelectorAll('[aria-label^="Delete: "]').length < count,
      left,
    );
  }
  await dismissMessages(page);
  await page.getByRole("link", { name: "Items" }).click();
};
