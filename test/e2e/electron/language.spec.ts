import type { ElectronApplication, Page } from "@playwright/test";
import { readTranslations } from "../../../scripts/translations.ts";
import type { Language } from "../../../shared/base/text/languages.ts";
import { expect, test } from "./launch.ts";

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
