import type { Page } from "@playwright/test";
import { expect, tableTest as test } from "../fixtures.ts";
import { addFilter, cellsOf, choose, chooseView, headerOf, rowsHere, shownRows } from "./steps.ts";

test("a view by status shows that status, and says so in its filter", async ({ page }) => {
  await chooseView(page, "Checked out (longest first)");
  await expect(page.getByRole("group", { name: "Status is Checked out" })).toBeVisible();
  await expect(page.getByTestId("result-count")).toContainText(/ of 5,\d+ items/);
  for (const text of await cellsOf(page, "status").allTextContents()) expect(text).toBe("Checked out");
});

test("a filter by location: chip in words, off without deleting, removed", async ({ page }) => {
  const editor = await addFilter(page, "Location");
  await editor.getByRole("checkbox").nth(0).check();
  await editor.getByRole("checkbox").nth(1).check();
  await editor.getByRole("button", { name: "Done" }).click();
  const chip = page.getByRole("group", { name: /^Location is .+ or .+/ });
  await expect(chip).toBeVisible();
  const filtered = await shownRows(page);
  expect(filtered).toBeGreaterThan(0);
  expect(filtered).toBeLessThan(5_000);

  const toggle = chip.getByRole("button", { name: /^Filter Location/ });
  await expect(toggle).toHaveAttribute("aria-pressed", "true");
  await toggle.click();
  await expect(toggle).toHaveAttribute("aria-pressed", "false");
  await expect.poll(() => shownRows(page)).toBeGreaterThanOrEqual(5_000);
  await toggle.click();
  await expect.poll(() => shownRows(page)).toBeLessThan(5_000);

  await chip.getByRole("button", { name: /^Remove filter/ }).click();
  await expect(chip).toBeHidden();
  await expect.poll(() => shownRows(page)).toBeGreaterThanOrEqual(5_000);
});

test("a chip is edited in place, and goes when it was emptied", async ({ page }) => {
  let editor = await addFilter(page, "Status");
  await editor.getByRole("checkbox", { name: /^Available/ }).check();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Edit filter Status is Available" }).click();
  editor = page.getByRole("form", { name: "Filter by Status" });
  await editor.getByRole("checkbox", { name: /^Archived/ }).check();
  await expect(page.getByRole("group", { name: "Status is Available or Archived" })).toBeVisible();
  await editor.getByRole("checkbox", { name: /^Archived/ }).uncheck();
  await editor.getByRole("checkbox", { name: /^Available/ }).uncheck();
  await editor.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("group", { name: "Filters" })).toBeHidden();
});

test("ranges and relative dates", async ({ page }) => {
  const length = await addFilter(page, "Remaining length");
  await length.getByLabel("Remaining length: at least").fill("10");
  await length.getByLabel("Remaining length: at most").fill("50");
  await length.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("group", { name: "Remaining length is 10 to 50" })).toBeVisible();
  await rowsHere(page);
  await expect.poll(() => shownRows(page)).toBeLessThan(5_000);
  for (const text of await cellsOf(page, "remainingLength").allTextContents()) {
    expect(Number.parseFloat(text)).toBeGreaterThanOrEqual(10);
    expect(Number.parseFloat(text)).toBeLessThanOrEqual(50);
  }

  const checkedOut = await addFilter(page, "Checked out");
  await checkedOut.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("group", { name: "Checked out within the last 7 days" })).toBeVisible();
});

test("numbers are typed with their decimals, letter by letter, and stay as they are typed", async ({
  page,
}) => {
  const editor = await addFilter(page, "Weight");
  const least = editor.getByRole("textbox", { name: "Weight: at least" });
  for (const [typed, words] of [
    ["12.5", "Weight is at least 12.5"],
    ["1.50", "Weight is at least 1.5"],
    ["0.05", "Weight is at least 0.05"],
  ] as const) {
    await least.press("ControlOrMeta+a");
    await least.pressSequentially(typed);
    await expect(least).toHaveValue(typed);
    await expect(page.getByRole("group", { name: words, exact: true })).toBeVisible();
  }
  await editor.getByRole("textbox", { name: "Weight: at most" }).pressSequentially("0.04");
  await expect(editor.getByText("“at least” is greater than “at most”")).toBeVisible();
  await choose(editor, "Weight: comparison", "is below a share of");
  const percent = editor.getByRole("textbox", { name: "Weight: per cent" });
  await percent.press("ControlOrMeta+a");
  await percent.pressSequentially("7.5");
  await expect(percent).toHaveValue("7.5");
  await choose(editor, "Weight: share of", "Starting length");
  await expect(
    page.getByRole("group", { name: /^Weight is under 7\.5\s?% of Starting length$/ }),
  ).toBeVisible();
});

