import { fireEvent, screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, describe, expect, test } from "vitest";
import { recordsOf } from "../../helpers/references.ts";
import { TestPage } from "../page.ts";
import {
  addFilter,
  cellAt,
  choose,
  chooseView,
  expectGone,
  expectRows,
  expectSort,
  expectText,
  expectView,
  fill,
  goTo,
  groupBy,
  headerOf,
  headings,
  openViews,
  rowsHere,
  saveViewAs,
  shownRows,
  textsOf,
} from "../steps.ts";

/** A word in the names of some material types. */
const WORD = "foil";

const page = new TestPage({ items: 60 });
beforeEach(() => page.open());

const namesOf = (records: ReturnType<typeof recordsOf>): Set<string> =>
  new Set(records.map(({ name }) => name));
const labels = (): readonly (string | null)[] =>
  Array.from(document.querySelectorAll("[data-column] [data-label]"), ({ textContent }) => textContent);

async function expectNames(names: ReadonlySet<string>): Promise<void> {
  await waitFor(() => expect(new Set(textsOf("name"))).toEqual(names));
}

/** Chooses from a header's menu. */
async function fromHeader(label: string, entry: string): Promise<void> {
  fireEvent.contextMenu(headerOf(label));
  const menu = await screen.findByRole("menu", { name: `Column ${label}` });
  await page.user.click(within(menu).getByRole("menuitem", { name: entry }));
}

describe("the table of material types", () => {
  const all = (): ReturnType<typeof recordsOf> => recordsOf(page.service, "types");
  const wanted = (): ReturnType<typeof recordsOf> =>
    all().filter(({ name }) => name.toLowerCase().includes(WORD));
  beforeEach(async () => {
    await goTo(page, "Material types");
    await expectText(
      () => screen.queryByTestId("result-count"),
      new RegExp(`^${all().length} material types$`),
    );
    await waitFor(() => expect(textsOf("name")[0]).toMatch(/./));
  });

  test("the header's menu sorts, hides and pins columns, and the table remembers these settings", async () => {
    const { user } = page;
    const [first = ""] = textsOf("name");
    const total = await shownRows();
    await fromHeader("Name", "Sort descending");
    await expectSort("Name", "descending");
    await rowsHere();
    expect(textsOf("name")[0]).not.toBe(first);
    cellAt(0, 0).focus();
    await user.keyboard("{Control>}{End}{/Control}");
    await waitFor(() => expect(cellAt(total - 1, 0)).toHaveTextContent(first));

    await fromHeader("Updated", "Pin to the left");
    await waitFor(() => expect(headerOf("Updated")).toHaveAttribute("data-pin", "left"));
    expect(labels()[0]).toBe("Updated");
    const last = String(labels().at(-1));
    await fromHeader(last, "Hide");
    const lastHeader = (): HTMLElement | null => screen.queryByRole("columnheader", { name: last });
    await expectGone(lastHeader);

    await page.reopen("/types");
    await expectSort("Name", "descending");
    expect(headerOf("Updated")).toHaveAttribute("data-pin", "left");
    expect(lastHeader()).toBeNull();
    // The tables keep their columns apart.
    await goTo(page, "Items");
    await screen.findByRole("grid", { name: "Items" });
    await expectSort("Name", "none");
    // A pinned column is always rendered.
    expect(document.querySelector("[data-pin=left][data-column=updatedAt]")).toBeNull();
  });

  test("the table groups rows by the year of their creation, with the number of rows in each year", async () => {
    const { user } = page;
    const years = new Map<string, number>();
    for (const { createdAt } of all()) {
      const year = String(new Date(createdAt ?? "").getFullYear());
      years.set(year, (years.get(year) ?? 0) + 1);
    }
    await groupBy(page, "Created", "By year");
    await waitFor(() => expect(headings()).toHaveLength(years.size));
    for (const [year, counted] of years) {
      const name = `Created ${year} ${counted} material ${counted === 1 ? "type" : "types"}`;
      expect(screen.getByRole("gridcell", { name })).toBeVisible();
    }
    const [oldestYear = ""] = [...years.keys()].toSorted();
    const oldest = headings().find(({ textContent }) => textContent?.includes(oldestYear));
    expect(oldest).toHaveAttribute("aria-posinset", String(years.size));
    await user.click(oldest as HTMLElement);
    const inYear = all().filter(
      ({ createdAt }) => new Date(createdAt ?? "").getFullYear() === Number(oldestYear),
    );
    await expectNames(namesOf(inYear));
  });

  test("the user saves, changes, discards, leaves and chooses a view, which appears in no other table", async () => {
    const { user } = page;
    const editor = await addFilter(page, "Name");
    fill(within(editor).getByLabelText("Name: text"), WORD);
    await user.click(within(editor).getByRole("button", { name: "Done" }));
    await user.click(headerOf("Name"));
    await user.click(headerOf("Name"));
    await expectView("All, changed");
    await saveViewAs(page, "Some of them");
    await user.click(headerOf("Items"));
    await expectView("Some of them, changed");
    await user.click(within(await openViews(page)).getByRole("button", { name: "Discard changes" }));
    await expectView("Some of them");
    await expectSort("Name", "descending");

    await chooseView(page, "All");
    await expectRows(all().length);
    await expectSort("Name", "none");
    await page.reopen("/types");
    await screen.findByTestId("result-count");
    await chooseView(page, "Some of them");
    await expectRows(wanted().length);
    await expectSort("Name", "descending");
    await expectNames(namesOf(wanted()));
    await goTo(page, "Items");
    await screen.findByRole("grid", { name: "Items" });
    const views = within(await openViews(page));
    expect(await views.findByRole("button", { name: /^Available/ })).toBeInTheDocument();
    expect(views.queryByRole("button", { name: "Some of them" })).toBeNull();
  });
});

