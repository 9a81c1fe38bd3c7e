import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { TestPage } from "../../page.ts";
import {
  addFilter,
  chooseView,
  expectGone,
  expectRows,
  expectSort,
  expectView,
  fill,
  headerOf,
  openViews,
  rowsHere,
  saveViewAs,
  shownRows,
  textsOf,
  toggleColumn,
  viewSwitcher,
} from "../../steps.ts";

const page = new TestPage({ items: 400 });
beforeEach(() => page.open());

const group = (name: string): Promise<HTMLElement> => screen.findByRole("group", { name });

/** Adds a filter by one status. */
async function filterByStatus(label: string): Promise<void> {
  const editor = await addFilter(page, "Status");
  const value = { name: new RegExp(`^${label}`) };
  await page.user.click(await within(editor).findByRole("checkbox", value));
  await page.user.click(within(editor).getByRole("button", { name: "Done" }));
}

const ownViews = (): readonly (string | null)[] =>
  Array.from(
    screen.queryByRole("list", { name: "Your views" })?.querySelectorAll("[data-view]") ?? [],
    ({ textContent }) => textContent,
  );

async function expectOwnViews(names: readonly string[]): Promise<void> {
  await waitFor(() => expect(ownViews()).toEqual(names));
}

const connectionId = async (): Promise<string> => (await page.call("listConnections")).current ?? "";

test("the user saves, changes, discards and restores a view", async () => {
  const { user } = page;
  await filterByStatus("Archived");
  await user.click(headerOf("Weight"));
  await toggleColumn(page, "Holder");
  await expectView("All, changed");
  await saveViewAs(page, "Old rolls");

  await user.click(screen.getByRole("button", { name: /^Filter Status/ }));
  await expectView("Old rolls, changed");
  await user.click(within(await openViews(page)).getByRole("button", { name: "Discard changes" }));
  await expectView("Old rolls");
  expect(screen.getByRole("button", { name: /^Filter Status/ })).toHaveAttribute("aria-pressed", "true");

  await chooseView(page, "All");
  await expectGone(() => screen.queryByRole("group", { name: "Filters" }));
  await expectRows(400);
  await chooseView(page, "Old rolls");
  expect(await group("Status is Archived")).toBeVisible();
  await expectSort("Weight", "ascending");
  expect(screen.queryByRole("columnheader", { name: "Holder" })).toBeNull();

  await user.click(headerOf("Weight"));
  await user.click(within(await openViews(page)).getByRole("button", { name: "Save" }));
  await expectView("Old rolls");
  await page.reopen();
  await expectView("Old rolls");
  expect(await group("Status is Archived")).toBeVisible();
  await expectSort("Weight", "descending");
});

test("Undo restores unsaved changes after the user chose another view", async () => {
  await filterByStatus("Archived");
  await chooseView(page, "Available");
  expect(await screen.findByText("The changes to “All” were not saved.")).toBeInTheDocument();
  await page.user.click(screen.getAllByRole("button", { name: "Undo" }).at(-1) as HTMLElement);
  await expectView("All, changed");
  expect(await group("Status is Archived")).toBeVisible();
});

test("the user duplicates, moves, renames, deletes and restores views by keyboard", async () => {
  const { user } = page;
  await filterByStatus("Archived");
  await saveViewAs(page, "First");
  await saveViewAs(page, "Second");
  const list = await openViews(page);
  await user.click(within(list).getByRole("button", { name: "Actions for First" }));
  await user.click(await within(list).findByRole("button", { name: "Duplicate" }));
  await expectOwnViews(["First", "Second", "First copy"]);

  const third = screen
    .getByRole("list", { name: "Your views" })
    .querySelectorAll<HTMLElement>("[data-view]")[2];
  third?.focus();
  await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
  await expectOwnViews(["First", "First copy", "Second"]);
  expect(document.activeElement).toHaveTextContent("First copy");

  await user.click(within(list).getByRole("button", { name: "Actions for First" }));
  await user.click(await within(list).findByRole("button", { name: "Rename" }));
  fill(await screen.findByRole("textbox", { name: "Name" }), "second");
  expect(await screen.findByText("Another view has this name.")).toBeInTheDocument();
  fill(screen.getByRole("textbox", { name: "Name" }), "Renamed");
  await user.click(screen.getByRole("textbox", { name: "Name" }));
  await user.keyboard("{Enter}");
  await expectGone(() => screen.queryByRole("textbox", { name: "Name" }));
  const again = await openViews(page);
  await expectOwnViews(["Renamed", "First copy", "Second"]);

  await user.click(within(again).getByRole("button", { name: "Actions for Second" }));
  await user.click(await within(again).findByRole("button", { name: "Delete" }));
  await expectOwnViews(["Renamed", "First copy"]);
  await user.keyboard("{Escape}");
  await expectView("All");
  await user.click(screen.getAllByRole("button", { name: "Undo" }).at(-1) as HTMLElement);
  await expectView("Second");
  await openViews(page);
  await expectOwnViews(["Renamed", "First copy", "Second"]);
});

test("built-in views can be chosen by keyboard but not overwritten", async () => {
  const { user } = page;
  viewSwitcher().focus();
  await user.keyboard("{Enter}");
  const list = await screen.findByRole("dialog", { name: /^View: / });
  await waitFor(() => expect(list.querySelector("[data-view=all]")).toHaveFocus());
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  await expectGone(() => screen.queryByRole("dialog"));
  await expectView("Checked out (longest first)");
  await waitFor(() => expect(viewSwitcher()).toHaveFocus());
  await expectSort("Checked out", "ascending");
  await user.click(await screen.findByRole("button", { name: /^Filter Status/ }));
  const changed = within(await openViews(page));
  expect(changed.queryByRole("button", { name: "Save" })).toBeNull();
  expect(changed.getByRole("button", { name: "Save as…" })).toBeInTheDocument();
});

test('the view "Low remaining" compares two lengths of a row', async () => {
  await toggleColumn(page, "Starting length");
  await chooseView(page, "Low remaining");
  expect(await group("Remaining length is under 10 % of Starting length")).toBeVisible();
  await rowsHere();
  const low = await shownRows();
  expect(low).toBeGreaterThan(0);
  expect(low).toBeLessThan(400);
  const lengths = (field: string): readonly number[] =>
    textsOf(field).map((text) => Number.parseFloat(text.replaceAll(",", "")));
  const [remaining, starting] = [lengths("remainingLength"), lengths("startingLength")];
  expect(starting).toHaveLength(remaining.length);
  remaining.forEach((left, at) => expect(left).toBeLessThan((starting[at] ?? 0) / 10));
});

test("a view that another window creates appears at once", async () => {
  await openViews(page);
  await page.call("createView", {
    connectionId: await connectionId(),
    resource: "items",
    name: "From elsewhere",
    definition: { version: 1, minor: 0, search: "", filters: [], sort: [] },
  });
  await expectOwnViews(["From elsewhere"]);
});
