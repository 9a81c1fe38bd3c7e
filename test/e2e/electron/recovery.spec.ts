import fs from "node:fs";
import path from "node:path";
import type { LaunchedApp } from "./launch.ts";
import { expect, test } from "./launch.ts";
import { crash, explore, text } from "./window-steps.ts";

/** Answers every message box of the app with the named button, and records the boxes. */
async function answerBoxes({ app }: LaunchedApp, button: string): Promise<() => Promise<string[]>> {
  await app.evaluate(({ dialog }, wanted) => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    dialog.showMessageBox = ((_window: unknown, options: Electron.MessageBoxOptions) => {
      said.push(options.message);
      return Promise.resolve({ response: options.buttons?.indexOf(wanted) ?? -1, checkboxChecked: false });
    }) as unknown as typeof dialog.showMessageBox;
  }, button);
  return () => app.evaluate(() => (globalThis as unknown as { said: string[] }).said);
}

/** The text of the log file. */
function logOf(folder: string): string {
  return fs.readFileSync(path.join(folder, "logs", "stockdeck.log"), "utf8");
}

test.setTimeout(90_000);

test("the app reloads a crashed page and asks the user after a second crash", async ({ launch, folder }) => {
  const launched = await launch();
  await explore(launched);
  const asked = await answerBoxes(launched, "Reload");
  await launched.page.evaluate(() => document.body.append("before the crash"));
  await crash(launched);
  await expect
    .poll(() => text(launched), { timeout: 30_000 })
    .toMatch(/^(?![^]*before the crash)[^]*Connected/);
  expect(await text(launched)).toMatch(/[\d,]+ items/);
  expect(await asked()).toEqual([]);

  await launched.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(`document.body.append("second"), 0`),
  );
  await crash(launched);
  await expect.poll(asked).toEqual(["This window has stopped working again"]);
  await expect.poll(() => text(launched), { timeout: 30_000 }).toMatch(/^(?![^]*second)[^]*Connected/);
  expect(logOf(folder)).toContain("a page's process ended");

  await answerBoxes(launched, "Close");
  const closed = launched.app.waitForEvent("close");
  await crash(launched);
  await closed;
});

test(
  "the app reloads an unresponsive page only if the user chooses to reload",
  { tag: "@whole" },
  async ({ launch }) => {
    const launched = await launch();
    await explore(launched);
    const emit = (): Promise<unknown> =>
      launched.app.evaluate(({ BrowserWindow }) => {
        setTimeout(() => BrowserWindow.getAllWindows()[0]?.emit("unresponsive"));
      });
    await launched.page.evaluate(() => document.body.append("typed"));
    const waited = await answerBoxes(launched, "Wait");
    await emit();
    await expect.poll(waited).toEqual(["This window does not respond"]);
    expect(await text(launched)).toContain("typed");
    const reloaded = await answerBoxes(launched, "Reload");
    await emit();
    await expect.poll(reloaded).toEqual(["This window does not respond"]);
    await expect.poll(() => text(launched), { timeout: 30_000 }).toMatch(/^(?![^]*typed)[^]*Connected/);
  },
);
