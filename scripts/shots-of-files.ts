import fs from "node:fs/promises";
import path from "node:path";
import { expect } from "../test/e2e/fixtures.ts";
import { fillMailServer, mailSection, saveMailServer } from "../test/e2e/mail-steps.ts";
import {
  chooseFormat,
  countPages,
  openExport,
  openSchedule,
  openSchedules,
} from "../test/e2e/page/export-steps.ts";
import { banner, openLargeCopy } from "../test/e2e/page/steps.ts";
import { filterItems, firstScreen, scene } from "./shot-stage.ts";

const RECIPIENTS = "ann@example.com, bob@example.com";

scene("exports and prints", { tag: "@guide" }, async ({ page, service, ofGuide, shoot, shootBoth }) => {
  await filterItems(page);
  const dialog = await openExport(page);
  const begin = dialog.getByRole("button", { name: /^Export [\d,]+ rows?$/ });
  await shootBoth("export", begin);
  if (!ofGuide) {
    service.setFaults({ latencyMs: 1_500 });
    await dialog.getByRole("checkbox", { name: /first$/ }).click();
    await begin.click();
    await shoot("export-verifying", dialog.getByText("Verifying the rows with the service…"));
    service.setFaults({ latencyMs: 0 });
    await shoot("export-done", dialog.getByTestId("export-end"));
    await dialog.getByRole("button", { name: "Another export" }).click();
    await shoot("export-again", banner(page, "Last exports"));
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.keyboard.press("Control+p");
  await countPages(page);
  await shootBoth("print");
});

// The export of the tour's own copy would end too fast to be photographed.
firstScreen("a running export", async ({ page, host, service, shoot }) => {
  await openLargeCopy(page, host, service, 200_000);
  const dialog = await openExport(page);
  await chooseFormat(page, "XLSX");
  await dialog.getByRole("button", { name: "Export 200,000 rows" }).click();
  await shoot("export-progress", dialog.getByText(/^\d\d,\d{3} of 200,000 rows/));
  await dialog.getByRole("button", { name: "Cancel the export" }).click();
  await shoot("export-cancelled", dialog.getByTestId("export-end"));
});

scene("exports by the clock", async ({ page, host, shoot, shootBoth }) => {
  const form = await openSchedule(page);
  await shootBoth("schedule");
  await form.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(form).toBeHidden();
  const list = await openSchedules(page);
  await list.getByRole("button", { name: /^Run now/ }).click();
  await shoot("schedules", list.getByText(/1 file,/));
  await fs.rm(path.join(host.folder, "exported/scheduled"), { recursive: true });
  await list.getByRole("button", { name: /^Run now/ }).click();
  await shootBoth("schedule-failed", banner(page, "A scheduled export failed."));
});

scene("mail and assistants", { tag: "@guide" }, async ({ page, shoot, shootBoth }) => {
  await page.getByRole("link", { name: "Settings" }).click();
  const mail = mailSection(page);
  const server = { host: "mail.example.com", port: 465, from: "stock@example.com" };
  await fillMailServer(mail, server, "stock@example.com");
  await mail.getByLabel("Sender’s name").fill("Stock room");
  await saveMailServer(mail, "a password");
  await mail.getByLabel("Send a test message to").fill("ann@example.com");
  await mail.scrollIntoViewIfNeeded();
  await shootBoth("mail");
  const digest = banner(page, "Digest of alerts");
  await digest.getByLabel("Recipients").fill(RECIPIENTS);
  await digest.getByRole("button", { name: "Save" }).click();
  await digest.getByRole("button", { name: "Send now" }).waitFor();
  await digest.scrollIntoViewIfNeeded();
  await shoot("digest");
  const assistants = banner(page, "Assistants");
  await assistants.getByRole("switch", { name: /^Let assistants read/ }).click();
  await assistants.getByRole("button", { name: "Copy configuration" }).scrollIntoViewIfNeeded();
  await shootBoth("assistants");
  await page.getByRole("link", { name: /^Items/ }).click();
  const form = await openSchedule(page);
  await form.getByLabel("Send each file by mail").check();
  await form.getByLabel("Recipients").fill(RECIPIENTS);
  await form.getByLabel("Recipients").scrollIntoViewIfNeeded();
  await shootBoth("mail-schedule");
});
