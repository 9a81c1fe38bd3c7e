import type { Locator, Page } from "@playwright/test";
import type { SampleService } from "../../../electron/sample-service/index.ts";
import type { Item } from "../../../shared/domain/resources.ts";
import { expect, test } from "../fixtures.ts";
import { addFilter, connected, rowsHere, shownRows } from "./steps.ts";

test.use({ items: 600 });
test.beforeEach(async ({ page, host, service }) => connected(page, host, service));

/** The values that an editor offers, with the count beside each. */
async function offered(editor: Locator, field: string): Promise<Readonly<Record<string, number>>> {
  const options = await editor
    .getByRole("group", { name: field, exact: true })
    .locator("label")
    .evaluateAll((labels) =>
      labels.map((label) => [...label.querySelectorAll("span span")].map(({ textContent }) => textContent)),
    );
  return Object.fromEntries(options.map(([value = "", count = ""]) => [value, Number(count)]));
}

/** What the items say themselves: how many have each value. */
function counted(
  items: readonly Item[],
  wordOf: (item: Item) => string | null | undefined,
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const item of items) {
    const word = wordOf(item) ?? "(empty)";
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}

const WORDS: Readonly<Record<string, string>> = {
  available: "Available",
  checked_out: "Checked out",
  archived: "Archived",
};
const statusOf = ({ status }: Item): string => WORDS[status ?? ""] ?? "";
const placeIn =
  ({ company }: SampleService) =>
  ({ locationId }: Item): string | undefined =>
    company.locations.get(locationId ?? "")?.name;
const isFilm = ({ name }: Item): boolean => name.toLowerCase().includes("film");

async function only(page: Page, field: string, value: RegExp): Promise<void> {
  const editor = await addFilter(page, field);
  await editor.getByRole("checkbox", { name: value }).check();
  await editor.getByRole("button", { name: "Done" }).click();
  await rowsHere(page);
}

test("each value is counted under the other filters and the search, never under its own", async ({
  page,
  service,
}) => {
  const items = [...service.company.items.all()];
  const place = placeIn(service);
  const first = await addFilter(page, "Location");
  await expect.poll(() => offered(first, "Location")).toEqual(counted(items, place));
  // The most frequent first; who hears it hears the count apart from the name.
  const counts = Object.values(await offered(first, "Location"));
  const empty = counts.pop();
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  expect(empty).toBe(items.filter(({ locationId }) => locationId === null).length);
  const halls = items.filter((item) => place(item) === "Hall 1").length;
  await expect(first.getByRole("checkbox", { name: `Hall 1 ${halls}`, exact: true })).toBeVisible();
  await page.keyboard.press("Escape");

  await only(page, "Status", /^Archived/);
  await page.getByRole("searchbox").fill("film");
  const found = items.filter((item) => item.status === "archived" && isFilm(item));
  await expect.poll(() => shownRows(page)).toBe(found.length);
  const second = await addFilter(page, "Location");
  await expect.poll(() => offered(second, "Location")).toEqual(counted(found, place));
  const [chosen = "", many = 0] =
    Object.entries(counted(found, place)).find(([word]) => word !== "(empty)") ?? [];
  await second.getByRole("checkbox", { name: `${chosen} ${many}`, exact: true }).check();
  await expect.poll(() => shownRows(page)).toBe(many);
  expect(await offered(second, "Location")).toEqual(counted(found, place));
  await second.getByRole("button", { name: "Done" }).click();

  // The other one's counts follow this one, and all of them the search.
  await page.getByRole("button", { name: /^Edit filter Status/ }).click();
  const status = page.getByRole("form", { name: "Filter by Status" });
  const here = items.filter((item) => isFilm(item) && place(item) === chosen);
  await expect.poll(() => offered(status, "Status")).toEqual(counted(here, statusOf));
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox").fill("");
  await page.getByRole("button", { name: /^Edit filter Status/ }).click();
  await expect
    .poll(() => offered(status, "Status"))
    .toEqual(
      counted(
        items.filter((item) => place(item) === chosen),
        statusOf,
      ),
    );
});

test("a filter that is off counts nothing out", async ({ page, service }) => {
  const items = [...service.company.items.all()];
  await only(page, "Status", /^Archived/);
  await page.getByRole("button", { name: /^Filter Status/ }).click();
  const editor = await addFilter(page, "Location");
  await expect.poll(() => offered(editor, "Location")).toEqual(counted(items, placeIn(service)));
});

test("rows without a value are counted, and can be the ones that are wanted or not", async ({
  page,
  service,
}) => {
  const items = [...service.company.items.all()];
  const without = items.filter(({ locationId }) => locationId === null).length;
  expect(without).toBeGreaterThan(0);
  const editor = await addFilter(page, "Location");
  await editor.getByRole("checkbox", { name: `(empty) ${without}`, exact: true }).check();
  await expect(page.getByRole("group", { name: "Location is empty" })).toBeVisible();
  await expect.poll(() => shownRows(page)).toBe(without);
  await editor.getByRole("combobox", { name: "Location: comparison" }).click();
  await editor.getByRole("option", { name: "is none of", exact: true }).click();
  await expect.poll(() => shownRows(page)).toBe(items.length - without);
});

test("the search among the values finds by a part, keeps what is ticked, and says where nothing matches", async ({
  page,
  service,
}) => {
  const items = [...service.company.items.all()];
  const counts = counted(items, placeIn(service));
  const halls = Object.fromEntries(Object.entries(counts).filter(([word]) => word.startsWith("Hall")));
  expect(Object.keys(halls)).toHaveLength(3);
  const editor = await addFilter(page, "Location");
  const search = editor.getByRole("textbox", { name: "Search values of Location" });
  await expect(search).toBeFocused();
  await expect(search).toHaveAttribute("placeholder", "Search 12 values");
  await page.keyboard.type("HALL");
  await expect.poll(() => offered(editor, "Location")).toEqual(halls);
  await editor.getByRole("checkbox", { name: /^Hall 2 / }).check();
  await expect.poll(() => shownRows(page)).toBe(counts["Hall 2"]);
  await search.fill("no such place");
  await expect(editor.getByText("No value matches.")).toBeVisible();
  await expect(editor.getByRole("checkbox")).toHaveCount(0);
  await search.fill("");
  await expect.poll(() => offered(editor, "Location")).toEqual(counts);
  await expect(editor.getByRole("checkbox", { checked: true })).toHaveCount(1);
  await expect(editor.getByRole("checkbox", { name: /^Hall 2 / })).toBeChecked();
  await expect(page.getByRole("group", { name: "Location is Hall 2" })).toBeVisible();
});

test("counts follow a refresh while the editor is open", async ({ page, service }) => {
  const items = [...service.company.items.all()];
  const editor = await addFilter(page, "Status");
  await expect.poll(() => offered(editor, "Status")).toEqual(counted(items, statusOf));
  service.company.upsertItem({ id: "itm_new", name: "One more", status: "archived" });
  await page.keyboard.press("F5");
  await expect
    .poll(() => offered(editor, "Status"))
    .toEqual(counted([...service.company.items.all()], statusOf));
});
