import { screen, waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "../../../shared/inventory/settings.ts";
import { TestPage } from "../page.ts";
import { goTo, headerOf, toggleColumn } from "../steps.ts";

// The DOM of these tests lacks it.
globalThis.reportError ??= (error: unknown) => expect.unreachable(String(error));
const page = new TestPage({ items: 60, fresh: true });

test("the search for a scanned text that is too long is cut, and the table keeps its columns at the next start", async () => {
  await page.open();
  await toggleColumn(page, "Created");
  await page.call("saveSettings", { ...DEFAULT_SETTINGS, recogniseScans: true, scanSound: false });
  await page.reopen();
  const text = "https://example.com/vcard?".padEnd(600, "x");
  (document.activeElement as HTMLElement | null)?.blur();
  // At once, because a scanner's keys come faster than a busy machine runs steps of a test.
  for (const key of [...text.split(""), "Enter"])
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  await page.user.click(await screen.findByRole("button", { name: "Search" }));
  const search = (): string => screen.getByRole<HTMLInputElement>("searchbox").value;
  await waitFor(() => expect(search()).toBe(text.slice(0, 500)));
  const { connection } = await page.call("bootstrap");
  const profileId = connection?.profileId ?? "";
  await waitFor(async () =>
    expect(await page.call("loadUiState", { profileId, name: "view.items" })).toContain("vcard"),
  );
  await page.reopen("/types");
  await goTo(page, "Items");
  await waitFor(() => expect(headerOf("Created")).toBeVisible());
  expect(search()).toBe(text.slice(0, 500));
});
