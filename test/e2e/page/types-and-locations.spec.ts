import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { recordsOf, rename } from "./references.ts";
import {
  addFilter,
  cellsOf,
  choose,
  chooseView,
  connected,
  headerOf,
  openViews,
  refresh,
  rowsHere,
  saveViewAs,
  shownRows,
  shownText,
  viewSwitcher,
} from "./steps.ts";

/** What the two tables beside the items have in common, and what they have not. */
const TABLES = [
  { resource: "types", title: "Material types", one: "material type", many: "material types", word: "foil" },
  { resource: "locations", title: "Locations", one: "location", many: "locations", word: "hall" },
] as const;

const namesOf = (records: ReturnType<typeof recordsOf>): Set<string> =>
  new Set(records.map(({ name }) => name));
const shownNames = (page: Page): Promise<string[]> => cellsOf(page, "name").allTextContents();
const headings = (page: Page): Locator => page.locator('[role="row"][aria-expanded]');
const notice = (page: Page): Locator => page.getByRole("button", { name: /changed.* – apply \(R\)$/ });

/** Chooses from a header's menu. */
async function fromHeader(page: Page, label: string, entry: string): Promise<void> {
  await headerOf(page, label).click({ button: "right" });
  await page
    .getByRole("menu", { name: `Column ${label}` })
    .getByRole("menuitem", { name: entry })
    .click();
}

test.use({ items: 60 });

