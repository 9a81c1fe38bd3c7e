import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { TestPage } from "../../page.ts";
import {
  addFilter,
  cellsOf,
  choose,
  expectRows,
  expectSort,
  expectText,
  fill,
  headerOf,
  shownRows,
  textsOf,
  goBack,
} from "../../steps.ts";

const ITEMS = 400;
const page = new TestPage({ items: ITEMS });
beforeEach(() => page.open());

const group = (name: string | RegExp): Promise<HTMLElement> => screen.findByRole("group", { name });
const numbersOf = (field: string): readonly number[] =>
  textsOf(field).map((text) => Number.parseFloat(text.replaceAll(",", "")));

async function done(editor: HTMLElement): Promise<void> {
  await page.user.click(within(editor).getByRole("button", { name: "Done" }));
}

/** Adds a filter by the first values of a field. */
async function filterBy(field: string, value: RegExp): Promise<void> {
  const editor = await addFilter(page, field);
  const [first] = await within(editor).findAllByRole("checkbox", { name: value });
  await page.user.click(first as HTMLElement);
  await done(editor);
}

test("a location filter reads as a sentence and can be turned off or removed", async () => {
  const { user } = page;
  const editor = await addFilter(page, "Location");
  const [first, second] = await within(editor).findAllByRole("checkbox");
  await user.click(first as HTMLElement);
  await user.click(second as HTMLElement);
  await done(editor);
  const chip = await group(/^Location is .+ or .+/);
  const filtered = await shownRows();
  expect(filtered).toBeGreaterThan(0);
  expect(filtered).toBeLessThan(ITEMS);

  const toggle = within(chip).getByRole("button", { name: /^Filter Location/ });
  expect(toggle).toHaveAttribute("aria-pressed", "true");
  await user.click(toggle);
  expect(toggle).toHaveAttribute("aria-pressed", "false");
  await expectRows(ITEMS);
  await user.click(toggle);
  await expectRows(filtered);

  await user.click(within(chip).getByRole("button", { name: /^Remove filter/ }));
  await waitFor(() => expect(chip).not.toBeInTheDocument());
  await expectRows(ITEMS);
});

test("the user edits a filter in the filter's chip", async () => {
  const { user } = page;
  const first = await addFilter(page, "Status");
  await user.click(await within(first).findByRole("checkbox", { name: /^Available/ }));
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Edit filter Status is Available" }));
  const editor = await screen.findByRole("form", { name: "Filter by Status" });
  await user.click(await within(editor).findByRole("checkbox", { name: /^Archived/ }));
  expect(await group("Status is Available or Archived")).toBeVisible();
  await user.click(within(editor).getByRole("checkbox", { name: /^Archived/ }));
  await user.click(within(editor).getByRole("checkbox", { name: /^Available/ }));
  await done(editor);
  await waitFor(() => expect(screen.queryByRole("group", { name: "Filters" })).toBeNull());
});

test("choosing a value in a column's header turns that column's filter on again", async () => {
  const { user } = page;
  await filterBy("Status", /^Available/);
  await user.click(await screen.findByRole("button", { name: /^Filter Status/ }));
  await expectRows(ITEMS);
  await user.pointer({ keys: "[MouseRight]", target: headerOf("Status") });
  await user.click(await screen.findByRole("menuitem", { name: "Filter…" }));
  const editor = await screen.findByRole("form", { name: "Filter by Status" });
  await user.click(await within(editor).findByRole("checkbox", { name: /^Archived/ }));
  await done(editor);
  expect(await group("Status is Available or Archived")).toBeVisible();
  expect(screen.getByRole("button", { name: /^Filter Status/ })).toHaveAttribute("aria-pressed", "true");
  await waitFor(async () => expect(await shownRows()).toBeLessThan(ITEMS));
  expect(new Set(textsOf("status"))).not.toContain("Checked out");
});

test("the user filters by a range of numbers and by a relative date", async () => {
  const length = await addFilter(page, "Remaining length");
  fill(within(length).getByLabelText("Remaining length: at least"), "10");
  fill(within(length).getByLabelText("Remaining length: at most"), "50");
  await done(length);
  expect(await group("Remaining length is 10 to 50")).toBeVisible();
  expect(await shownRows()).toBeLessThan(ITEMS);
  for (const value of numbersOf("remainingLength")) {
    expect(value).toBeGreaterThanOrEqual(10);
    expect(value).toBeLessThanOrEqual(50);
  }
  await done(await addFilter(page, "Checked out"));
  expect(await group("Checked out within the last 7 days")).toBeVisible();
});

