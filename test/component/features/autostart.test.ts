import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { screen, waitFor, within } from "@testing-library/dom";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { XdgAutostart } from "../../../electron/features/autostart/xdg-autostart.ts";
import { TestPage } from "../page.ts";
import { goTo } from "../steps.ts";

const LABEL = /^Start with the computer/;
const section = () => within(screen.getByRole("region", { name: "Refreshing" }));
const found = () => section().findByRole("switch", { name: LABEL });

describe("the autostart switch on a system with autostart entries", () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "stockdeck-test-"));
  const folder = path.join(home, "autostart");
  const file = path.join(folder, "stockdeck.desktop");
  const page = new TestPage({ autostart: new XdgAutostart(file, [process.execPath, "--hidden"]) });
  beforeEach(async () => {
    fs.rmSync(folder, { recursive: true, force: true });
    await page.open();
    await goTo(page, "Settings");
  });
  afterAll(() => fs.rmSync(home, { recursive: true }));

  test("the switch is off at first; turning it on and off adds and removes the autostart entry", async () => {
    expect(await found()).not.toBeChecked();
    await page.user.click(await found());
    await waitFor(async () => expect(await found()).toBeChecked());
    expect(fs.existsSync(file)).toBe(true);
    await page.user.click(await found());
    await waitFor(async () => expect(await found()).not.toBeChecked());
    expect(fs.existsSync(file)).toBe(false);
  });

  test("the switch turns off when the window gets the focus after the autostart entry was removed", async () => {
    await page.user.click(await found());
    await waitFor(async () => expect(await found()).toBeChecked());
    fs.rmSync(file);
    window.dispatchEvent(new Event("visibilitychange"));
    await waitFor(async () => expect(await found()).not.toBeChecked());
  });

  test("the switch stays off and shows the error if the autostart entry cannot be written", async () => {
    expect(await found()).not.toBeChecked();
    fs.writeFileSync(folder, "a file in place of the folder");
    await page.user.click(await found());
    await waitFor(() =>
      expect(section().getByText(`Stockdeck cannot write ${file} (EEXIST).`)).toBeVisible(),
    );
    expect(await found()).not.toBeChecked();
  });
});

describe("the autostart switch on a Mac that needs the user's approval", () => {
  const page = new TestPage({ autostart: { state: async () => "needsApproval", set: async () => {} } });

  test("the switch is on, and a note says that the Mac waits for the user's approval", async () => {
    await page.open();
    await goTo(page, "Settings");
    expect(await found()).toBeChecked();
    expect(section().getByText(/^Your Mac waits for your approval\./)).toBeVisible();
  });
});

describe("a host without autostart", () => {
  const page = new TestPage();

  test("the settings have no autostart switch in a browser", async () => {
    await page.open();
    await goTo(page, "Settings");
    await screen.findByLabelText("Page size (records)");
    expect(await page.call("getAutostart")).toBe("unavailable");
    expect(screen.queryByRole("switch", { name: LABEL })).toBeNull();
  });
});