for (const table of TABLES) {
  test.describe(table.many, () => {
    test.beforeEach(async ({ page, host, service }) => {
      await connected(page, host, service);
      await page.getByRole("link", { name: table.title }).click();
      await expect(page.getByTestId("result-count")).toHaveText(
        `${recordsOf(service, table.resource).length} ${table.many}`,
      );
    });

    test("a column's filter from its header: rows, chip, off, on, removed", async ({ page, service }) => {
      const all = recordsOf(service, table.resource);
      const wanted = all.filter(({ name }) => name.toLowerCase().includes(table.word));
      expect(wanted.length).toBeGreaterThan(1);
      await fromHeader(page, "Name", "Filter…");
      const editor = page.getByRole("form", { name: "Filter by Name" });
      await editor.getByLabel("Name: text").fill(table.word.toUpperCase());
      await editor.getByRole("button", { name: "Done" }).click();
      const chip = page.getByRole("group", { name: `Name contains “${table.word.toUpperCase()}”` });
      await expect(chip).toBeVisible();
      await expect(page.getByTestId("result-count")).toHaveText(
        `${wanted.length} of ${all.length} ${table.many}`,
      );
      await expect.poll(async () => new Set(await shownNames(page))).toEqual(namesOf(wanted));
      await expect(page.getByTestId("filter-summary")).toContainText(
        `1 filter hides ${all.length - wanted.length} of ${all.length} ${table.many}`,
      );
      await expect(headerOf(page, "Name")).toHaveAccessibleDescription(/^filtered/);

      const toggle = chip.getByRole("button", { name: /^Filter Name/ });
      await toggle.click();
      await expect(toggle).toHaveAttribute("aria-pressed", "false");
      await expect.poll(() => shownRows(page)).toBe(all.length);
      await toggle.click();
      await expect.poll(() => shownRows(page)).toBe(wanted.length);
      await chip.getByRole("button", { name: /^Remove filter/ }).click();
      await expect(chip).toBeHidden();
      await expect.poll(() => shownRows(page)).toBe(all.length);
    });

    test("a header's menu sorts, hides and pins, and the table is found so again", async ({ page }) => {
      const first = await shownText(page.locator('[data-cell="0:0"]'));
      const total = await shownRows(page);
      await fromHeader(page, "Name", "Sort descending");
      await expect(headerOf(page, "Name")).toHaveAttribute("aria-sort", "descending");
      await rowsHere(page);
      expect(await shownText(page.locator('[data-cell="0:0"]'))).not.toBe(first);
      await page.locator('[data-cell="0:0"]').focus();
      await page.keyboard.press("Control+End");
      await expect(page.locator(`[data-cell="${total - 1}:0"]`)).toHaveText(first);

      await fromHeader(page, "Updated", "Pin to the left");
      await expect(headerOf(page, "Updated")).toHaveAttribute("data-pin", "left");
      const shown = page.locator("[data-column] [data-label]");
      await expect(shown.first()).toHaveText("Updated");
      const last = await shown.last().textContent();
      await fromHeader(page, String(last), "Hide");
      await expect(headerOf(page, String(last))).toBeHidden();

      await page.reload();
      await expect(headerOf(page, "Name")).toHaveAttribute("aria-sort", "descending");
      await expect(headerOf(page, "Updated")).toHaveAttribute("data-pin", "left");
      await expect(headerOf(page, String(last))).toBeHidden();
      // The tables keep their columns apart.
      await page.getByRole("link", { name: "Items" }).click();
      await expect(headerOf(page, "Name")).toHaveAttribute("aria-sort", "none");
      await expect(headerOf(page, "Updated")).not.toHaveAttribute("data-pin");
    });

    test("rows are grouped by the year of their creation, with the counts of each", async ({
      page,
      service,
    }) => {
      const all = recordsOf(service, table.resource);
      const years = new Map<string, number>();
      for (const { createdAt } of all) {
        const year = String(new Date(createdAt ?? "").getFullYear());
        years.set(year, (years.get(year) ?? 0) + 1);
      }
      await page.getByRole("button", { name: "Group", exact: true }).click();
      await page.getByRole("menuitem", { name: "Created", exact: true }).click();
      await page.getByRole("menuitem", { name: "By year", exact: true }).click();
      await expect(headings(page)).toHaveCount(years.size);
      for (const [year, count] of years) {
        const words = `Created ${year} ${count} ${count === 1 ? table.one : table.many}`;
        await expect(page.getByRole("gridcell", { name: words, exact: true })).toBeVisible();
      }
      const [last = ""] = [...years.keys()].toSorted();
      const oldest = headings(page).filter({ hasText: last });
      await expect(oldest).toHaveAttribute("aria-posinset", String(years.size));
      await oldest.click();
      const within = all.filter(({ createdAt }) => new Date(createdAt ?? "").getFullYear() === Number(last));
      await expect.poll(async () => new Set(await shownNames(page))).toEqual(namesOf(within));
    });

    test("rows are selected and copied as they are shown", async ({ page, context }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      const names = await shownNames(page);
      const labels = await page.locator("[data-column] [data-label]").allTextContents();
      await page.locator('[data-cell="1:-1"]').click();
      await page.locator('[data-cell="3:0"]').click({ modifiers: ["Shift"] });
      await expect(page.getByTestId("selected-count")).toHaveText("3 rows selected");
      await page.keyboard.press("Control+Shift+c");
      await expect(page.getByText("3 rows copied")).toBeVisible();
      const text = await page.evaluate(() => navigator.clipboard.readText());
      const [header, ...lines] = text.split("\n").map((line) => line.split("\t"));
      expect(header?.slice(0, labels.length)).toEqual(labels);
      expect(lines.map(([name]) => name)).toEqual(names.slice(1, 4));
      await page.keyboard.press("Escape");
      await expect(page.getByTestId("selected-count")).toHaveCount(0);
    });

    test("a view is saved, changed, left and had again", async ({ page, service }) => {
      const wanted = recordsOf(service, table.resource).filter(({ name }) =>
        name.toLowerCase().includes(table.word),
      );
      const editor = await addFilter(page, "Name");
      await editor.getByLabel("Name: text").fill(table.word);
      await editor.getByRole("button", { name: "Done" }).click();
      await headerOf(page, "Name").click();
      await headerOf(page, "Name").click();
      await expect(viewSwitcher(page)).toHaveAccessibleName("View: All, changed");
      await saveViewAs(page, "Some of them");
      await headerOf(page, "Updated").click();
      await expect(viewSwitcher(page)).toHaveAccessibleName("View: Some of them, changed");
      await (await openViews(page)).getByRole("button", { name: "Discard changes" }).click();
      await expect(viewSwitcher(page)).toHaveAccessibleName("View: Some of them");
      await expect(headerOf(page, "Name")).toHaveAttribute("aria-sort", "descending");

      await chooseView(page, "All");
      await expect.poll(() => shownRows(page)).toBe(recordsOf(service, table.resource).length);
      await expect(headerOf(page, "Name")).toHaveAttribute("aria-sort", "none");
      await page.reload();
      await chooseView(page, "Some of them");
      await expect.poll(() => shownRows(page)).toBe(wanted.length);
      await expect(headerOf(page, "Name")).toHaveAttribute("aria-sort", "descending");
      expect(namesOf(wanted)).toEqual(new Set(await shownNames(page)));
      // It is a view of this table, and of no other one.
      await page.getByRole("link", { name: "Items" }).click();
      const views = await openViews(page);
      await expect(views.getByRole("button", { name: /^Available/ })).toBeVisible();
      await expect(views.getByRole("button", { name: "Some of them" })).toHaveCount(0);
    });

    test("rows wait while somebody points at them, and come when asked for", async ({ page, service }) => {
      const total = recordsOf(service, table.resource).length;
      const [first, second] = [
        await shownText(page.locator('[data-cell="0:0"]')),
        await shownText(page.locator('[data-cell="1:0"]')),
      ];
      const changed = recordsOf(service, table.resource).find(({ name }) => name === second);
      await page.locator('[data-cell="3:0"]').hover();
      rename(service, table.resource, "new-1", "!! first of all");
      rename(service, table.resource, String(changed?.id), `${second} (new)`);
      await refresh(page);
      await expect(notice(page)).toHaveText("1 row changed here, 1 more in all – apply (R)");
      await expect(page.locator('[data-cell="0:0"]')).toHaveText(first);
      // What a row says changes in place.
      await expect(page.locator('[data-cell="1:0"]')).toHaveText(`${second} (new)`);
      await expect(page.getByTestId("result-count")).toHaveText(`${total} ${table.many}`);
      await page.keyboard.press("r");
      await expect(page.locator('[data-cell="0:0"]')).toHaveText("!! first of all");
      await expect(page.getByTestId("result-count")).toHaveText(`${total + 1} ${table.many}`);
      await expect(notice(page)).toBeHidden();
    });
  });
}

