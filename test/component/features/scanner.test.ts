import { screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "../../../shared/inventory/settings.ts";
import { TestPage } from "../page.ts";
import { fill, goTo, headerOf, toggleColumn } from "../steps.ts";

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

test("labels say how many ids fit no barcode, and keep the choices for the next time", async () => {
  for (const id of ["itm_zürich", "itm_with_a_very_long_id_of_forty_letters"])
    page.service.company.upsertItem({ id, name: `Roll ${id}`, status: "available" });
  await page.refresh();
  await page.open();
  const openLabels = async (): Promise<HTMLElement> => {
    await page.user.keyboard("{Control>}k{/Control}");
    fill(await screen.findByRole("combobox", { name: /^Go to/ }), "print labels");
    await page.user.click(await screen.findByRole("option", { name: /^Print labels/ }));
    return screen.findByRole("dialog", { name: "Labels" });
  };
  const preview = await openLabels();
  await waitFor(() => expect(within(preview).getAllByRole("article")).toHaveLength(62));
  expect(within(preview).queryByText(/barcode: /)).toBeNull();
  await page.user.click(within(preview).getByLabelText("Barcode, too"));
  fill(within(preview).getByLabelText("Own line"), "Keep dry, {id}");
  const notice = "2 ids do not fit a barcode: their labels have only the QR code.";
  expect(await within(preview).findByText(notice)).toBeInTheDocument();
  expect(within(preview).getAllByRole("img", { name: /^Barcode of itm_/ })).toHaveLength(60);
  expect(within(preview).getAllByRole("img", { name: /^QR code of itm_/ })).toHaveLength(62);
  await page.user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  const again = await openLabels();
  await waitFor(() => expect(within(again).getByLabelText("Own line")).toHaveValue("Keep dry, {id}"));
  expect(within(again).getByLabelText("Barcode, too")).toBeChecked();
  expect(await within(again).findByText("Keep dry, itm_zürich")).toBeInTheDocument();
});
