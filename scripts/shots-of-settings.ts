import { blankUpdate } from "../shared/features/updates/updates.ts";
import { expect } from "../test/e2e/fixtures.ts";
import { lowStockAlert, openRuleOfView } from "../test/e2e/page/alert-steps.ts";
import { closeCount } from "../test/e2e/page/count-steps.ts";
import { banner, cellsOf, command, importFile, openSetting, refresh } from "../test/e2e/page/steps.ts";
import { dismissMessages, scene } from "./shot-stage.ts";

const PEOPLE = [
  "Ayşe Yılmaz,Print",
  "Bo Lindqvist,Print",
  "Chiamaka Okonkwo,Lamination",
  "Δημήτρης Παπαδόπουλος,Slitting",
  "A holder whose name is as long as anybody would want it to be,Night shift of the second converting hall",
];
const REFUSED =
  "The update was refused: its description is not signed by the publisher of this Stockdeck. It may have been changed on its way.";

scene("names of holders", async ({ page, shoot, shootNarrow }) => {
  const search = page.getByRole("searchbox");
  await search.fill("usr_");
  const holders = cellsOf(page, "checkedOutToUserId");
  await holders.filter({ hasText: "usr_" }).first().click({ button: "right" });
  await shoot("cell-menu-holder");
  await page.getByRole("menuitem", { name: "Name this holder…" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Anna Meyer");
  await page.getByRole("textbox", { name: "Note" }).fill("Desk 5 in hall 2, phone 114");
  await shoot("name-dialog");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await openSetting(page, "Open names");
  const cells = page.getByRole("cell", { name: /^usr_/ });
  await cells.nth(PEOPLE.length).waitFor();
  const [, ...ids] = await cells.allTextContents();
  const lines = PEOPLE.map((person, at) => `${ids[at] ?? ""},${person}\n`);
  const more = `${ids[0] ?? ""},Somebody else,\n,Nobody,\nusr_left,Carl Peeters,Print\n`;
  await page.getByRole("button", { name: "Import…" }).click();
  const dialog = page.getByRole("dialog", { name: "Import names" });
  await importFile(dialog, "people.csv", `id,name,team\n${lines.join("")}${more}`);
  await shoot("names-import");
  await dialog.getByRole("button", { name: /^Import \d/ }).click();
  await expect(dialog).toBeHidden();
  await dismissMessages(page);
  await shoot("names");
  await shootNarrow("names-narrow");
  await search.fill("nobody of that name");
  await shoot("names-no-match");
  await page.getByRole("link", { name: "Items" }).click();
  await shoot("items-named-holders", holders.filter({ hasText: "Anna Meyer" }).first());
});

scene("alerts and their rules", async ({ page, host, service, shoot, shootBoth }) => {
  await page.getByRole("link", { name: /^Alerts/ }).click();
  await shoot("alerts-none", page.getByRole("heading", { name: "No rule yet" }));
  const dialog = await openRuleOfView(page);
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await shoot("alert-rule", dialog.getByText("Choose a saved view."));
  await page.keyboard.press("Escape");
  await lowStockAlert(host, service);
  await page.getByRole("link", { name: /^Items/ }).click();
  const cell = page.locator('[data-cell="2:0"]');
  const name = (await cell.textContent()) ?? "";
  await cell.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Alert me when this changes…" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("The roll at the saw");
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await expect(dialog).toBeHidden();
  const item = [...service.company.items.all()].find((known) => known.name === name);
  service.company.upsertItem({ id: item?.id ?? "", weight: 12.5, remainingLength: 41.25 });
  await refresh(page);
  await page.getByRole("link", { name: /^Alerts/ }).click();
  const alerts = page.getByRole("list", { name: "Alerts" }).locator("[data-alert]");
  await shoot("alerts", alerts.nth(1));
  await alerts.first().click();
  await shootBoth("alert-open");
  await page.getByText("Rules", { exact: true }).click();
  await shoot("alert-rules", page.getByRole("list", { name: "Rules" }));
  await page.getByRole("link", { name: "Settings" }).click();
  const settings = page.getByRole("region", { name: "Alerts", exact: true });
  await settings.getByRole("switch", { name: "Quiet hours" }).check();
  await settings.getByLabel("From").scrollIntoViewIfNeeded();
  await shoot("settings-alerts");
});

scene("the settings and a question", async ({ page, shoot }) => {
  await page.getByRole("link", { name: "Settings" }).click();
  await shoot("settings", banner(page, "Updates").getByRole("button", { name: "Check now" }));
  await page.getByRole("button", { name: "Wipe local data" }).click();
  await shoot("settings-question", page.getByRole("dialog"));
});

scene("updates", async ({ page, host: { updates }, shoot, shootBoth }) => {
  await page.getByRole("link", { name: "Settings" }).click();
  const section = page.getByRole("region", { name: "Updates", exact: true });
  const offer = { step: "available", version: "1.3.0", lastCheck: new Date().toISOString() } as const;
  updates.set(offer);
  const notice = banner(page, "Stockdeck 1.3.0 is available.");
  await notice.waitFor();
  await section.scrollIntoViewIfNeeded();
  await shootBoth("update-available");
  await notice.getByRole("button", { name: "Download" }).click();
  await shoot("update-downloading", banner(page, "Stockdeck 1.3.0 is being downloaded."));
  updates.set({ step: "ready" });
  await shoot("update-ready", banner(page, "Stockdeck 1.3.0 is ready."));
  updates.set({ ...blankUpdate("notify"), ...offer });
  await shootBoth("update-notify", notice);
  updates.set({ ...blankUpdate("install"), error: { kind: "update_refused", message: REFUSED } });
  await shoot("update-refused", section.getByText("The check failed."));
  for (const way of ["build", "administrator", "browser"] as const) {
    updates.set(blankUpdate(way));
    await expect(section.locator("dt", { hasText: "State" })).toBeHidden();
    await shoot(`update-off-${way}`);
  }
});

scene("what the sample company has set", { tag: "@guide-only" }, async ({ page, shoot }) => {
  await openSetting(page, "Open names");
  await shoot("names", page.getByRole("cell", { name: /^usr_/ }).nth(5));
  await openSetting(page, "Open units");
  await shoot("units", banner(page, "Units of this connection"));
  await openSetting(page, "Prices…");
  await shoot("prices", page.getByRole("table", { name: "Pricing bases of the material types" }));
  await page.getByRole("link", { name: "Stock value", exact: true }).click();
  await shoot("stock-value", banner(page, "Turnover").getByRole("row").nth(5));
  await page.getByRole("link", { name: /^Alerts/ }).click();
  await shoot("alerts", page.getByRole("list", { name: "Alerts" }).locator("[data-alert]").nth(1));
  await command(page, "Counts");
  await page.getByRole("link", { name: /^Weekly count of / }).click();
  await shoot("count", page.getByRole("table", { name: "Counted" }).getByRole("row").nth(5));
  await closeCount(page);
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await shoot("count-result", page.getByText(/^Verified at .*the service was asked/));
});
