import { expect, test } from "./launch.ts";
import { explore } from "./window-steps.ts";

test("every window reloads after a backup is restored", { tag: "@whole" }, async ({ launch }) => {
  const launched = await launch();
  await explore(launched);
  const opening = launched.app.waitForEvent("window");
  await launched.page.keyboard.press("Control+Shift+N");
  const pages = [launched.page, await opening];
  for (const page of pages) {
    await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
    await page.evaluate(() => document.body.setAttribute("data-former", ""));
  }
  const [page] = pages as [typeof launched.page];
  await page.evaluate(async () => {
    const { stockdeck } = window as unknown as {
      stockdeck: {
        makeBackup(): Promise<{ value: { text: string } }>;
        restoreBackup(input: { text: string }): Promise<unknown>;
      };
    };
    const { text } = (await stockdeck.makeBackup()).value;
    // The answer may arrive after the page has closed.
    setTimeout(() => void stockdeck.restoreBackup({ text }));
  });
  for (const one of pages) {
    await expect(one.locator("body[data-former]")).toHaveCount(0);
    await expect(one.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
  }

  const urls = (): Promise<string[]> =>
    launched.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ webContents }) => webContents.getURL()),
    );
  const before = await urls();
  for (const url of [
    "app://stockdeck/?window=9",
    "app://stockdeck/licences.js",
    "https://example.invalid/",
  ]) {
    await page.evaluate((elsewhere) => {
      window.location.href = elsewhere;
    }, url);
    await page.waitForTimeout(300);
    expect(await urls()).toEqual(before);
  }
});