test("an enumeration of material types: each value with its count under the other filters", async ({
  page,
  host,
  service,
}) => {
  await connected(page, host, service);
  await page.getByRole("link", { name: "Material types" }).click();
  const types = [...service.company.types.all()];
  /** How many of some types have each currency, as the editor has it. */
  const counts = (some: typeof types): Map<string, number> => {
    const found = new Map<string, number>();
    for (const { currency } of some)
      found.set(currency ?? "(empty)", (found.get(currency ?? "(empty)") ?? 0) + 1);
    return found;
  };
  const listed = async (editor: Locator): Promise<Map<string, number>> => {
    const options = await editor
      .getByRole("group", { name: "Currency" })
      .locator("label")
      .evaluateAll((labels) =>
        labels.map((label) => [...label.querySelectorAll("span span")].map(({ textContent }) => textContent)),
      );
    return new Map(options.map(([value = "", count = ""]) => [value, Number(count)]));
  };
  const editor = await addFilter(page, "Currency");
  await expect.poll(() => listed(editor)).toEqual(counts(types));
  await page.keyboard.press("Escape");

  const width = await addFilter(page, "Width");
  await width.getByLabel("Width: at least").fill("1200");
  await width.getByRole("button", { name: "Done" }).click();
  const wide = types.filter((type) => (type.width ?? 0) >= 1_200);
  await expect.poll(() => shownRows(page)).toBe(wide.length);
  const again = await addFilter(page, "Currency");
  await expect.poll(() => listed(again)).toEqual(counts(wide));
  await again.getByRole("checkbox", { name: /^EUR/ }).check();
  await expect(page.getByRole("group", { name: "Currency is EUR" })).toBeVisible();
  await expect.poll(() => shownRows(page)).toBe(counts(wide).get("EUR"));
  // Its own filter narrows nothing that it offers.
  expect(await listed(again)).toEqual(counts(wide));
  await choose(again, "Currency: comparison", "is none of");
  await expect.poll(() => shownRows(page)).toBe(wide.length - (counts(wide).get("EUR") ?? 0));
});