test("a number's histogram: handles by key and pointer, exact numbers, the other filters", async ({
  page,
}) => {
  const editor = await addFilter(page, "Remaining length");
  const bars = editor.getByRole("img", { name: /^Remaining length in 40 steps: most rows, / });
  await expect(bars.locator("rect")).toHaveCount(40);
  const spread = editor.getByText(/^[\d,]+ rows, /);
  const ofAll = (await spread.textContent()) ?? "";
  const lowest = editor.getByRole("slider", { name: "Lowest remaining length" });
  const highest = editor.getByRole("slider", { name: "Highest remaining length" });
  await expect(lowest).toHaveAttribute("aria-valuetext", "no lower bound");
  await lowest.press("PageUp");
  await lowest.press("ArrowRight");
  await expect(lowest).not.toHaveAttribute("aria-valuetext", "no lower bound");
  const least = Number(await lowest.inputValue());
  await expect(editor.getByLabel("Remaining length: at least")).toHaveValue(String(least));
  await expect.poll(() => shownRows(page)).toBeLessThan(5_000);
  // What is filtered here is not what the histogram is of.
  await expect(spread).toHaveText(ofAll);
  await highest.press("Home");
  await expect(highest, "handles do not pass one another").toHaveValue(String(least));
  await highest.press("End");
  await expect(highest).toHaveAttribute("aria-valuetext", "no upper bound");
  await lowest.press("End");
  const [, largest = ""] = /^[\d,]+ rows, \S+ to ([\d,.]+?)[;.]/.exec(ofAll) ?? [];
  await expect(lowest, "no bound is above the largest number").toHaveAttribute("aria-valuetext", largest);
  expect(await shownRows(page)).toBeGreaterThan(0);
  await editor.getByLabel("Remaining length: at least").fill(String(least));

  const track = await highest.boundingBox();
  if (!track) throw new Error("the slider is not on screen");
  await page.mouse.move(track.x + track.width - 7, track.y + track.height / 2);
  await page.mouse.down();
  await page.mouse.move(track.x + track.width / 2, track.y + track.height / 2, { steps: 4 });
  await page.mouse.up();
  const most = Number(await highest.inputValue());
  expect(most).toBeGreaterThan(least);
  await expect(editor.getByLabel("Remaining length: at most")).toHaveValue(String(most));
  await editor.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("group", { name: /^Remaining length is [\d.,]+ to / })).toBeVisible();
  await rowsHere(page);
  for (const text of await cellsOf(page, "remainingLength").allTextContents()) {
    expect(Number.parseFloat(text.replaceAll(",", ""))).toBeGreaterThanOrEqual(least);
    expect(Number.parseFloat(text.replaceAll(",", ""))).toBeLessThanOrEqual(most);
  }
  const other = await addFilter(page, "Remaining length");
  await expect(other.getByText(/^[\d,]+ rows, /)).not.toHaveText(ofAll);
  await expect(other.getByText(/^[\d,]+ rows, /)).toContainText(
    `${(await shownRows(page)).toLocaleString("en")} rows, `,
  );
});

test("dates: any span that ends now, and days by the calendar", async ({ page }) => {
  const editor = await addFilter(page, "Created");
  await editor.getByLabel("Created: how many").fill("30");
  await choose(editor, "Created: unit of time", "weeks");
  await expect(page.getByRole("group", { name: "Created within the last 30 weeks" })).toBeVisible();
  await choose(editor, "Created: comparison", "is more than … ago");
  await expect(page.getByRole("group", { name: "Created more than 30 weeks ago" })).toBeVisible();
  const old = await shownRows(page);
  expect(old).toBeLessThan(5_000);
  await choose(editor, "Created: comparison", "is between days");
  await editor.getByLabel("Created: first day").fill("1990-01-01");
  await editor.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("group", { name: /^Created since .*1990/ })).toBeVisible();
  await expect.poll(() => shownRows(page)).toBeGreaterThan(old);
});

