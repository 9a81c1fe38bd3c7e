import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, describe, expect, test } from "vitest";
import { blankUpdate } from "../../../shared/features/updates/updates.ts";
import { NotedUpdates } from "../../helpers/noted-updates.ts";
import { TestPage } from "../page.ts";
import { banner, expectGone, expectText, goTo } from "../steps.ts";

const AVAILABLE = { step: "available", version: "1.3.0", lastCheck: "2026-01-01T08:00:00Z" } as const;

describe("updates of an app that can install them", () => {
  const updates = new NotedUpdates();
  const page = new TestPage({ updates });
  const section = (): HTMLElement => screen.getByRole("region", { name: "Updates" });
  const inSection = (name: string): HTMLElement => within(section()).getByRole("button", { name });
  beforeEach(async () => {
    updates.state = blankUpdate("install");
    updates.asked.length = 0;
    updates.next = {};
    await page.open();
  });

  test("the app asks before downloading an update and before quitting to install", async () => {
    const { user } = page;
    updates.set(AVAILABLE);
    const offered = await banner("Stockdeck 1.3.0 is available.");
    await user.click(within(offered).getByRole("button", { name: "Download" }));
    const running = await banner("Stockdeck 1.3.0 is being downloaded.");
    expect(running).toHaveTextContent("45 MB of 110 MB");
    updates.set({ received: 90_000_000 });
    await expectText(() => running, /90 MB of 110 MB/);
    updates.set({ step: "ready" });
    const ready = await banner("Stockdeck 1.3.0 is ready.");
    expect(ready).toHaveTextContent("It is installed when you quit.");
    await user.click(within(ready).getByRole("button", { name: "Quit and install" }));
    await waitFor(() => expect(updates.asked).toEqual(["download", "install"]));
  });

  test("a postponed update appears only in the settings", async () => {
    updates.set(AVAILABLE);
    const offered = await banner("Stockdeck 1.3.0 is available.");
    await page.user.click(within(offered).getByRole("button", { name: "Later" }));
    await expectGone(() => screen.queryByRole("region", { name: "Stockdeck 1.3.0 is available." }));
    await goTo(page, "Settings");
    await waitFor(() => expect(section()).toHaveTextContent("Stockdeck 1.3.0 is available."));
    expect(screen.queryByRole("region", { name: "Stockdeck 1.3.0 is available." })).toBeNull();
    await page.user.click(inSection("Download"));
    await waitFor(() => expect(updates.asked).toEqual(["postpone", "download"]));
  });

  test("the user checks for updates; the settings show the last check", async () => {
    await goTo(page, "Settings");
    await waitFor(() => expect(section()).toHaveTextContent("Not checked yet."));
    expect(section()).toHaveTextContent("Never");
    updates.next = { lastCheck: new Date().toISOString() };
    await page.user.click(inSection("Check now"));
    await waitFor(() => expect(section()).toHaveTextContent("This is the newest version."));
    expect(section()).not.toHaveTextContent("Never");
  });

  test("a failed update step shows its error and can be retried", async () => {
    const error = {
      kind: "network",
      reason: "reset",
      message: "The connection to the update server broke off.",
    } as const;
    updates.next = { error };
    await goTo(page, "Settings");
    await waitFor(() => expect(section()).toHaveTextContent("Not checked yet."));
    await page.user.click(inSection("Check now"));
    await waitFor(() => expect(section()).toHaveTextContent(`The check failed.${error.message}`));
    updates.set({ ...AVAILABLE, error });
    const offered = await banner("Stockdeck 1.3.0 is available.");
    expect(offered).toHaveTextContent(error.message);
    expect(within(offered).getByRole("button", { name: "Download" })).toBeEnabled();
  });

  test("the user can switch off the daily check for updates", async () => {
    await goTo(page, "Settings");
    const daily = await screen.findByRole("switch", { name: /^Check once a day/ });
    expect(daily).toBeChecked();
    await page.user.click(daily);
    await waitFor(async () => expect((await page.call("getSettings")).checkForUpdates).toBe(false));
  });

  test("an app that cannot install updates opens the download page", async () => {
    updates.set({ ...AVAILABLE, way: "notify" });
    const offered = await banner("Stockdeck 1.3.0 is available.");
    expect(offered).toHaveTextContent("Install it the way this Stockdeck was installed.");
    expect(within(offered).queryByRole("button", { name: "Download" })).toBeNull();
    await page.user.click(within(offered).getByRole("button", { name: "Open the download page" }));
    await waitFor(() => expect(updates.asked).toEqual(["page"]));
  });

  test.each([
    ["administrator", "Updates are switched off by your administrator."],
    ["build", "This build does not update itself."],
  ] as const)("the settings explain why updates are unavailable: %s", async (way, sentence) => {
    updates.set({ way });
    await goTo(page, "Settings");
    await waitFor(() => expect(section()).toHaveTextContent(sentence));
    expect(section()).toHaveTextContent("0.0.0-test");
    expect(within(section()).queryAllByRole("button")).toEqual([]);
    expect(within(section()).queryByRole("switch")).toBeNull();
  });
});

describe("updates on a host that cannot update the app", () => {
  const page = new TestPage();

  test("a host without updates refuses update calls", async () => {
    await page.open();
    await goTo(page, "Settings");
    const section = await screen.findByRole("region", { name: "Updates" });
    await waitFor(() => expect(section).toHaveTextContent("Stockdeck in a browser does not update itself."));
    for (const name of [
      "checkForUpdate",
      "downloadUpdate",
      "installUpdate",
      "postponeUpdate",
      "openUpdatePage",
    ] as const)
      await expect(page.call(name)).rejects.toThrow("Stockdeck in a browser does not update itself.");
  });
});
