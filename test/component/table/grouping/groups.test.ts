import { fireEvent, screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { TestPage } from "../../page.ts";
import {
  cellAt,
  cellsOf,
  chooseView,
  expectText,
  fill,
  groupBy,
  headerOf,
  headings,
  openViews,
  saveViewAs,
  shownRows,
} from "../../steps.ts";

const page = new TestPage({ items: 5_000 });
beforeEach(() => page.open());

async function heading(name: string): Promise<HTMLElement> {
  return waitFor(() => {
    const found = headings().find(({ textContent }) => textContent?.includes(name));
    if (!found) throw new Error(`There is no heading ${name}.`);
    return found;
  });
}

const countOf = (line: HTMLElement): number =>
  Number(
    /\s([\d,]+) items?$/
      .exec(line.querySelectorAll('[role="gridcell"]')[1]?.textContent ?? "")?.[1]
      ?.replaceAll(",", ""),
  );

/** The row that has the focus. */
const focusedRow = (): Element | null => document.activeElement?.closest('[role="row"]') ?? null;

test("the table groups rows by a column's value, with row counts and sums", async () => {
  const { user } = page;
  const all = await shownRows();
  await groupBy(page, "Status");
  await waitFor(() => expect(headings()).toHaveLength(3));
  // All groups are closed at first.
  expect(cellsOf("name")).toHaveLength(0);
  expect(headings().reduce((sum, line) => sum + countOf(line), 0)).toBe(all);
  const available = await heading("Available");
  await expectText(() => available.querySelector('[data-field="weight"]'), /^[\d,.]+$/);

  await user.click(await heading("Archived"));
  await waitFor(async () => expect(await heading("Archived")).toHaveAttribute("aria-expanded", "true"));
  await waitFor(() => expect(cellsOf("status")[0]).toHaveTextContent(/^Archived$/));
  const archived = countOf(await heading("Archived"));
  const rowCount = async (role: string, count: number): Promise<void> => {
    await waitFor(() => expect(screen.getByRole(role)).toHaveAttribute("aria-rowcount", String(count)));
  };
  await rowCount("treegrid", archived + 3 + 1);
  await user.click(await heading("Archived"));
  await waitFor(() => expect(cellsOf("name")).toHaveLength(0));

  await user.click(screen.getByRole("button", { name: "Open all" }));
  await rowCount("treegrid", all + 3 + 1);
  await user.click(screen.getByRole("button", { name: "Do not group by Status" }));
  await rowCount("grid", all + 1);
});

test("a group shows a total length only if all its rows have the same material type", async () => {
  const sumOf = (field: string, level: string): HTMLElement | null =>
    document.querySelector(`[role="row"][aria-level="${level}"] [data-field="${field}"]`);
  await groupBy(page, "Location");
  await expectText(() => sumOf("weight", "1"), /^[\d,.]+$/);
  expect(sumOf("remainingLength", "1")).toHaveTextContent(/^–$/);
  expect(sumOf("remainingLength", "1")).toHaveAttribute(
    "title",
    "Remaining length of different material types is not added up. Group by material type to see sums.",
  );
  await groupBy(page, "Material type");
  await page.user.click(headings()[0] as HTMLElement);
  await expectText(() => sumOf("remainingLength", "2"), /^[\d,.]+$/);
});

test("the user opens, moves through and closes nested groups by keyboard", async () => {
  const { user } = page;
  await groupBy(page, "Location");
  await groupBy(page, "Updated", "By quarter");
  expect(await screen.findByRole("group", { name: "Grouped by Updated by quarter" })).toBeVisible();
  const row = (index: number): HTMLElement =>
    document.querySelector(`[data-index="${index}"]`) as HTMLElement;
  await waitFor(() => expect(countOf(row(0))).toBeGreaterThan(0));
  const outer = countOf(row(0));
  cellAt(0, 0).focus();
  await user.keyboard("{ArrowRight}");
  await waitFor(() => expect(row(0)).toHaveAttribute("aria-expanded", "true"));
  expect(cellAt(0, 0)).toHaveFocus();
  await waitFor(() => expect(row(1)).toHaveAttribute("aria-level", "2"));
  await waitFor(() => {
    const quarters = [...document.querySelectorAll<HTMLElement>('[role="row"][aria-level="2"]')];
    expect(quarters.reduce((sum, line) => sum + countOf(line), 0)).toBe(outer);
  });

  await user.keyboard("{ArrowDown}{Enter}");
  await waitFor(() => expect(row(1)).toHaveAttribute("aria-expanded", "true"));
  await waitFor(() => expect(cellAt(2, 0)).toHaveAttribute("data-field", "name"));
  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(cellAt(2, 0)).toHaveFocus());
  await user.keyboard("{Enter}");
  await screen.findByRole("complementary");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(cellAt(2, 0)).toHaveFocus());
  await user.keyboard("{ArrowUp}{ArrowLeft}");
  await waitFor(() => expect(row(1)).toHaveAttribute("aria-expanded", "false"));
  await user.keyboard("{Control>}{End}{/Control}");
  await waitFor(() => {
    expect(document.activeElement).toHaveAttribute("data-cell", expect.stringMatching(/^\d+:\d+$/));
    expect(focusedRow()).toHaveAttribute("aria-posinset", expect.stringMatching(/^\d+$/));
  });

  await user.click(screen.getByRole("button", { name: "Group by Updated by quarter first" }));
  await waitFor(() => expect(row(0)).toHaveTextContent("Updated"));
});

