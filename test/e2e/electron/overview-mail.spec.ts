import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import type { ElectronApplication } from "@playwright/test";
import { attachmentOf } from "../../helpers/mail-attachment.ts";
import { startMailServer, type MailServerRig } from "../../helpers/mail-server.ts";
import { brightnessOf, readPdfPages, readPdfSize } from "../../helpers/read-pdf.ts";
import type { SampleProcess } from "../../helpers/sample-process.ts";
import { expectAccessible } from "../page/axe.ts";
import { expect, test as base, type LaunchedApp } from "./launch.ts";
import { setUpMail } from "./mail-steps.ts";
import { quit } from "./window-steps.ts";

const HOUR = 3_600_000;

const test = base.extend<{ readonly mailServer: MailServerRig }>({
  mailServer: async ({}, use) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "stockdeck-mail-"));
    const mailServer = await startMailServer(folder);
    await use(mailServer);
    await mailServer.close();
    fs.rmSync(folder, { recursive: true });
  },
});
test.setTimeout(240_000);

/** Connects with a service or the sample data, and sets up the mail server. */
async function openSettings(
  launched: LaunchedApp,
  mailServer: MailServerRig,
  service?: SampleProcess,
): Promise<void> {
  const { page } = launched;
  if (service) {
    await page.getByLabel("Base URL").fill(service.url);
    await page.getByLabel("API key", { exact: true }).fill(service.key);
    await page.getByRole("button", { name: "Connect", exact: true }).click();
  } else {
    await page.getByRole("button", { name: "Explore with sample data" }).click();
  }
  await page.getByRole("link", { name: /^Items/ }).click();
  await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 60_000 });
  await page.getByRole("link", { name: "Settings" }).click();
  await setUpMail(launched, mailServer);
}

const sectionOf = ({ page }: Pick<LaunchedApp, "page">) =>
  page.getByRole("region", { name: "Overview by mail" });

/** Waits for this number of messages. @returns the attachment of the last message, as a file. */
async function attachment(mailServer: MailServerRig, count: number, file: string): Promise<string> {
  await expect.poll(() => mailServer.taken.length, { timeout: 90_000 }).toBe(count);
  fs.writeFileSync(file, attachmentOf(mailServer.taken[count - 1]?.raw ?? "") ?? "");
  return file;
}

/** Records every window that becomes visible or gets the focus from now on. */
const noteWindows = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ app: electron }) => {
    const noted: string[] = [];
    Object.assign(globalThis, { noted });
    electron.on("browser-window-created", (_event, window) => {
      noted.push("created");
      window.on("show", () => noted.push("shown"));
      window.on("focus", () => noted.push("focused"));
    });
  });
const notedWindows = (app: ElectronApplication): Promise<readonly string[]> =>
  app.evaluate(() => (globalThis as unknown as { noted: string[] }).noted);
const openWindows = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

test(
  "the overview mail is printed in an invisible window and has the figures of the screen",
  { tag: "@whole" },
  async ({ launch, folder, mailServer, sample }, info) => {
    const launched = await launch();
    const { app, page } = launched;
    // The overview does not change between the print and the reading of the screen.
    await openSettings(launched, mailServer, sample);
    const section = sectionOf(launched);
    await expect(section.getByRole("button", { name: "Save" })).toBeDisabled();
    await section.getByLabel("Recipients").fill("ann@example.com");
    await section.getByRole("button", { name: "Save" }).press("Enter");
    await expect(section.getByText("Not yet")).toBeVisible();
    await expectAccessible(page, '[aria-label="Overview by mail"]');

    await noteWindows(app);
    const saved = (): string => fs.readFileSync(path.join(folder, "window-state.json"), "utf8");
    const before = saved();
    const address = page.url();
    await section.getByRole("button", { name: "Send now" }).click();
    const first = readPdfPages(await attachment(mailServer, 1, info.outputPath("light.pdf"))).join("\n");
    await expect(section.getByText("sent to 1 recipient")).toBeVisible();
    await expect.poll(() => openWindows(app)).toBe(1);
    expect(await notedWindows(app)).toEqual(["created"]);
    expect(page.url()).toBe(address);
    expect(saved()).toBe(before);
    expect(fs.readdirSync(path.join(folder, "outbox"))).toEqual([]);

    await page
      .getByRole("group", { name: "Theme" })
      .or(page.getByRole("radiogroup", { name: "Theme" }))
      .getByText("Dark")
      .click();
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    await page.getByRole("link", { name: "Overview" }).click();
    await expect(page.getByRole("region", { name: "Not moved" }).getByRole("row")).not.toHaveCount(0);
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Key figures" }).getByText("5,000")).toBeVisible();
    const titles = await page.getByRole("heading", { level: 2 }).allTextContents();
    const figures = await page
      .getByRole("region", { name: "Key figures" })
      .getByRole("listitem")
      .allInnerTexts();
    expect(titles.length).toBeGreaterThan(5);
    for (const title of titles) expect(first).toContain(title);
    for (const figure of figures)
      for (const line of figure.split("\n").slice(0, 2)) expect(first).toContain(line.trim());
    expect(first).toContain("Complete as of");
    expect(first).toContain(new URL(sample.url).hostname);
    expect(mailServer.taken[0]?.raw).not.toContain(sample.key);
    const screenOnly = [
      "Customise",
      "Diagnostics",
      "Settings",
      "Show as table",
      "Open in the table",
      "Confirm prices",
    ];
    for (const left of screenOnly) expect(first).not.toContain(left);

    await page.getByRole("link", { name: "Settings" }).click();
    await section.getByRole("button", { name: "Send now" }).click();
    const dark = await attachment(mailServer, 2, info.outputPath("dark.pdf"));
    expect(brightnessOf(dark)).toBeGreaterThan(220);
    const [width, height] = readPdfSize(dark);
    expect(height).toBeGreaterThan(width);
  },
);