test("a filter keeps a number exactly as typed", async () => {
  const { user } = page;
  const editor = await addFilter(page, "Weight");
  const least = within(editor).getByRole("textbox", { name: "Weight: at least" });
  for (const [typed, sentence] of [
    ["12.5", "Weight is at least 12.5"],
    ["1.50", "Weight is at least 1.5"],
    ["0.05", "Weight is at least 0.05"],
  ] as const) {
    await user.clear(least);
    await user.type(least, typed);
    expect(least).toHaveValue(typed);
    expect(await group(sentence)).toBeVisible();
  }
  await user.type(within(editor).getByRole("textbox", { name: "Weight: at most" }), "0.04");
  await expectText(() => editor, "“at least” is greater than “at most”");
  await choose(page, editor, "Weight: comparison", "is below a share of");
  const percent = await within(editor).findByRole("textbox", { name: "Weight: per cent" });
  await user.clear(percent);
  await user.type(percent, "7.5");
  expect(percent).toHaveValue("7.5");
  await choose(page, editor, "Weight: share of", "Starting length");
  expect(await group(/^Weight is under 7\.5\s?% of Starting length$/)).toBeVisible();
  for (const [key, text] of [
    ["0", "0"],
    [".", "0."],
    ["5", "0.5"],
  ] as const) {
    // The first key replaces the previous number, as in a field whose text is selected.
    const length = key === "0" ? "7.5".length : 0;
    await user.type(
      percent,
      key,
      length > 0 ? { initialSelectionStart: 0, initialSelectionEnd: length } : {},
    );
    expect(percent).toHaveValue(text);
  }
  expect(await group(/^Weight is under 0\.5\s?% of Starting length$/)).toBeVisible();
});

test("an empty result suggests the next step", async () => {
  const { user } = page;
  const search = screen.getByRole("searchbox", { name: "Search items" });
  await user.type(search, "film");
  await waitFor(async () => expect(await shownRows()).toBeLessThan(ITEMS));
  fill(search, "no such thing at all");
  expect(await screen.findByRole("heading", { name: "No items match this filter" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  await expectRows(ITEMS);
  expect(search).toHaveValue("");
});

test("Shift+click adds a second sort column", async () => {
  const { user } = page;
  await user.click(headerOf("Status"));
  await user.keyboard("{Shift>}");
  await user.click(headerOf("Name"));
  await user.keyboard("{/Shift}");
  await expectSort(/^Status/, "ascending");
  await expectSort(/^Name/, "ascending");
  await waitFor(() => expect(cellsOf("status")[0]).toHaveTextContent("Archived"));
});

test("Alt+click on a filter turns all other filters off", async () => {
  const { user } = page;
  for (const field of ["Location", "Status"]) await filterBy(field, /\d$/);
  const summary = (): HTMLElement => screen.getByTestId("filter-summary");
  await waitFor(() => expect(summary()).toHaveTextContent(/^2 filters hide [\d,]+ of 400 items/));
  const shown = await shownRows();
  const [hidden, total] = [...(summary().textContent ?? "").matchAll(/\d{3,}/g)].map(Number);
  expect(shown + (hidden ?? 0)).toBe(total);

  const location = screen.getByRole("button", { name: /^Filter Location/ });
  const status = screen.getByRole("button", { name: /^Filter Status/ });
  await user.keyboard("{Alt>}");
  await user.click(location);
  await user.keyboard("{/Alt}");
  expect(location).toHaveAttribute("aria-pressed", "true");
  expect(status).toHaveAttribute("aria-pressed", "false");
  await waitFor(() => expect(summary()).toHaveTextContent(/^1 filter hides /));
  location.focus();
  await user.keyboard("{Alt>}{Enter}{/Alt}");
  await waitFor(() => expect(status).toHaveAttribute("aria-pressed", "true"));

  await user.pointer({ keys: "[MouseRight]", target: headerOf("Location") });
  await user.click(await screen.findByRole("menuitem", { name: "Hide" }));
  expect(
    await screen.findByRole("button", { name: /^Edit filter Location .*, column hidden$/ }),
  ).toBeVisible();
  await user.click(within(summary()).getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(screen.queryByTestId("filter-summary")).toBeNull());
  await expectRows(ITEMS);
});

test("Alt+Left restores a removed filter", async () => {
  const { user } = page;
  await filterBy("Status", /^Available/);
  await user.click(
    within(await screen.findByTestId("filter-summary")).getByRole("button", { name: "Clear filters" }),
  );
  await waitFor(() => expect(screen.queryByRole("group", { name: "Status is Available" })).toBeNull());
  await goBack(page);
  expect(await group("Status is Available")).toBeVisible();
});
