import { screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import type { Item } from "../../../../shared/inventory/resources.ts";
import { TestPage } from "../../page.ts";
import { addFilter, choose, expectRows, fill, textsOf } from "../../steps.ts";

const HOUR = 3_600_000;
const page = new TestPage({ items: 400, fresh: true, connected: false });

const allItems = (): readonly Item[] => [...page.service.company.items.all()];
const group = (name: string | RegExp): Promise<HTMLElement> => screen.findByRole("group", { name });

/** Expects exactly these items: their number, and that each rendered row is one of them. */
async function expectItems(wanted: readonly Item[]): Promise<void> {
  await expectRows(wanted.length);
  const names = new Set(wanted.map(({ name }) => name));
  const shown = textsOf("name");
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.filter((name) => !names.has(name))).toEqual([]);
}

const lower = ({ name }: Item): string => name.toLowerCase();

test("each text comparison ignores upper and lower case", async () => {
  await page.connect();
  await page.open();
  const items = allItems();
  const { name: exact } = items.find((item) => lower(item).startsWith("brass foil")) ?? { name: "" };
  const editor = await addFilter(page, "Name");
  const text = within(editor).getByLabelText("Name: text");
  await waitFor(() => expect(text).toHaveFocus());
  for (const [comparison, value, sentence, passes] of [
    ["contains", "FOIL", "Name contains “FOIL”", (item) => lower(item).includes("foil")],
    ["does not contain", "film", "Name does not contain “film”", (item) => !lower(item).includes("film")],
    ["starts with", "alu", "Name starts with “alu”", (item) => lower(item).startsWith("alu")],
    ["is exactly", exact, `Name is exactly “${exact}”`, ({ name }) => name === exact],
    ["is not", exact, `Name is not “${exact}”`, ({ name }) => name !== exact],
  ] as const satisfies readonly (readonly [string, string, string, (item: Item) => boolean])[]) {
    await choose(page, editor, "Name: comparison", comparison);
    fill(text, value);
    expect(await group(sentence)).toBeVisible();
    const wanted = items.filter(passes);
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.length).toBeLessThan(400);
    await expectItems(wanted);
  }
  // Another comparison keeps the text; a filter with an empty text passes all rows.
  await choose(page, editor, "Name: comparison", "contains");
  expect(text).toHaveValue(exact);
  fill(text, "");
  await expectItems(items);
  await waitFor(() => expect(screen.queryByRole("group", { name: "Filters" })).toBeNull());
});

test("a negated text filter also finds rows without a text", async () => {
  await page.connect();
  await page.open();
  const items = allItems();
  const holderOf = ({ checkedOutToUserId }: Item): string | null | undefined => checkedOutToUserId;
  const holder = items.map(holderOf).find(Boolean) ?? "";
  const editor = await addFilter(page, "Holder");
  await choose(page, editor, "Holder: comparison", "is not empty");
  expect(await group("Holder is not empty")).toBeVisible();
  await expectItems(items.filter((item) => holderOf(item) !== null));
  await choose(page, editor, "Holder: comparison", "is empty");
  expect(await group("Holder is empty")).toBeVisible();
  await expectItems(items.filter((item) => holderOf(item) === null));
  await choose(page, editor, "Holder: comparison", "does not contain");
  fill(await within(editor).findByLabelText("Holder: text"), holder);
  await expectItems(items.filter((item) => holderOf(item) !== holder));
  await choose(page, editor, "Holder: comparison", "is exactly");
  await expectItems(items.filter((item) => holderOf(item) === holder));
});

const at = ({ updatedAt }: Item): number => Date.parse(updatedAt ?? "");

test("a relative time filter finds its rows with every unit of time", async () => {
  // The ages are half an hour or half a day beyond each bound, so that no result depends on the test's
  // duration.
  const ages = [0.5, 1.5, 35.5, 36.5, 7 * 24 - 12, 7 * 24 + 12];
  ages.forEach((hours, index) =>
    page.service.company.upsertItem({
      id: `itm_age_${index}`,
      name: `Aged ${hours}`,
      updatedAt: new Date(Date.now() - hours * HOUR).toISOString(),
    }),
  );
  await page.connect();
  await page.open();
  const items = allItems();
  const editor = await addFilter(page, "Updated");
  for (const [amount, unit, hours] of [
    ["1", "hour", 1],
    ["36", "hours", 36],
    ["7", "days", 7 * 24],
    ["10", "weeks", 70 * 24],
  ] as const) {
    fill(within(editor).getByLabelText("Updated: how many"), amount);
    await choose(page, editor, "Updated: unit of time", unit);
    await choose(page, editor, "Updated: comparison", "is within the last");
    const bound = Date.now() - hours * HOUR;
    expect(await group(/^Updated within the last /)).toBeVisible();
    await expectItems(items.filter((item) => at(item) >= bound));
    await choose(page, editor, "Updated: comparison", "is more than … ago");
    expect(await group(/^Updated more than .+ ago$/)).toBeVisible();
    // A row without a date has no age.
    await expectItems(items.filter((item) => at(item) < bound));
  }
});

/** An ISO 8601 date of the local calendar. */
function localDate(date: Date): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

test("a filter by calendar days includes the whole last day", async () => {
  const [first, last] = ["2001-03-05", "2001-03-07"];
  // The first and the last millisecond of both days by the local clock, and the milliseconds around them.
  const [begin, end] = [new Date(2001, 2, 5).getTime(), new Date(2001, 2, 8).getTime()];
  [begin - 1, begin, end - 1, end].forEach((time, index) =>
    page.service.company.upsertItem({
      id: `itm_day_${index}`,
      name: `Day ${index}`,
      updatedAt: new Date(time).toISOString(),
    }),
  );
  page.service.company.upsertItem({ id: "itm_today", name: "Of today" });
  await page.connect();
  await page.open();
  const items = allItems();
  const editor = await addFilter(page, "Updated");
  await choose(page, editor, "Updated: comparison", "is between days");
  const day = (which: string): Promise<HTMLElement> =>
    within(editor).findByLabelText(`Updated: ${which} day`);
  fill(await day("first"), first);
  await expectItems(items.filter((item) => at(item) >= begin));
  fill(await day("last"), last);
  expect(await group(/^Updated from .*2001.* to .*2001/)).toBeVisible();
  await expectItems(items.filter(({ name }) => name === "Day 1" || name === "Day 2"));
  fill(await day("first"), "");
  expect(await group(/^Updated until .*2001/)).toBeVisible();
  await expectItems(items.filter((item) => at(item) < end));
  await choose(page, editor, "Updated: comparison", "is today");
  expect(await group("Updated is today")).toBeVisible();
  const today = localDate(new Date());
  await expectItems(items.filter(({ updatedAt }) => updatedAt && localDate(new Date(updatedAt)) === today));
  await choose(page, editor, "Updated: comparison", "is empty");
  await expectRows(items.filter(({ updatedAt }) => !updatedAt).length);
});
