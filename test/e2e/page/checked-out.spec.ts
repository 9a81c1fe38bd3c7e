import fs from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { readPdfPages } from "../../helpers/read-pdf.ts";
import { expect, connectedTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { refresh } from "./steps.ts";

// The service does not change, so the opened rows agree with the counts.
test.use({ items: 400 });
test.beforeEach(async ({ page }) => {
  await page.getByRole("link", { name: "Checked out" }).click();
  await expect(groups(page).first()).toBeVisible();
});

const table = (page: Page): Locator => page.getByRole("table", { name: /^Checked-out items by/ });
const groups = (page: Page): Locator =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });

test(
  "the holder with the longest time out is first and gets a printable sheet",
  { tag: "@whole" },
  async ({ page }, info) => {
    const first = groups(page).first().getByRole("button", { expanded: false });
    const holder = (await first.textContent()) ?? "";
    await first.click();
    const items = page.getByRole("table", { name: `Items of ${holder}` });
    await expect(items.getByRole("link").first()).toBeVisible();
    const names = await items.getByRole("link").allTextContents();
    expect(names.length).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Hand-over sheet" }).click();
    await expect(page.getByRole("heading", { name: `Hand-over: ${holder}` })).toBeVisible();
    const sheet = page.getByRole("table", { name: "Items of the sheet" });
    await expect(sheet.getByRole("rowheader")).toHaveCount(names.length);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export to Excel…" }).click();
    const workbook = await download;
    expect(workbook.suggestedFilename()).toMatch(/^hand-over.*\.xlsx$/);
    const begin = (await fs.readFile(await workbook.path())).subarray(0, 2);
    expect(begin.toString()).toBe("PK");
    const file = info.outputPath("hand-over.pdf");
    await fs.writeFile(file, await page.pdf({ preferCSSPageSize: true, printBackground: true }));
    const text = readPdfPages(file).join("\n");
    expect(text).toContain(`Hand-over: ${holder}`);
    expect(text).toContain("Received by, date");
    expect(text).not.toContain("Print…");
    for (const name of names) expect(text).toContain(name.slice(-5));
    await page.getByRole("button", { name: "Back", exact: true }).last().click();
    await expect(table(page)).toBeVisible();
  },
);

test("a click on Print… prints one holder's hand-over sheet", { tag: "@whole" }, async ({ page }) => {
  // The system's print dialog would block the test. The page prints what it shows when the dialog opens.
  await page.evaluate(() => {
    window.print = () => {
      document.body.setAttribute("data-was-printed", document.querySelector("h1")?.textContent ?? "");
    };
  });
  await groups(page).nth(1).getByRole("button", { expanded: false }).click();
  const holder = (await groups(page).nth(1).getByRole("button", { expanded: true }).textContent()) ?? "";
  await page.getByRole("button", { name: "Hand-over sheet" }).click();
  const sheet = page.getByRole("table", { name: "Items of the sheet" });
  await expect(sheet.getByRole("rowheader").first()).toBeVisible();
  await expect(page.locator("body[data-was-printed]")).toHaveCount(0);
  await page.getByRole("button", { name: "Print…", exact: true }).click();
  await expect(page.locator("body")).toHaveAttribute("data-was-printed", `Hand-over: ${holder}`);
  await page.emulateMedia({ media: "print" });
  await expect(sheet).toBeVisible();
  await expect(page.getByRole("button", { name: "Print…", exact: true })).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Screens" })).toBeHidden();
});

test("the user names an unnamed holder on the checked-out screen", { tag: "@whole" }, async ({ page }) => {
  await page
    .getByRole("button", { name: /^Name holder/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Anna Meyer");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(groups(page).first()).toContainText("Anna Meyer");
});

test("the checked-out screen is accessible in every colour and contrast mode", async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 1_280, height: 420 });
  await groups(page).first().getByRole("button", { expanded: false }).click();
  await expect(page.getByRole("button", { name: "Hand-over sheet" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Usual times and limits…" }).click();
  await expect(page.getByRole("dialog").getByRole("rowheader").first()).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await page
    .getByRole("button", { name: /^Note on/ })
    .first()
    .click();
  await expect(page.getByRole("dialog").getByLabel("Asked on")).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Leaving…" }).click();
  await expect(page.getByRole("checkbox").first()).toBeVisible();
  await expectAccessible(page);
});

test("the history of a holder is accessible in every colour and contrast mode", async ({
  page,
  service: { company },
}) => {
  test.slow();
  const first = groups(page).first().getByRole("button", { expanded: false });
  const holder = (await first.textContent()) ?? "";
  const items = [...company.items.all()];
  const [kept, ...returned] = items.filter(({ checkedOutToUserId }) => checkedOutToUserId === holder);
  const taken = items.filter(({ status }) => status === "available").slice(0, 30);
  expect(kept).toBeDefined();
  for (const { id } of returned)
    company.upsertItem({ id, status: "available", checkedOutToUserId: null, checkedOutAt: null });
  for (const { id } of taken)
    company.upsertItem({
      id,
      status: "checked_out",
      checkedOutToUserId: holder,
      checkedOutAt: new Date().toISOString(),
    });
  await refresh(page);
  await first.click();
  await page.getByRole("button", { name: "History…" }).click();
  const history = page.getByRole("dialog", { name: `History: ${holder}` });
  const rows = history.getByRole("table", { name: `History: ${holder}` }).getByRole("row");
  await expect(rows.filter({ hasText: "Still out" })).toHaveCount(taken.length);
  await expect(rows.filter({ hasText: "Returned" })).toHaveCount(returned.length);
  await expect(rows.filter({ hasText: taken[0]?.name ?? "" })).toContainText("Still out");
  // There are more rows than fit, so the keyboard must reach the scrollable area.
  await expect(rows.last()).not.toBeInViewport();
  await page.keyboard.press("Tab");
  await page.keyboard.press("End");
  await expect(rows.last()).toBeInViewport();
  await expectAccessible(page, "[role=dialog]");
});