test("search narrows at every letter, and an empty result says what to do", async ({ page }) => {
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Search items" });
  await expect(search).toBeFocused();
  const all = await shownRows(page);
  await search.pressSequentially("film");
  await expect.poll(() => shownRows(page)).toBeLessThan(all);
  await search.fill("no such thing at all");
  await expect(page.getByRole("heading", { name: "No items match this filter" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.poll(() => shownRows(page)).toBe(all);
  await expect(search).toHaveValue("");
});

test("rows that are not counted yet are never told as all there are", async ({ page }) => {
  const count = page.getByTestId("result-count");
  await count.evaluate((element) => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => said.push(element.textContent ?? "")).observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await page.getByRole("searchbox").pressSequentially("foil", { delay: 60 });
  await expect(count).toContainText("of");
  await shownRows(page);
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
  expect(said.length).toBeGreaterThan(0);
  // A hundred is what the first window brings.
  expect(said.filter((text) => text.startsWith("100 "))).toEqual([]);
});

test("a header sorts up, down and not at all", async ({ page }) => {
  const header = headerOf(page, "Weight");
  await header.click();
  await expect(header).toHaveAttribute("aria-sort", "ascending");
  await expect.poll(async () => ascending(await numbers(page))).toBe(true);
  await header.click();
  await expect(header).toHaveAttribute("aria-sort", "descending");
  await expect.poll(async () => ascending((await numbers(page)).toReversed())).toBe(true);
  await header.click();
  await expect(header).toHaveAttribute("aria-sort", "none");
});

test("Shift adds a second column to the order", async ({ page }) => {
  await headerOf(page, "Status").click();
  await headerOf(page, "Name").click({ modifiers: ["Shift"] });
  await expect(page.getByRole("columnheader", { name: /^Status/ })).toHaveAttribute("aria-sort", "ascending");
  await expect(page.getByRole("columnheader", { name: /^Name/ })).toHaveAttribute("aria-sort", "ascending");
  await expect(cellsOf(page, "status").first()).toHaveText("Archived");
});

test("filters, order and columns are remembered, and the chips say so", async ({ page }) => {
  const editor = await addFilter(page, "Weight");
  await editor.getByLabel("Weight: at least").fill("1");
  await editor.getByRole("button", { name: "Done" }).click();
  await headerOf(page, "Name").click();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Holder" }).uncheck();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(page.getByRole("group", { name: "Weight is at least 1" })).toBeVisible();
  await expect(headerOf(page, "Name")).toHaveAttribute("aria-sort", "ascending");
  await expect(headerOf(page, "Holder")).toBeHidden();
});

test("chips: only this one by Alt, marked where their column is hidden; how much is hidden is said", async ({
  page,
}) => {
  for (const field of ["Location", "Status"]) {
    const editor = await addFilter(page, field);
    await editor.getByRole("checkbox").first().check();
    await editor.getByRole("button", { name: "Done" }).click();
  }
  const all = 5_000;
  await expect(page.getByTestId("filter-summary")).toContainText(/^2 filters hide [\d,]+ of 5,\d+ items/);
  const shown = await shownRows(page);
  const said = (await page.getByTestId("filter-summary").textContent()) ?? "";
  const [hidden, total] = [...said.matchAll(/[\d,]{3,}/g)].map(([n]) => Number(n.replaceAll(",", "")));
  expect(shown + (hidden ?? 0)).toBe(total);
  expect(total).toBeGreaterThanOrEqual(all);

  const location = page.getByRole("button", { name: /^Filter Location/ });
  const status = page.getByRole("button", { name: /^Filter Status/ });
  await location.click({ modifiers: ["Alt"] });
  await expect(location).toHaveAttribute("aria-pressed", "true");
  await expect(status).toHaveAttribute("aria-pressed", "false");
  await expect(page.getByTestId("filter-summary")).toContainText(/^1 filter hides /);
  await location.press("Alt+Enter");
  await expect(status).toHaveAttribute("aria-pressed", "true");

  await headerOf(page, "Location").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Hide" }).click();
  await expect(page.getByRole("button", { name: /^Edit filter Location .*, column hidden$/ })).toBeVisible();
  await page.getByTestId("filter-summary").getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByTestId("filter-summary")).toBeHidden();
  await expect.poll(() => shownRows(page)).toBeGreaterThanOrEqual(all);
});

test("filters are part of back and forward, by keys, by buttons, from the search box too", async ({
  page,
}) => {
  const all = await shownRows(page);
  const back = page.getByRole("button", { name: "Back", exact: true });
  const forward = page.getByRole("button", { name: "Forward", exact: true });
  await expect(back).toHaveAttribute("aria-disabled", "true");
  const editor = await addFilter(page, "Status");
  await editor.getByRole("checkbox", { name: /^Available/ }).check();
  await editor.getByRole("button", { name: "Done" }).click();
  const chip = page.getByRole("group", { name: "Status is Available" });
  await expect.poll(() => shownRows(page)).toBeLessThan(all);
  const available = await shownRows(page);
  const search = page.getByRole("searchbox", { name: "Search items" });
  await search.pressSequentially("foil", { delay: 30 });
  await expect.poll(() => shownRows(page)).toBeLessThan(available);
  // What was typed letter by letter goes at once.
  await search.press("Alt+ArrowLeft");
  await expect(search).toHaveValue("");
  await expect.poll(() => shownRows(page)).toBe(available);
  await back.click();
  await expect(chip).toBeHidden();
  await expect.poll(() => shownRows(page)).toBe(all);
  await expect(back).toHaveAttribute("aria-disabled", "true");
  await expect(back).toBeFocused();
  await forward.click();
  await expect(chip).toBeVisible();
  await page.keyboard.press("Alt+ArrowRight");
  await expect(search).toHaveValue("foil");
  await expect(forward).toHaveAttribute("aria-disabled", "true");

  // Another screen lies between, and both are as they were left.
  await page.getByRole("link", { name: "Locations" }).click();
  await page.getByRole("searchbox", { name: "Search locations" }).fill("hall");
  await expect.poll(() => shownRows(page)).toBeLessThan(12);
  await page.keyboard.press("Alt+ArrowLeft");
  await expect.poll(() => shownRows(page)).toBe(12);
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(page.getByRole("searchbox", { name: "Search items" })).toHaveValue("foil");
  await expect(chip).toBeVisible();
});

test("a filter that is cleared at once can be brought back", async ({ page }) => {
  const editor = await addFilter(page, "Status");
  await editor.getByRole("checkbox", { name: /^Available/ }).check();
  await page.keyboard.press("Escape");
  await page.getByTestId("filter-summary").getByRole("button", { name: "Clear filters" }).click();
  const chip = page.getByRole("group", { name: "Status is Available" });
  await expect(chip).toBeHidden();
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(chip).toBeVisible();
});

test("the order and how many rows there are is told once they are known", async ({ page }) => {
  const told = page.locator('[role="status"][aria-live="polite"]').first();
  await headerOf(page, "Weight").click();
  await expect(told).toHaveText(/^5,\d+ items, sorted by Weight ascending$/);
  await headerOf(page, "Status").click({ modifiers: ["Shift"] });
  await expect(told).toHaveText(/^5,\d+ items, sorted by Weight ascending, then Status ascending$/);
  await page.getByRole("searchbox").fill("no such thing");
  await expect(told).toHaveText(/^0 of 5,\d+ items shown, sorted by /);
});

test("going back to another view brings its order back as well", async ({ page }) => {
  await chooseView(page, "Checked out (longest first)");
  await expect(headerOf(page, "Checked out")).toHaveAttribute("aria-sort", "ascending");
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(page.getByRole("button", { name: "View: All" })).toBeVisible();
  await expect(page.getByRole("group", { name: "Filters" })).toBeHidden();
  await page.keyboard.press("Alt+ArrowRight");
  await expect(headerOf(page, "Checked out")).toHaveAttribute("aria-sort", "ascending");
});

async function numbers(page: Page): Promise<number[]> {
  const texts = await cellsOf(page, "weight").allTextContents();
  return texts.map((text) => Number.parseFloat(text.replaceAll(",", "")));
}

function ascending(values: readonly number[]): boolean {
  return values.length > 0 && values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0));
}
