import type { Page } from "@playwright/test";
import type { Item } from "../../../shared/domain/resources.ts";
import { expect, test } from "../fixtures.ts";
import { addFilter, cellsOf, choose, connected, rowsHere, shownRows } from "./steps.ts";

test.use({ items: 400, viewport: { width: 1_920, height: 1_000 } });

/** Expects those items and no others: their number, and that each row in sight is one of them. */
async function expectItems(page: Page, wanted: readonly Item[]): Promise<void> {
  await expect.poll(() => shownRows(page)).toBe(wanted.length);
  await rowsHere(page);
  const names = new Set(wanted.map(({ name }) => name));
  const shown = await cellsOf(page, "name").allTextContents();
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.filter((name) => !names.has(name))).toEqual([]);
}

const lower = ({ name }: Item): string => name.toLowerCase();

test("every comparison of a text has its rows, whatever the case", async ({ page, host, service }) => {
  await connected(page, host, service);
  const items = [...service.company.items.all()];
  const { name: exact } = items.find((item) => lower(item).startsWith("brass foil"))
    ?? items[0] ?? { name: "" };
  const editor = await addFilter(page, "Name");
  const text = editor.getByLabel("Name: text");
  await expect(text).toBeFocused();
  for (const [comparison, value, words, passes] of [
    ["contains", "FOIL", "Name contains “FOIL”", (item) => lower(item).includes("foil")],
    ["does not contain", "film", "Name does not contain “film”", (item) => !lower(item).includes("film")],
    ["starts with", "alu", "Name starts with “alu”", (item) => lower(item).startsWith("alu")],
    ["is exactly", exact, `Name is exactly “${exact}”`, ({ name }) => name === exact],
    ["is not", exact, `Name is not “${exact}”`, ({ name }) => name !== exact],
  ] as const satisfies readonly (readonly [string, string, string, (item: Item) => boolean])[]) {
    await choose(editor, "Name: comparison", comparison);
    await text.fill(value);
    await expect(page.getByRole("group", { name: words, exact: true })).toBeVisible();
    const wanted = items.filter(passes);
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.length).toBeLessThan(400);
    await expectItems(page, wanted);
  }
  // Another comparison keeps the text; without any, nothing is filtered.
  await choose(editor, "Name: comparison", "contains");
  await expect(text).toHaveValue(exact);
  await text.fill("");
  await expectItems(page, items);
  await expect(page.getByRole("group", { name: "Filters" })).toBeHidden();
});

test("rows with a text, and rows without one; those without do not contain anything", async ({
  page,
  host,
  service,
}) => {
  await connected(page, host, service);
  const items = [...service.company.items.all()];
  const holder = items.find(({ checkedOutToUserId }) => checkedOutToUserId)?.checkedOutToUserId ?? "";
  const editor = await addFilter(page, "Holder");
  await choose(editor, "Holder: comparison", "is not empty");
  await expect(page.getByRole("group", { name: "Holder is not empty" })).toBeVisible();
  await expectItems(
    page,
    items.filter(({ checkedOutToUserId }) => checkedOutToUserId !== null),
  );
  await choose(editor, "Holder: comparison", "is empty");
  await expect(page.getByRole("group", { name: "Holder is empty" })).toBeVisible();
  await expectItems(
    page,
    items.filter(({ checkedOutToUserId }) => checkedOutToUserId === null),
  );
  await choose(editor, "Holder: comparison", "does not contain");
  await editor.getByLabel("Holder: text").fill(holder);
  await expectItems(
    page,
    items.filter(({ checkedOutToUserId }) => checkedOutToUserId !== holder),
  );
  await choose(editor, "Holder: comparison", "is exactly");
  await expectItems(
    page,
    items.filter(({ checkedOutToUserId }) => checkedOutToUserId === holder),
  );
});

const HOUR = 3_600_000;
const at = ({ updatedAt }: Item): number => Date.parse(updatedAt ?? "");

test("spans of time that end now: each unit has its rows", async ({ page, host, service }) => {
  // Half an hour and half a day beyond each bound, so that no test depends on how long it takes.
  const ages = [0.5, 1.5, 35.5, 36.5, 7 * 24 - 12, 7 * 24 + 12];
  ages.forEach((hours, index) =>
    service.company.upsertItem({
      id: `itm_age_${index}`,
      name: `Aged ${hours}`,
      updatedAt: new Date(Date.now() - hours * HOUR).toISOString(),
    }),
  );
  await connected(page, host, service);
  const items = [...service.company.items.all()];
  const editor = await addFilter(page, "Updated");
  const many = editor.getByLabel("Updated: how many");
  for (const [amount, unit, hours] of [
    ["1", "hour", 1],
    ["36", "hours", 36],
    ["7", "days", 7 * 24],
    ["10", "weeks", 70 * 24],
  ] as const) {
    await many.fill(amount);
    await choose(editor, "Updated: unit of time", unit);
    await choose(editor, "Updated: comparison", "is within the last");
    const bound = Date.now() - hours * HOUR;
    await expect(page.getByRole("group", { name: /^Updated within the last / })).toBeVisible();
    await expectItems(
      page,
      items.filter((item) => at(item) >= bound),
    );
    await choose(editor, "Updated: comparison", "is more than … ago");
    await expect(page.getByRole("group", { name: /^Updated more than .+ ago$/ })).toBeVisible();
    // A row without a date is of no age at all.
    await expectItems(
      page,
      items.filter((item) => at(item) < bound),
    );
  }
});

/** An ISO 8601 date of the local calendar. */
function localDate(date: Date): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

test("days of the calendar: from, to, both with the whole of the last day, today, and no date at all", async ({
  page,
  host,
  service,
}) => {
  const [first = "", last = ""] = ["2001-03-05", "2001-03-07"];
  // The first and the last millisecond of both days, by the clock of whoever looks, and the ones beside them.
  const [begin, end] = [new Date(2001, 2, 5).getTime(), new Date(2001, 2, 8).getTime()];
  [begin - 1, begin, end - 1, end].forEach((time, index) =>
    service.company.upsertItem({
      id: `itm_day_${index}`,
      name: `Day ${index}`,
      updatedAt: new Date(time).toISOString(),
    }),
  );
  service.company.upsertItem({ id: "itm_today", name: "Of today" });
  await connected(page, host, service);
  const items = [...service.company.items.all()];
  const editor = await addFilter(page, "Updated");
  await choose(editor, "Updated: comparison", "is between days");
  await editor.getByLabel("Updated: first day").fill(first);
  await expectItems(
    page,
    items.filter((item) => at(item) >= begin),
  );
  await editor.getByLabel("Updated: last day").fill(last);
  await expect(page.getByRole("group", { name: /^Updated from .*2001.* to .*2001/ })).toBeVisible();
  await expectItems(
    page,
    items.filter(({ name }) => name === "Day 1" || name === "Day 2"),
  );
  await editor.getByLabel("Updated: first day").fill("");
  await expect(page.getByRole("group", { name: /^Updated until .*2001/ })).toBeVisible();
  await expectItems(
    page,
    items.filter((item) => at(item) < end),
  );
  await choose(editor, "Updated: comparison", "is today");
  await expect(page.getByRole("group", { name: "Updated is today" })).toBeVisible();
  const today = localDate(new Date());
  await expectItems(
    page,
    items.filter(({ updatedAt }) => updatedAt && localDate(new Date(updatedAt)) === today),
  );
  await choose(editor, "Updated: comparison", "is empty");
  const undated = items.filter(({ updatedAt }) => !updatedAt);
  await expect.poll(() => shownRows(page)).toBe(undated.length);
});