test(
  "an app in the tray sends a missed overview mail without opening a window",
  { tag: "@whole" },
  async ({ launch, startApp, folder, mailServer, desktopTray: _tray }, info) => {
    test.skip(process.platform !== "linux", "only there the bus can be asked for a tray");
    const launched = await launch();
    await openSettings(launched, mailServer);
    const section = sectionOf(launched);
    await section.getByLabel("Recipients").fill("ann@example.com");
    await section.getByText("Every few hours").click();
    await section.getByRole("button", { name: "Save" }).click();
    await expect(section.getByText("Not yet")).toBeVisible();
    await quit(launched);
    makeDue(folder);

    const app = await startApp(["--hidden"]);
    const text = readPdfPages(await attachment(mailServer, 1, info.outputPath("tray.pdf"))).join("\n");
    expect(text).toContain("Key figures");
    expect(text).toContain("Not moved");
    await expect.poll(() => openWindows(app)).toBe(0);
    expect(app.process().exitCode).toBeNull();
    // The app still answers, and opens its first window with the first number.
    await app.evaluate(({ app: electron }) => electron.emit("activate"));
    const window = await app.firstWindow();
    await expect(window.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
    expect(new URL(window.url()).search).toBe("");
    expect(mailServer.received).toHaveLength(1);
  },
);

test(
  "no overview mail is sent if the page being printed crashes",
  { tag: "@whole" },
  async ({ launch, folder, mailServer }) => {
    const launched = await launch();
    const { app } = launched;
    await openSettings(launched, mailServer);
    const section = sectionOf(launched);
    await section.getByLabel("Recipients").fill("ann@example.com");
    await section.getByRole("button", { name: "Save" }).click();
    await app.evaluate(({ app: electron, dialog }) => {
      const asked: string[] = [];
      Object.assign(globalThis, { asked });
      dialog.showMessageBox = ((_window: unknown, { message }: Electron.MessageBoxOptions) => {
        asked.push(message);
        return Promise.resolve({ response: 1, checkboxChecked: false });
      }) as unknown as typeof dialog.showMessageBox;
      electron.once("browser-window-created", (_event, window) => {
        window.webContents.once("dom-ready", () => window.webContents.forcefullyCrashRenderer());
      });
    });
    await section.getByRole("button", { name: "Send now" }).click();
    await expect(section.getByText(/not sent: The overview could not be printed/)).toBeVisible();
    await expect.poll(() => openWindows(app)).toBe(1);
    expect(await app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)).toEqual([]);
    expect(mailServer.received).toEqual([]);

    // The user closes the last window while the sheet is open: the app ends, and no message has failed.
    const messages = noted(folder);
    expect(messages).toHaveLength(1);
    const ended = once(app.process(), "exit");
    await app.evaluate(({ app: electron, BrowserWindow }) => {
      const [own] = BrowserWindow.getAllWindows();
      electron.once("browser-window-created", () => setImmediate(() => own?.close()));
    });
    await section.getByRole("button", { name: "Send now" }).click();
    expect((await ended)[0]).toBe(0);
    expect(noted(folder)).toEqual(messages);
    expect(mailServer.received).toEqual([]);
  },
);

/** The ids of the stored messages. */
function noted(folder: string): readonly unknown[] {
  const database = new DatabaseSync(path.join(folder, "user.sqlite"));
  const rows = database.prepare("SELECT id FROM mails").all();
  database.close();
  return rows;
}

/** Makes the saved plan older, as if the app had been closed since then. */
function makeDue(folder: string): void {
  const database = new DatabaseSync(path.join(folder, "user.sqlite"));
  const rows = database.prepare("SELECT name, value FROM entries WHERE name LIKE 'overview.%'").all();
  expect(rows).toHaveLength(1);
  for (const { name, value } of rows) {
    const state = JSON.parse(String(value)) as { anchor: number; settledUntil: number };
    const [anchor, settledUntil] = [state.anchor - 200 * HOUR, state.settledUntil - 200 * HOUR];
    database
      .prepare("UPDATE entries SET value = ? WHERE name = ?")
      .run(JSON.stringify({ ...state, anchor, settledUntil }), String(name));
  }
  database.close();
}
