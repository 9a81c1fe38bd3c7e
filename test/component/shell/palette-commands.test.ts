import { fireEvent, screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { BUILT_IN_VIEWS } from "../../../shared/query/views/built-in-views.ts";
import { TestPage } from "../page.ts";
import {
  addFilter,
  expectGone,
  expectRows,
  expectText,
  expectView,
  fill,
  openViews,
  shownRows,
} from "../steps.ts";

const page = new TestPage({ items: 400 });
beforeEach(() => page.open());

/** Opens the palette and types into it. */
async function look(words: string): Promise<HTMLElement> {
  // A dialog that is still closing would take the focus back.
  await expectGone(() => screen.queryByRole("dialog"));
  await page.user.keyboard("{Control>}k{/Control}");
  const box = await screen.findByRole("combobox", { name: "Go to a command, a view or a record" });
  await waitFor(() => expect(box).toHaveFocus());
  fill(box, words);
  return box;
}

const found = (): readonly HTMLElement[] => {
  const list = screen.queryByRole("listbox", { name: "Found" });
  return list ? within(list).queryAllByRole("option") : [];
};

/** Runs the command whose label begins with the given words. */
async function command(words: string): Promise<void> {
  await look(words);
  await waitFor(() => expect(found()[0]).toHaveTextContent(new RegExp(words, "i")));
  await page.user.keyboard("{Enter}");
}

/** Whether the palette offers a command with exactly this label. */
async function isOffered(label: string): Promise<boolean> {
  await look(label);
  // Screens that match the last word are always offered, so one of them shows that the answer arrived.
  await waitFor(() => expect(screen.getByRole("listbox", { name: "Found" })).toBeInTheDocument());
  const offered = found().some((option) => within(option).queryByText(label) !== null);
  await page.user.keyboard("{Escape}");
  await expectGone(() => screen.queryByRole("listbox", { name: "Found" }));
  return offered;
}

test("palette commands add and clear filters", async () => {
  const all = await shownRows();
  expect(await isOffered("Clear search and filters")).toBe(false);
  await command("Add filter");
  await page.user.click(await screen.findByRole("menuitem", { name: "Status" }));
  const form = await screen.findByRole("form", { name: "Filter by Status" });
  await page.user.click((await within(form).findAllByRole("checkbox"))[0] as HTMLElement);
  await page.user.keyboard("{Escape}");
  await waitFor(async () => expect(await shownRows()).toBeLessThan(all));
  expect(await isOffered("Clear search and filters")).toBe(true);
  await command("Clear search and filters");
  await expectRows(all);
});

test("palette commands save, rename, discard, export, duplicate and delete a view", async () => {
  const { user } = page;
  for (const label of ["Rename this view…", "Delete this view", "Discard changes to this view"])
    expect(await isOffered(label)).toBe(false);
  const nameIt = async (name: string): Promise<void> => {
    const field = within(await screen.findByRole("dialog")).getByLabelText("Name");
    fill(field, name);
    await user.click(field);
    await user.keyboard("{Enter}");
    await expectView(name);
  };
  await command("Save view as");
  await nameIt("Mine");
  await command("Rename this view");
  await nameIt("Ours");

  fill(screen.getByRole("searchbox"), "steel");
  await expectView("Ours, changed");
  await command("Discard changes");
  await expectView("Ours");
  expect(screen.getByRole("searchbox")).toHaveValue("");

  await command("Export this view");
  expect(await screen.findByText(/^Saved/)).toBeInTheDocument();

  await command("Duplicate this view");
  const views = await openViews(page);
  await waitFor(() => expect(within(views).getAllByRole("button", { name: /^Ours/ })).toHaveLength(2));
  await user.keyboard("{Escape}");
  await command("Delete this view");
  await expectView(BUILT_IN_VIEWS.items[0]?.name ?? "");
  const deleted = (await screen.findByText("The view “Ours” was deleted.")).closest(
    "[role=alert]",
  ) as HTMLElement;
  await user.click(within(deleted).getByRole("button", { name: "Undo" }));
  await expectView("Ours");
});

test("palette commands set groups and columns", async () => {
  const lines = (): number => Number(screen.getByRole("treegrid").getAttribute("aria-rowcount"));
  await command("Group by");
  await page.user.click(await screen.findByRole("menuitem", { name: "Status" }));
  expect(await screen.findByRole("group", { name: "Grouped by Status" })).toBeVisible();
  await waitFor(() => expect(lines()).toBe(3 + 1));
  await command("Order groups by");
  await page.user.click(await screen.findByRole("menuitem", { name: "Number of rows" }));
  expect(await screen.findByRole("button", { name: "Order: Number of rows, largest first" })).toBeVisible();
  await command("Open all groups");
  await waitFor(() => expect(lines()).toBeGreaterThan(4));
  await command("Close all groups");
  await waitFor(() => expect(lines()).toBe(4));
  await command("Remove the grouping");
  await expectGone(() => screen.queryByRole("group", { name: "Grouped by Status" }));
  expect(await isOffered("Open all groups")).toBe(false);

  const status = (): HTMLElement | null => screen.queryByRole("columnheader", { name: "Status" });
  fireEvent.contextMenu(status() as HTMLElement);
  await page.user.click(await screen.findByRole("menuitem", { name: "Hide" }));
  await expectGone(status);
  await command("Reset columns");
  await waitFor(() => expect(status()).toBeInTheDocument());
});

test("palette commands select rows and copy the rows in every format", async () => {
  const { under, user } = page;
  const form = await addFilter(page, "Name");
  fill(within(form).getByRole("textbox"), "a");
  await user.keyboard("{Escape}");
  await waitFor(async () => expect(await shownRows()).toBeLessThan(400));
  const shown = await shownRows();
  expect(await isOffered("Clear the selection")).toBe(false);
  await look("select everything");
  await waitFor(() => expect(found()[0]).toHaveTextContent(/^Select everything in the result.*Ctrl\+A/));
  await user.keyboard("{Enter}");
  await expectText(() => screen.queryByTestId("selected-count"), `${shown} rows selected`);
  for (const [words, first] of [
    ["Copy the selected rows", /^[^\n]+\t/],
    ["Copy the selected rows with column names", /^Name\tStatus\t/],
    ["Copy the selected rows as Markdown", /^\| Name \| Status \|/],
    ["Copy the selected rows as JSON", /^\[\n\{"name":/],
    ["Copy the selected rows’ ids", /^itm_\w+\n/],
    ["Copy the selected rows as a table for a document", /^Name\tStatus\t/],
  ] as const) {
    const before = under.copied.length;
    await command(words);
    await waitFor(() => expect(under.copied.length).toBe(before + 1));
    expect([words, first.test(under.copied.at(-1) ?? "")]).toEqual([words, true]);
  }
  await command("Clear the selection");
  await expectGone(() => screen.queryByTestId("selected-count"));
});
