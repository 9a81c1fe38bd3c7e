import { fireEvent, screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { TestPage } from "../page.ts";
import { cellsOf, expectRows, fill, rowsHere, textsOf, toggleColumn } from "../steps.ts";

const page = new TestPage({ items: 12, fresh: true });

/** Opens the note of the first item from the menu of its cell. */
async function openNote(): Promise<HTMLElement> {
  await rowsHere();
  fireEvent.contextMenu(cellsOf("name")[0] as HTMLElement);
  await page.user.click(await screen.findByRole("menuitem", { name: "Note…" }));
  return screen.findByRole("dialog", { name: /^Note on / });
}

const save = (dialog: HTMLElement): Promise<void> =>
  page.user.click(within(dialog).getByRole("button", { name: "Save" }));

/** Gives the first item a status, and opens the table of items. */
async function openTable(status: string): Promise<string> {
  await page.open("/items");
  await rowsHere();
  const name = textsOf("name")[0] ?? "";
  const first = [...page.service.company.items.all()].find((item) => item.name === name);
  page.service.company.upsertItem({ id: first?.id ?? "", status, checkedOutAt: null });
  await page.refresh();
  return name;
}

test("a note on an item in stock stays; the search, a column and the details show it", async () => {
  const name = await openTable("available");
  const dialog = await openNote();
  const field = within(dialog).getByRole("textbox", { name: "Note" });
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAccessibleDescription("The note stays until you delete it.");
  expect(within(dialog).queryByLabelText("Asked on")).toBeNull();
  fill(field, "Box is damaged");
  await save(dialog);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  fill(screen.getByRole("searchbox", { name: /^Search/ }), "damaged");
  await expectRows(1);
  expect(textsOf("name")).toEqual([name]);
  await toggleColumn(page, "Note");
  await waitFor(() => expect(textsOf("itemNote")).toEqual(["Box is damaged"]));
  fireEvent.click(cellsOf("name")[0] as HTMLElement);
  const details = await screen.findByRole("complementary", { name: new RegExp(name) });
  expect(await within(details).findByText("Box is damaged")).toBeVisible();

  await page.user.click(within(details).getByRole("button", { name: `Note on ${name}` }));
  const again = await screen.findByRole("dialog", { name: `Note on ${name}` });
  await page.user.click(await within(again).findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(within(details).queryByText("Box is damaged")).toBeNull());
});

test("the dialog says when a note is closed, and how long a note can be", async () => {
  await openTable("checked_out");
  const dialog = await openNote();
  const field = within(dialog).getByRole("textbox", { name: "Note" });
  expect(field).toHaveAccessibleDescription("The note is closed when the item is returned.");
  expect(within(dialog).getByLabelText("Asked on")).toBeVisible();
  fill(field, "x".repeat(500));
  expect(field).toHaveAccessibleDescription("A note can have 500 characters.");
  expect(field).toHaveAttribute("maxlength", "500");
});
