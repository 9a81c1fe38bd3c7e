import { expect, tableTest as test } from "../fixtures.ts";
import { addFilter, cellsOf, filterBy, rowsHere, shownRows } from "./steps.ts";
import { typeText } from "../typing.ts";

test("the user sets a range of numbers in the histogram by keys, by pointer or by typing", async ({
  page,
}) => {
  const editor = await addFilter(page, "Remaining length");
  const bars = editor.getByRole("img", { name: /^Remaining length in 40 steps: most rows, / });
  await expect(bars.locator("rect")).toHaveCount(40);
  const spread = editor.getByText(/^[\d,]+ rows, /);
  const ofAll = (await spread.textContent()) ?? "";
  const lowest = editor.getByRole("slider", { name: "Remaining length: lowest" });
  const highest = editor.getByRole("slider", { name: "Remaining length: highest" });
  await expect(lowest).toHaveAttribute("aria-valuetext", "no lower bound");
  await lowest.press("PageUp");
  await lowest.press("ArrowRight");
  await expect(lowest).not.toHaveAttribute("aria-valuetext", "no lower bound");
  const least = Number(await lowest.inputValue());
  await expect(editor.getByLabel("Remaining length: at least")).toHaveValue(String(least));
  await expect.poll(() => shownRows(page)).toBeLessThan(5_000);
  // The histogram ignores the filter of its own field.
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

test("the app never announces an incomplete count as the total", { tag: "@whole" }, async ({ page }) => {
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
  await page.getByRole("searchbox").focus();
  await typeText(page, "foil");
  await expect(count).toContainText("of");
  await shownRows(page);
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
  expect(said.length).toBeGreaterThan(0);
  // The first page of rows has a hundred rows.
  expect(said.filter((text) => text.startsWith("100 "))).toEqual([]);
});

test("Back and Forward restore filters and searches", { tag: "@whole" }, async ({ page }) => {
  const all = await shownRows(page);
  const back = page.getByRole("button", { name: "Back", exact: true });
  const forward = page.getByRole("button", { name: "Forward", exact: true });
  await expect(back).toHaveAttribute("aria-disabled", "true");
  await filterBy(page, "Status", "Available");
  const chip = page.getByRole("group", { name: "Status is Available" });
  await expect.poll(() => shownRows(page)).toBeLessThan(all);
  const available = await shownRows(page);
  const search = page.getByRole("searchbox", { name: "Search items" });
  await search.focus();
  await typeText(page, "foil");
  await expect.poll(() => shownRows(page)).toBeLessThan(available);
  // One key press clears a text that was typed letter by letter.
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

  // The user visits another screen in between, and both screens keep their state.
  await page.getByRole("link", { name: "Locations" }).click();
  await page.getByRole("searchbox", { name: "Search locations" }).fill("hall");
  await expect.poll(() => shownRows(page)).toBeLessThan(12);
  await page.keyboard.press("Alt+ArrowLeft");
  await expect.poll(() => shownRows(page)).toBe(12);
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(page.getByRole("searchbox", { name: "Search items" })).toHaveValue("foil");
  await expect(chip).toBeVisible();
});
