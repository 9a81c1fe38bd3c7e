import { screen, waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "../../../shared/inventory/settings.ts";
import { TestPage } from "../page.ts";
import { goTo, headerOf, toggleColumn } from "../steps.ts";

// The DOM of these tests lacks it.
globalThis.reportError ??= (error: unknown) => expect.unreachable(String(error));
const page = new TestPage({ items: 60, fresh: true });

/** Sends the keys of a scanner, 1 ms apart. A busy machine would send them later than a scanner does. */
function scan(text: string, isCapsLockOn = false): void {
  const begin = performance.now();
  for (const [at, key] of [...text.split(""), "Enter"].entries()) {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, "timeStamp", { value: begin + at });
    event.getModifierState = (name) => name === "CapsLock" && isCapsLockOn;
    document.body.dispatchEvent(event);
  }
}

test("the search shortens a scanned text that is too long", async () => {
  await page.open();
  await toggleColumn(page, "Created");
  await page.call("saveSettings", { ...DEFAULT_SETTINGS, recogniseScans: true, scanSound: false });
  await page.reopen();
  const text = "https://example.com/vcard?".padEnd(600, "x");
  (document.activeElement as HTMLElement | null)?.blur();
  scan(text);
  await page.user.click(await screen.findByRole("button", { name: "Search" }));
  const search = (): string => screen.getByRole<HTMLInputElement>("searchbox").value;
  await waitFor(() => expect(search()).toBe(text.slice(0, 500)));
  const { connection } = await page.call("bootstrap");
  const connectionId = connection?.connectionId ?? "";
  await waitFor(async () =>
    expect(await page.call("loadUiState", { connectionId, name: "view.items" })).toContain("vcard"),
  );
  await page.reopen("/types");
  await goTo(page, "Items");
  await waitFor(() => expect(headerOf("Created")).toBeVisible());
  expect(search()).toBe(text.slice(0, 500));
});

test("the notice of an unknown scan mentions Caps Lock if Caps Lock is on", async () => {
  await page.open();
  await page.call("saveSettings", { ...DEFAULT_SETTINGS, recogniseScans: true, scanSound: false });
  await page.reopen();
  (document.activeElement as HTMLElement | null)?.blur();
  scan("ITM_X1", true);
  expect(await screen.findByText(/“ITM_X1”\. Caps Lock is on/)).toBeVisible();
  scan("itm_x2");
  expect(await screen.findByText("Nothing has the id or the name “itm_x2”.")).toBeVisible();
});
