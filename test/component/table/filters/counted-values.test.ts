import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import type { Item } from "../../../../shared/inventory/resources.ts";
import { TestPage } from "../../page.ts";
import { addFilter, choose, expectRows, fill } from "../../steps.ts";

const page = new TestPage({ items: 600, fresh: true });
let items: readonly Item[] = [];
beforeEach(async () => {
  await page.open();
  items = [...page.service.company.items.all()];
});

/** The values that an editor lists, with their counts. */
function listed(editor: HTMLElement, field: string): Readonly<Record<string, number>> {
  const labels = Array.from(within(editor).getByRole("group", { name: field }).querySelectorAll("label"));
  return Object.fromEntries(
    labels.map((label) => {
      const [value, count] = Array.from(
        label.querySelectorAll("span span"),
        ({ textContent }) => textContent,
      );
      return [value, Number(count)];
    }),
  );
}

/** How many items have each value. */
function counted(
  of: readonly Item[],
  wordOf: (item: Item) => string | null | undefined,
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const item of of) {
    const word = wordOf(item) ?? "(empty)";
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}

const LABELS: Readonly<Record<string, string>> = {
  available: "Available",
  checked_out: "Checked out",
  archived: "Archived",
};
const statusOf = ({ status }: Item): string => LABELS[status ?? ""] ?? "";
const placeOf = ({ locationId }: Item): string | undefined =>
  page.service.company.locations.get(locationId ?? "")?.name;
const isFilm = ({ name }: Item): boolean => name.toLowerCase().includes("film");

const expectListed = (
  editor: HTMLElement,
  field: string,
  counts: Readonly<Record<string, number>>,
): Promise<void> => waitFor(() => expect(listed(editor, field)).toEqual(counts));

async function editStatus(): Promise<HTMLElement> {
  await page.user.click(screen.getByRole("button", { name: /^Edit filter Status/ }));
  return screen.findByRole("form", { name: "Filter by Status" });
}

/** Filters by one status. */
async function onlyStatus(status: RegExp): Promise<void> {
  const editor = await addFilter(page, "Status");
  await page.user.click(await within(editor).findByRole("checkbox", { name: status }));
  await page.user.click(within(editor).getByRole("button", { name: "Done" }));
}

test("a filter editor counts the rows that match all filters except the edited filter", async () => {
  const { user } = page;
  const first = await addFilter(page, "Location");
  await expectListed(first, "Location", counted(items, placeOf));
  // The most frequent value comes first, and the empty value last. Screen readers read the count separately
  // from the name.
  const counts = Object.values(listed(first, "Location"));
  const empty = counts.pop();
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  expect(empty).toBe(items.filter(({ locationId }) => locationId === null).length);
  const halls = items.filter((item) => placeOf(item) === "Hall 1").length;
  await waitFor(() => expect(within(first).getByRole("checkbox", { name: `Hall 1 ${halls}` })).toBeVisible());
  await user.keyboard("{Escape}");

  await onlyStatus(/^Archived/);
  fill(screen.getByRole("searchbox"), "film");
  const found = items.filter((item) => item.status === "archived" && isFilm(item));
  await expectRows(found.length);
  const second = await addFilter(page, "Location");
  await expectListed(second, "Location", counted(found, placeOf));
  const [chosen = "", many = 0] =
    Object.entries(counted(found, placeOf)).find(([word]) => word !== "(empty)") ?? [];
  await user.click(within(second).getByRole("checkbox", { name: `${chosen} ${many}` }));
  await expectRows(many);
  expect(listed(second, "Location")).toEqual(counted(found, placeOf));
  await user.click(within(second).getByRole("button", { name: "Done" }));

  // The counts of the other field follow this filter; all counts follow the search.
  const here = items.filter((item) => isFilm(item) && placeOf(item) === chosen);
  await expectListed(await editStatus(), "Status", counted(here, statusOf));
  await user.keyboard("{Escape}");
  fill(screen.getByRole("searchbox"), "");
  await expectListed(
    await editStatus(),
    "Status",
    counted(
      items.filter((item) => placeOf(item) === chosen),
      statusOf,
    ),
  );
});

test("the row counts in a filter editor ignore a filter that is turned off", async () => {
  await onlyStatus(/^Archived/);
  await page.user.click(await screen.findByRole("button", { name: /^Filter Status/ }));
  await expectListed(await addFilter(page, "Location"), "Location", counted(items, placeOf));
});

test("the filter editor counts rows without a value", async () => {
  const without = items.filter(({ locationId }) => locationId === null).length;
  expect(without).toBeGreaterThan(0);
  const editor = await addFilter(page, "Location");
  await page.user.click(await within(editor).findByRole("checkbox", { name: `(empty) ${without}` }));
  expect(await screen.findByRole("group", { name: "Location is empty" })).toBeVisible();
  await expectRows(without);
  await choose(page, editor, "Location: comparison", "is none of");
  await expectRows(items.length - without);
});

test("the search in a filter editor finds parts of values and keeps ticked values ticked", async () => {
  const { user } = page;
  const counts = counted(items, placeOf);
  const halls = Object.fromEntries(Object.entries(counts).filter(([word]) => word.startsWith("Hall")));
  expect(Object.keys(halls)).toHaveLength(3);
  const editor = await addFilter(page, "Location");
  const search = await within(editor).findByRole("textbox", { name: "Search values of Location" });
  await waitFor(() => expect(search).toHaveFocus());
  await waitFor(() => expect(search).toHaveAttribute("placeholder", "Search 12 values"));
  await user.keyboard("HALL");
  await expectListed(editor, "Location", halls);
  await user.click(within(editor).getByRole("checkbox", { name: /^Hall 2 / }));
  await expectRows(counts["Hall 2"] ?? 0);
  fill(search, "no such place");
  expect(await within(editor).findByText("No value matches.")).toBeVisible();
  expect(within(editor).queryAllByRole("checkbox")).toHaveLength(0);
  fill(search, "");
  await expectListed(editor, "Location", counts);
  const ticked = within(editor).getAllByRole("checkbox", { checked: true });
  expect(ticked).toEqual([within(editor).getByRole("checkbox", { name: /^Hall 2 / })]);
  expect(screen.getByRole("group", { name: "Location is Hall 2" })).toBeVisible();
});

test("the row counts in an open filter editor update after a refresh", async () => {
  const editor = await addFilter(page, "Status");
  await expectListed(editor, "Status", counted(items, statusOf));
  page.service.company.upsertItem({ id: "itm_new", name: "One more", status: "archived" });
  await page.user.keyboard("{F5}");
  await expectListed(editor, "Status", counted([...page.service.company.items.all()], statusOf));
});
