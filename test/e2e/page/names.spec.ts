import fs from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, tableTest as test } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { expectFocus, pressTo, test as byKeys } from "./by-keys.ts";
import { cellsOf, command, importFile, shownRows } from "./steps.ts";
import { typeText } from "../typing.ts";

const HOLDER = "checkedOutToUserId";

/** The id of the first holder in the table, whose cell gets the focus. */
async function firstHolder(page: Page): Promise<string> {
  await page.getByRole("searchbox").fill("usr_");
  const cell = cellsOf(page, HOLDER).first();
  await expect(cell).toContainText("usr_");
  const id = (await cell.textContent()) ?? "";
  await page.getByRole("searchbox").fill(id);
  await expect(cellsOf(page, HOLDER).first().locator("mark")).toHaveText(id);
  await cell.focus();
  return id;
}

test("the user names a holder from the holder's cell by keyboard", async ({ page, context }) => {
  const id = await firstHolder(page);
  const items = await shownRows(page);
  await page.keyboard.press("F2");
  await page.getByRole("menuitem", { name: "Name this holder…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Name a holder" });
  await expect(dialog.getByLabel("Name", { exact: true })).toBeFocused();
  await expectAccessible(page, "[role=dialog]");
  await typeText(page, "Ánna Meyer");
  await dialog.getByLabel("Team").fill("Print");
  await dialog.getByLabel("Team").press("Escape");
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(cellsOf(page, HOLDER).first()).toHaveText("Ánna Meyer");

  await page.getByRole("searchbox").fill("anna m");
  await expect.poll(() => shownRows(page)).toBe(items);
  const cell = cellsOf(page, HOLDER).first();
  await expect(cell).toHaveText("Ánna Meyer");
  await cell.hover();
  await expect(cell).toHaveAttribute("title", id);
  await cell.click({ button: "right" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("menuitem", { name: "Copy id" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
  await cell.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Show only Ánna Meyer" }).click();
  await page.getByRole("searchbox").fill("");
  await expect(page.getByRole("group", { name: "Holder is Ánna Meyer" })).toBeVisible();
  await expect.poll(() => shownRows(page)).toBe(items);
});

test("the details show the name and id of a holder", { tag: "@whole" }, async ({ page }) => {
  const id = await firstHolder(page);
  await page.keyboard.press("Enter");
  const details = page.getByRole("complementary", { name: /^Details of item / });
  await details.getByRole("button", { name: "Name this holder…" }).click();
  const dialog = page.getByRole("dialog", { name: "Name a holder" });
  await dialog.getByLabel("Name", { exact: true }).fill("Bo");
  await page.keyboard.press("Enter");
  const holder = details.locator("dt", { hasText: "Holder" }).locator("xpath=..");
  await expect(holder).toContainText("Bo");
  await expect(holder).toContainText(id);
  await details.getByRole("button", { name: "Edit name…" }).click();
  await dialog.getByRole("button", { name: "Remove name" }).click();
  await expect(holder.locator("dd")).toHaveText(id);
  await expect(cellsOf(page, HOLDER).first()).toHaveText(id);
});

test("the user imports names from a file after a preview", { tag: "@whole" }, async ({ page }) => {
  const id = await firstHolder(page);
  await command(page, "Names of holders");
  await expect(page.getByRole("heading", { name: "Names" })).toBeFocused();
  await page.getByRole("button", { name: "Import…" }).click();
  const dialog = page.getByRole("dialog", { name: "Import names" });
  const text = `User ID;Employee;Department\n${id};Ánna;Print\n;Nobody;\n${id};Berta;\nusr_left;Carl;Print\n`;
  await importFile(dialog, "people.csv", text);
  await expect(dialog).toContainText("people.csv: 4 rows");
  await expect(dialog.getByRole("status")).toContainText("2 new, 0 changed, 0 unchanged");
  const listed = (title: string) => dialog.getByRole("region", { name: title });
  await expect(listed("No id, or no other value: skipped")).toContainText("Row 3");
  await expect(listed("Same id as an earlier row: skipped")).toContainText(`Row 4 ${id} Berta`);
  await expect(listed("Id that no item has now")).toContainText("Row 5 usr_left Carl");
  await expectAccessible(page, "[role=dialog]");
  await dialog.getByRole("combobox", { name: "Note" }).click();
  await page.getByRole("option", { name: "Department" }).click();
  await dialog.getByRole("button", { name: "Import 2 names" }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole("row", { name: new RegExp(id) });
  await expect(row).toContainText("Ánna");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export…" }).click();
  const file = await fs.readFile(await (await download).path(), "utf8");
  expect(file).toBe(
    `\uFEFFid,name,team,note\r\n${[`${id},Ánna,Print,Print`, "usr_left,Carl,Print,Print"].toSorted().join("\r\n")}\r\n`,
  );
  await page.getByRole("searchbox").fill("ann");
  await page.getByRole("button", { name: /^Show \d+ items? of Ánna$/ }).click();
  await expect(page.getByRole("group", { name: "Holder is Ánna" })).toBeVisible();
});

byKeys.describe("the import of names by keyboard", () => {
  byKeys.use({ items: 400 });

  byKeys("the user imports names from a file by keyboard", { tag: "@whole" }, async ({ page, service }) => {
    const ids = [...service.company.items.all()].map(({ checkedOutToUserId }) => checkedOutToUserId);
    const [id = "", other = ""] = new Set(ids.filter((holder) => typeof holder === "string"));
    await command(page, "Names of holders");
    await expectFocus(page.getByRole("heading", { name: "Names" }));
    // Playwright takes a moment to answer the system's dialog.
    const chooser = page.waitForEvent("filechooser");
    await pressTo(page, "Tab", page.getByRole("button", { name: "Import…" }));
    await page.keyboard.press("Enter");

    const dialog = page.getByRole("dialog", { name: "Import names" });
    await expectFocus(dialog.getByRole("button", { name: "Choose a file…" }));
    await page.keyboard.press("Enter");
    const text = `Code,Called,Crew\n${id},Ánna Meyer,Night shift\n${other},Bo,\n`;
    await (await chooser).setFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await expect(dialog).toContainText("people.csv: 2 rows");
    // The app recognises none of the headings, so the user has to choose each column.
    await expect(dialog).toContainText("Choose the column with the ids.");
    await chooseByKeys(page, dialog.getByRole("combobox", { name: "Id", exact: true }), "Code");
    await chooseByKeys(page, dialog.getByRole("combobox", { name: "Name", exact: true }), "Called");
    await chooseByKeys(page, dialog.getByRole("combobox", { name: "Team", exact: true }), "Crew");
    await expect(dialog.getByRole("status")).toContainText("2 new, 0 changed, 0 unchanged");
    await pressTo(page, "Tab", dialog.getByRole("button", { name: "Import 2 names" }));
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expectFocus(page.getByRole("button", { name: "Import…" }));
    const row = page.getByRole("row", { name: new RegExp(id) });
    await expect(row).toContainText("Ánna Meyer");
    await expect(row).toContainText("Night shift");

    const show = row.getByRole("button", { name: /^Show \d+ items? of Ánna Meyer$/ });
    const count = Number((await show.textContent())?.replaceAll(",", ""));
    await pressTo(page, "Shift+Tab", page.getByRole("searchbox"));
    await typeText(page, "anna");
    await pressTo(page, "Tab", show);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("group", { name: "Holder is Ánna Meyer" })).toBeVisible();
    expect(await shownRows(page)).toBe(count);
    await expect(cellsOf(page, HOLDER)).toHaveText(Array.from({ length: count }, () => "Ánna Meyer"));
  });
});

/** Chooses an option of a list by its arrow keys. */
async function chooseByKeys(page: Page, box: Locator, name: string): Promise<void> {
  await pressTo(page, "Tab", box);
  await page.keyboard.press("Enter");
  const option = page.getByRole("option", { name, exact: true });
  await expect(option).toBeVisible();
  for (let presses = 0; (await activeOption(box)) !== name; presses += 1) {
    if (presses > 9) throw new Error(`The arrow keys never reached ${name}.`);
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
  await expect(option).toBeHidden();
  await expect(box).toHaveValue(name);
}

/** The option that a screen reader announces, which Enter would choose. */
const activeOption = (box: Locator): Promise<string | undefined> =>
  box.evaluate(
    (input) =>
      document.getElementById(input.getAttribute("aria-activedescendant") ?? "")?.textContent ?? undefined,
  );
