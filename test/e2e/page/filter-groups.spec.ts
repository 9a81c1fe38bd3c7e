import fs from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, tableTest as test } from "../fixtures.ts";
import {
  addCondition,
  addFilterGroup,
  buildNestedGroup,
  cellsOf,
  headerOf,
  openViews,
  shownRows,
} from "./steps.ts";
import { typeText } from "../typing.ts";

async function match(page: Page, group: string, words: string): Promise<void> {
  await page.getByRole("combobox", { name: `${group}: rows are shown if` }).click();
  await page.getByRole("option", { name: words, exact: true }).click();
}

test("a nested filter group becomes one chip that can be edited and shared", async ({ page }) => {
  const { inner } = await buildNestedGroup(page);
  const noWeight = await addCondition(inner, "Weight");
  await noWeight.getByRole("combobox", { name: "Weight: comparison" }).click();
  await noWeight.getByRole("option", { name: "is empty", exact: true }).click();
  await page.locator("[data-position]").getByRole("button", { name: "Done" }).last().click();

  const words = "Status is Available and (Weight is at least 15 or Weight is empty)";
  const chip = page.getByRole("group", { name: words, exact: true });
  await expect(chip).toBeVisible();
  const either = await shownRows(page);
  expect(either).toBeGreaterThan(0);
  for (const text of await cellsOf(page, "status").allTextContents()) expect(text).toBe("Available");
  for (const text of await cellsOf(page, "weight").allTextContents())
    expect(text === "–" || Number.parseFloat(text) >= 15, text).toBe(true);

  await chip.getByRole("button", { name: /^Filter / }).click();
  await expect.poll(() => shownRows(page)).toBeGreaterThan(4_900);
  await chip.getByRole("button", { name: /^Filter / }).click();
  await expect.poll(() => shownRows(page)).toBe(either);

  await chip.getByRole("button", { name: /^Edit filter / }).click();
  await match(page, "Group at level 2", "None of these holds");
  const negated = "Status is Available and not (Weight is at least 15 or Weight is empty)";
  await expect(page.getByRole("group", { name: negated, exact: true })).toBeVisible();
  await expect.poll(() => shownRows(page)).not.toBe(either);
  for (const text of await cellsOf(page, "weight").allTextContents())
    expect(Number.parseFloat(text)).toBeLessThan(15);
  await page.keyboard.press("Escape");

  await headerOf(page, "Weight").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Hide" }).click();
  await expect(page.getByRole("button", { name: `Edit filter ${negated}, column hidden` })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("group", { name: negated, exact: true })).toBeVisible();

  const download = page.waitForEvent("download");
  await (await openViews(page)).getByRole("button", { name: "Export" }).click();
  const text = await fs.readFile(await (await download).path(), "utf8");
  await page.keyboard.press("Escape");
  await page.getByTestId("filter-summary").getByRole("button", { name: "Clear filters" }).click();
  await (await openViews(page)).getByRole("button", { name: "Import…" }).click();
  const dialog = page.getByRole("dialog", { name: "Import a view" });
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await expect(dialog.getByRole("list", { name: "What the view shows" })).toContainText(negated);
  await dialog.getByLabel("Name").fill("Light ones");
  await dialog.getByRole("button", { name: "Add view" }).click();
  await expect(page.getByRole("group", { name: negated, exact: true })).toBeVisible();
});

/** Walks down a menu that was just opened, checks each entry, and chooses the last. */
async function walkMenu(page: Page, place: Locator, entries: readonly string[]): Promise<void> {
  for (const [at, name] of entries.entries()) {
    // The focus starts on the first entry, a moment after the menu appears.
    if (at > 0) await page.keyboard.press("ArrowDown");
    await expect(place.getByRole("menuitem", { name, exact: true })).toBeFocused();
  }
  await page.keyboard.press("Enter");
}

test("the user builds, ungroups and empties a filter group by keyboard", async ({ page }) => {
  await page.getByRole("button", { name: "Add filter" }).press("Enter");
  await walkMenu(page, page.locator("body"), ["All, any or none of several…"]);
  const builder = page.getByRole("group", { name: "Group of filters" });
  const add = builder.getByRole("button", { name: "Condition", exact: true });
  await add.first().focus();
  await page.keyboard.press("Enter");
  // A menu takes the focus a moment after it appears.
  await expect(builder.getByRole("menuitem", { name: "Id", exact: true })).toBeFocused();
  // Escape first closes only the list, and then the builder.
  await page.keyboard.press("Escape");
  await expect(builder.getByRole("menu")).toBeHidden();
  await expect(builder).toBeVisible();
  await add.first().press("Enter");
  await walkMenu(page, builder, ["Id", "Name"]);
  // The editor of the name has the focus in the text to look for.
  await expect(builder.getByLabel("Name: text")).toBeFocused();
  await typeText(page, "foil");
  await page.keyboard.press("Enter");
  const condition = builder.getByRole("button", { name: "Condition Name contains “foil”", exact: true });
  await expect(condition).toBeFocused();
  await expect(condition).toHaveAttribute("aria-expanded", "false");
  const foils = await shownRows(page);

  await builder.getByRole("button", { name: "Group", exact: true }).focus();
  await page.keyboard.press("Enter");
  const inner = builder.getByRole("group", { name: "Group at level 2" });
  await inner.getByRole("button", { name: "Condition", exact: true }).press("Enter");
  await walkMenu(page, inner, ["Id", "Name", "Status"]);
  const available = inner.getByRole("checkbox", { name: /^Available/ });
  await available.press("Space");
  await expect.poll(() => shownRows(page)).toBeLessThan(foils);
  await inner.getByRole("button", { name: "Dissolve this group" }).press("Enter");
  await expect(inner).toBeHidden();
  await expect(add).toBeFocused();
  await expect(builder.getByRole("button", { name: /^Condition / })).toHaveCount(2);
  await builder.getByRole("button", { name: "Remove condition Name contains “foil”" }).press("Enter");
  await expect(add).toBeFocused();
  await builder.getByRole("button", { name: "Remove condition Status is Available" }).press("Enter");
  await expect.poll(() => shownRows(page)).toBeGreaterThan(4_900);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("group", { name: "Filters" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Add filter" })).toBeFocused();
});

test(
  "filter groups can be nested up to a limit, and the app reports the limit",
  { tag: "@whole" },
  async ({ page }) => {
    const builder = await addFilterGroup(page);
    for (let level = 1; level < 8; level += 1) {
      await builder
        .locator(`[role=group][aria-label$="level ${level}"], :scope`)
        .last()
        .getByRole("button", { name: "Group", exact: true })
        .first()
        .click();
      await expect(builder.getByRole("group", { name: `Group at level ${level + 1}` })).toBeVisible();
    }
    const deepest = builder.getByRole("group", { name: "Group at level 8" });
    await expect(deepest.getByText("Groups cannot be nested any deeper.")).toBeVisible();
    await expect(deepest.getByRole("button", { name: "Group", exact: true })).toBeDisabled();
    const weight = await addCondition(deepest, "Weight");
    await weight.getByLabel("Weight: at least").fill("15");
    await expect(page.getByRole("group", { name: "Weight is at least 15", exact: true })).toBeVisible();
    await expect.poll(() => shownRows(page)).toBeLessThan(4_900);
    await page.keyboard.press("Escape");
    await page.getByRole("grid").getByRole("checkbox").nth(1).click();
    await expect(page.getByText("1 row selected", { exact: true })).toBeVisible();
  },
);