test("the filter of an enumeration column offers each value with its number of rows under all other filters", async () => {
  const { user } = page;
  await goTo(page, "Material types");
  await screen.findByRole("grid", { name: "Material types" });
  const types = [...page.service.company.types.all()];
  /** The number of types with each currency, as the editor shows it. */
  const counts = (some: typeof types): Map<string, number> => {
    const found = new Map<string, number>();
    for (const { currency } of some)
      found.set(currency ?? "(empty)", (found.get(currency ?? "(empty)") ?? 0) + 1);
    return found;
  };
  const listed = (editor: HTMLElement): Map<string, number> => {
    const options = within(editor).getByRole("group", { name: "Currency" }).querySelectorAll("label");
    return new Map(
      Array.from(options, (label) => {
        const [value, count] = label.querySelectorAll("span span");
        return [value?.textContent ?? "", Number(count?.textContent)];
      }),
    );
  };
  const editor = await addFilter(page, "Currency");
  await waitFor(() => expect(listed(editor)).toEqual(counts(types)));
  await user.keyboard("{Escape}");

  const width = await addFilter(page, "Width");
  fill(within(width).getByLabelText("Width: at least"), "1200");
  await user.click(within(width).getByRole("button", { name: "Done" }));
  const wide = types.filter((type) => (type.width ?? 0) >= 1_200);
  await expectRows(wide.length);
  const again = await addFilter(page, "Currency");
  await waitFor(() => expect(listed(again)).toEqual(counts(wide)));
  await user.click(within(again).getByRole("checkbox", { name: /^EUR/ }));
  expect(await screen.findByRole("group", { name: "Currency is EUR" })).toBeVisible();
  await expectRows(counts(wide).get("EUR") ?? Number.NaN);
  // A filter does not narrow the values in its own editor.
  expect(listed(again)).toEqual(counts(wide));
  await choose(page, again, "Currency: comparison", "is none of");
  await expectRows(wide.length - (counts(wide).get("EUR") ?? 0));
});
