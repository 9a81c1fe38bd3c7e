import type { Page } from "@playwright/test";
import { expect, tableTest as test, test as base } from "../fixtures.ts";
import { callHost, waitForStatus } from "../host-client.ts";
import { cellsOf, command, connected, exploreSample, shownText } from "./steps.ts";

base.use({ items: 40, ownHost: true });

const found = (page: Page, words: string) =>
  page
    .getByRole("listbox", { name: "Found" })
    .getByRole("option")
    .filter({ has: page.getByText(words, { exact: true }) });

/** The number of entries that the palette offers for a command. */
async function offered(page: Page, words: string): Promise<number> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Go to a command, a view or a record" }).fill(words);
  const count = await found(page, words).count();
  await page.keyboard.press("Escape");
  return count;
}

test("palette commands set the row height", { tag: "@whole" }, async ({ page }) => {
  const height = (): Promise<number> =>
    cellsOf(page, "name")
      .first()
      .evaluate((cell) => cell.getBoundingClientRect().height);
  const normal = await height();
  expect(await offered(page, "Row height: normal")).toBe(0);
  await command(page, "Row height: comfortable");
  await expect.poll(height).toBeGreaterThan(normal);
  await command(page, "Row height: compact");
  await expect.poll(height).toBeLessThan(normal);
  await command(page, "Row height: normal");
  await expect.poll(height).toBe(normal);
});

test(
  "palette commands run a full check, export a record or show a record at full width",
  { tag: "@whole" },
  async ({ page, hostUrl }) => {
    const { lastFullCheckAt } = await callHost(hostUrl, "getStatus");
    await command(page, "Run a full check");
    await waitForStatus(
      hostUrl,
      (status) => status.pass === null && status.lastFullCheckAt !== lastFullCheckAt,
    );

    expect(await offered(page, "Export this record…")).toBe(0);
    await page.locator('[data-cell="0:0"]').click();
    const heading = page.getByRole("complementary").getByRole("heading", { level: 2 });
    const name = await shownText(heading);
    await command(page, "Export this record");
    await expect(page.getByRole("dialog", { name: /Export/ })).toContainText(name);
    // A dialog that just opened may not have the focus yet.
    await heading.focus();
    await page.keyboard.press("Escape");
    await command(page, "Details: full width or side by side");
    await expect(page.getByRole("complementary").getByRole("button", { name: "Side by side" })).toBeVisible();
    await expect(heading).toHaveText(name);
  },
);

base(
  "the palette switches to another connection, and does not list the open connection",
  { tag: "@whole" },
  async ({ page, host, service }) => {
    await connected(page, host, service);
    const { connections, current } = await callHost(host.url, "listConnections");
    const first = connections[0]?.name ?? "";
    await command(page, "Add a connection");
    await exploreSample(page);
    const { connections: both } = await callHost(host.url, "listConnections");
    expect(both).toHaveLength(2);
    await page.keyboard.press("Control+k");
    const lines = page.getByRole("option").filter({ hasText: /Connection$/ });
    await expect(lines).toHaveText([`${first}Connection`]);
    await page.keyboard.press("Escape");
    await command(page, first);
    await expect(page).toHaveTitle(new RegExp(first));
    await waitForStatus(host.url, ({ totals }) => totals.items === 40);
    expect((await callHost(host.url, "listConnections")).current).toBe(current);
  },
);