test("sorting by the grouped column sorts the groups", async () => {
  await groupBy(page, "Status");
  await waitFor(() => expect(headings()[0]).toHaveTextContent("Archived"));
  await page.user.click(headerOf("Status"));
  await page.user.click(headerOf("Status"));
  await waitFor(() => {
    expect(headings()[0]).not.toHaveTextContent("Archived");
    expect(headings()[2]).toHaveTextContent("Archived");
  });
});

test("the user sorts groups by row count or by sum", async () => {
  const { user } = page;
  await groupBy(page, "Location");
  const isOrdered = async (direction: 1 | -1): Promise<void> => {
    await waitFor(() => {
      const counts = headings().map(countOf);
      expect(counts.length).toBeGreaterThan(5);
      expect(counts).toEqual(counts.toSorted((left, right) => direction * (left - right)));
    });
  };
  const choose = async (entry: string): Promise<void> => {
    await user.click(await screen.findByRole("button", { name: /^Order: / }));
    await user.click(await screen.findByRole("menuitem", { name: new RegExp(`${entry}$`) }));
  };
  await user.click(await screen.findByRole("button", { name: "Order: Name" }));
  // Lengths of different material types have no sum.
  expect(screen.queryByRole("menuitem", { name: "Sum of Remaining length" })).toBeNull();
  await user.click(await screen.findByRole("menuitem", { name: "Number of rows" }));
  await isOrdered(-1);
  await choose("Smallest first");
  await isOrdered(1);

  await choose("Sum of Weight");
  await screen.findByRole("button", { name: "Order: Sum of Weight, smallest first" });
  await choose("Largest first");
  await waitFor(() => {
    const sums = headings().map((line) =>
      Number(line.querySelector('[data-field="weight"]')?.textContent?.replaceAll(",", "")),
    );
    expect(sums.length).toBeGreaterThan(5);
    expect(sums).toEqual(sums.toSorted((left, right) => right - left));
  });
  await saveViewAs(page, "Heaviest first");
  await chooseView(page, "All");
  await screen.findByRole("grid");
  await chooseView(page, "Heaviest first");
  await screen.findByRole("button", { name: "Order: Sum of Weight, largest first" });
  await page.reopen("/items");
  await screen.findByRole("button", { name: "Order: Sum of Weight, largest first" });
});

test("a header's menu groups the rows, and a view remembers the grouping", async () => {
  fireEvent.contextMenu(headerOf("Material type"));
  await page.user.click(await screen.findByRole("menuitem", { name: "Group by this" }));
  await screen.findByRole("treegrid");
  await saveViewAs(page, "By type");
  await chooseView(page, "All");
  await screen.findByRole("grid");
  await chooseView(page, "By type");
  const grouped = async (): Promise<void> => {
    await waitFor(() => expect(headings()[0]).toHaveTextContent("Material type"));
  };
  await grouped();
  await page.reopen("/items");
  await screen.findByRole("treegrid");
  await grouped();
  const views = await openViews(page);
  expect(await within(views).findByRole("button", { name: /^By type/ })).toBeVisible();
});

test("typing letters moves the focus to matching rows of open groups", async () => {
  const { user } = page;
  await groupBy(page, "Status");
  await user.click(await heading("Available"));
  await waitFor(() => expect(cellsOf("name").length).toBeGreaterThan(3));
  const start = (cellsOf("name")[3]?.textContent ?? "").slice(0, 6);
  cellAt(0, 0).focus();
  await user.keyboard(start);
  await waitFor(() => expect(focusedRow()?.querySelector('[data-field="name"]')).toHaveTextContent(start));
  fill(screen.getByRole("searchbox"), "no such thing at all");
  await waitFor(() => expect(headings()).toHaveLength(0));
  fill(screen.getByRole("searchbox"), "film");
  await waitFor(() => expect(headings()).toHaveLength(2));
});
