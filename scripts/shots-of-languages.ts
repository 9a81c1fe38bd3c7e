import { expect } from "../test/e2e/fixtures.ts";
import { startHost } from "../test/e2e/browser-host.ts";
import { callHost, waitForStatus, waitForStock } from "../test/e2e/host-client.ts";
import { LANGUAGES, LANGUAGE_TAGS } from "../shared/base/text/languages.ts";
import { DIALOG_KEYS, SCREENS } from "../test/e2e/page/screens.ts";
import { firstScreen } from "./shot-stage.ts";

const DIALOGS = { ...DIALOG_KEYS, print: "Control+p" };

// The steps of other scenes name buttons in English, so these scenes use addresses and keys alone.
for (const language of LANGUAGE_TAGS.filter((tag) => tag !== "en"))
  firstScreen(`the screens in ${LANGUAGES[language]}`, async ({ page, service, shoot, shootBoth }) => {
    firstScreen.slow();
    const host = await startHost({ LC_ALL: `${language.replace("-", "_")}.UTF-8`, LANGUAGE: language });
    try {
      const name = (screen: string): string => `${language}-${screen}`;
      await page.goto(host.url);
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      await shoot(name("first-screen"), page.getByRole("heading", { level: 1 }));
      await callHost(host.url, "connect", { baseUrl: service.url, key: service.key });
      await waitForStatus(host.url, ({ state }) => state === "idle");
      await waitForStock(host.url);
      for (const screen of SCREENS) {
        await page.goto(`${host.url}#/${screen}`);
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
        await page.waitForTimeout(600);
        await shootBoth(name(screen));
      }
      await page.goto(`${host.url}#/items`);
      for (const [dialog, keys] of Object.entries(DIALOGS)) {
        await page.getByRole("gridcell").first().click();
        await page.keyboard.press(keys);
        const shown = page.getByRole("dialog");
        // The preview reads all rows first.
        await shoot(name(dialog), dialog === "print" ? shown.getByRole("table").first() : shown);
        await page.keyboard.press("Escape");
        await expect(page.getByRole("dialog")).toHaveCount(0);
      }
    } finally {
      await host.remove();
    }
  });
