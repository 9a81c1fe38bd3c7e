import { spawn } from "node:child_process";
import fs from "node:fs";
import type { ElectronApplication, Page } from "@playwright/test";
import { readTranslations } from "../../../scripts/translations.ts";
import type { Language } from "../../../shared/base/text/languages.ts";
import { attachmentOf } from "../../helpers/mail-attachment.ts";
import { MAIL_PASSWORD, MAIL_USER, startMailServer } from "../../helpers/mail-server.ts";
import { readPdfPages } from "../../helpers/read-pdf.ts";
import { dunst } from "./dunst.ts";
import { expect, test } from "./launch.ts";
import { answerDialogs } from "./mail-steps.ts";

const TRANSLATIONS = readTranslations();

/** A text in a language other than English. */
function textIn(language: Language, key: string): string {
  const found = TRANSLATIONS.get(language)?.get(key);
  if (!found) throw new Error(`${language} has no ${key}`);
  return found.text;
}

const menusOf = (app: ElectronApplication): Promise<readonly string[]> =>
  app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label) ?? []);

async function choose(page: Page, label: string, language: string): Promise<void> {
  await page.evaluate(() => (location.hash = "#/settings"));
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: language }).click();
}

test("the app has the chosen language after a restart, and switching back loses no data", async ({
  launch,
}) => {
  const english = await launch();
  await expect(english.page.locator("html")).toHaveAttribute("lang", "en");
  await english.page.getByRole("button", { name: "Explore with sample data" }).click();
  const count = english.page.getByTestId("result-count");
  await expect(english.page.getByRole("heading", { name: "Overview", level: 1 }).or(count)).toBeVisible();
  await choose(english.page, "Language of the app", "Deutsch");
  await expect(english.page.getByText("Stockdeck will be in Deutsch after a restart.")).toBeVisible();
  await expect(english.page.getByRole("button", { name: "Restart now" })).toBeVisible();
  await english.app.close();

  const german = await launch();
  await expect(german.page.locator("html")).toHaveAttribute("lang", "de");
  await choose(german.page, textIn("de", "settings.language.label"), "English");
  await expect(
    german.page.getByRole("button", { name: textIn("de", "settings.language.restart") }),
  ).toBeVisible();
  expect(await menusOf(german.app)).toContain(textIn("de", "desktop.menus.file"));
  // A name that the main process gives, an error that a call answers, and a date of the system's locale.
  await expect(german.page.getByRole("heading", { name: textIn("de", "alerts.digest.title") })).toBeVisible();
  await german.app.close();

  const again = await launch();
  await expect(again.page.locator("html")).toHaveAttribute("lang", "en");
  await again.page.evaluate(() => (location.hash = "#/items"));
  await expect(again.page.getByRole("gridcell").first()).toBeVisible();
  expect(await menusOf(again.app)).toContain("&File");
});

test("“As the system” takes the system's first preferred language", async ({ launch }) => {
  const { page, app } = await launch({ LANGUAGE: "pt_BR:de", LC_ALL: "pt_BR.UTF-8" });
  await expect(page.locator("html")).toHaveAttribute("lang", "pt-BR");
  await expect(
    page.getByRole("heading", { name: textIn("pt-BR", "connections.welcome.title") }),
  ).toBeVisible();
  expect(await menusOf(app)).toContain(textIn("pt-BR", "desktop.menus.file"));
});

test("the app starts in English if it does not have the system's language", async ({ launch }) => {
  const { page } = await launch({ LANGUAGE: "it:de", LC_ALL: "it_IT.UTF-8" });
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test(
  "a German app writes notifications, questions and mail in German",
  { tag: "@whole" },
  async ({ launch, folder }, info) => {
    test.setTimeout(240_000);
    const german = (key: string): string => textIn("de", key);
    const mailServer = await startMailServer(folder);
    // A real daemon shows the notifications, on the display and the bus of these tests.
    const desktop = spawn("dunst", ["-config", "/dev/null"], { stdio: "ignore" });
    try {
      await expect.poll(() => dunst("is-paused")).toBe("false");
      const launched = await launch({ LANGUAGE: "de", LC_ALL: "de_DE.UTF-8" });
      const { page } = launched;
      await page.getByRole("button", { name: german("connections.sample.title") }).click();
      await expect(page.getByRole("heading", { name: german("overview.title"), level: 1 })).toBeVisible();
      await page.evaluate(() => (location.hash = "#/settings"));
      const alerts = page.getByRole("region", { name: german("alerts.section.title"), exact: true });
      await alerts.getByLabel(german("alerts.section.notifications")).check();
      await alerts.getByRole("button", { name: german("alerts.section.test") }).click();
      await expect(alerts.getByRole("status")).toHaveText(german("alerts.section.works"));
      const shown = dunst("history") + dunst("close-all") + dunst("history");
      expect(shown).toContain(german("alerts.testNotification.title"));
      expect(shown).toContain(german("alerts.testNotification.body"));

      const mail = page.getByRole("region", { name: german("mail.title"), exact: true });
      const { host, port, from } = mailServer.server;
      await mail.getByLabel(german("mail.host"), { exact: true }).fill(host);
      await mail.getByLabel(german("mail.port")).fill(String(port));
      await mail.getByLabel(german("mail.user")).fill(MAIL_USER);
      await mail.getByLabel(german("mail.from"), { exact: true }).fill(from);
      const asked = await answerDialogs(launched, german("desktop.buttons.useServer"), mailServer.authority);
      await mail.getByRole("button", { name: german("mail.chooseFile") }).click();
      await expect(mail.getByText(mailServer.authority)).toBeVisible();
      await mail.getByRole("button", { name: german("mail.save"), exact: true }).click();
      await expect.poll(asked).toHaveLength(1);
      await mail.getByLabel(german("mail.newPassword")).fill(MAIL_PASSWORD);
      await mail.getByRole("button", { name: german("mail.store") }).click();
      await expect(mail.getByLabel(german("mail.newPassword"))).toHaveValue("");

      const overview = page.getByRole("region", { name: german("overview.mail.title") });
      const subject = german("overview.mail.subject");
      await expect(overview.getByLabel(german("delivery.mail.subject"))).toHaveValue(subject);
      await overview.getByLabel(german("delivery.mail.to")).fill("ann@example.com");
      await overview.getByRole("button", { name: german("delivery.planned.mail.save") }).click();
      await overview.getByRole("button", { name: german("delivery.planned.mail.send") }).click();
      await expect.poll(() => mailServer.taken.length, { timeout: 90_000 }).toBe(1);
      const file = info.outputPath("uebersicht.pdf");
      fs.writeFileSync(file, attachmentOf(mailServer.taken[0]?.raw ?? "") ?? "");
      const sheet = readPdfPages(file).join("\n");
      for (const card of ["figures", "byType", "timeOut", "activity", "deadStock"])
        expect(sheet).toContain(german(`overview.cards.${card}`));
    } finally {
      desktop.kill();
      await mailServer.close();
    }
  },
);
