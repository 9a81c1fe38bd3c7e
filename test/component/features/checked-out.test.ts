import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { nameRecord, type NameEntry } from "../../../shared/features/names/names.ts";
import { TestPage } from "../page.ts";
import { fill, shownRows } from "../steps.ts";
import { savedRecords, valuesById } from "../../helpers/saved-records.ts";

const page = new TestPage({ items: 0, fresh: true });
const DAY = 86_400_000;
const ago = (days: number): string => new Date(Date.now() - days * DAY).toISOString();

/**
 * Anna has two items, one of them the longest out. A holder without a name has the third item; no holder has
 * the fourth item.
 */
async function fillCompany(): Promise<void> {
  const { company } = page.service;
  const [type] = [...company.types.all()];
  const out = { status: "checked_out", materialTypeId: type?.id ?? null } as const;
  const blank = { locationId: null, remainingLength: 10 };
  company.upsertItem({
    ...blank,
    ...out,
    id: "i-1",
    name: "Old foil",
    checkedOutToUserId: "u-1",
    checkedOutAt: ago(41),
  });
  company.upsertItem({
    ...blank,
    ...out,
    id: "i-2",
    name: "New foil",
    checkedOutToUserId: "u-1",
    checkedOutAt: ago(2),
  });
  company.upsertItem({
    ...blank,
    ...out,
    id: "i-3",
    name: "Cable",
    checkedOutToUserId: "u-2",
    checkedOutAt: ago(12),
  });
  company.upsertItem({
    ...blank,
    ...out,
    id: "i-4",
    name: "Lost roll",
    checkedOutToUserId: null,
    checkedOutAt: ago(3),
  });
  company.upsertItem({ ...blank, id: "i-5", name: "In stock", status: "available" });
  await page.refresh();
  await nameHolders({ id: "u-1", name: "Anna", team: "Night", note: "" });
}
async function nameHolders(...entries: NameEntry[]): Promise<void> {
  const { connection } = await page.call("bootstrap");
  const values = Object.fromEntries(entries.map((entry) => [entry.id, nameRecord(entry)]));
  await page.call("saveRecords", savedRecords(connection?.connectionId ?? "", "names", values));
}
beforeEach(fillCompany);

const groups = (): readonly HTMLElement[] =>
  within(screen.getByRole("table", { name: /^Checked-out items by/ }))
    .getAllByRole("row")
    .slice(1);
const names = (): readonly (string | null)[] =>
  groups().map((row) => within(row).getByRole("rowheader").textContent);
async function expectGroups(...labels: string[]): Promise<void> {
  await waitFor(() => expect(names()).toEqual(labels));
}

test("the summary counts checked-out items; each figure opens the rows that it counts", async () => {
  await page.open("/checked-out");
  const figure = await screen.findByRole("button", { name: /^Items out ?4/ });
  expect(screen.getByText("Holders").parentElement).toHaveTextContent("Holders2");
  expect(screen.getByText("Average time out").parentElement).toHaveTextContent("14 days");
  await page.user.click(figure);
  expect(await shownRows()).toBe(4);
});

test("the screen counts today's returns; the figure opens today's returns in Activity", async () => {
  page.service.company.upsertItem({
    id: "i-3",
    status: "available",
    checkedOutToUserId: null,
    checkedOutAt: null,
  });
  await page.refresh();
  await page.open("/checked-out");
  await page.user.click(await screen.findByRole("button", { name: /^Returned today ?1/ }));
  await waitFor(() => expect(screen.getByTestId("change-count")).toHaveTextContent("1 change"));
});

test("the list begins with the holder of the longest check-out", async () => {
  await page.open("/checked-out");
  await screen.findByRole("table", { name: "Checked-out items by holder" });
  await expectGroups("Anna", "u-2", "No holder");
  expect(screen.getByText("2 holders")).toBeVisible();
  const [anna] = groups();
  expect(anna).toHaveTextContent("Night");
  expect(anna).toHaveTextContent("41 days");
  expect(within(anna as HTMLElement).getByRole("img")).toHaveAccessibleName(
    "1 up to 7 days, 1 31 to 90 days",
  );
  await page.user.click(screen.getByRole("button", { name: "Holder" }));
  expect(screen.getByRole("columnheader", { name: "Holder" })).toHaveAttribute("aria-sort", "ascending");
  await page.user.click(screen.getByRole("button", { name: "Holder" }));
  await expectGroups("u-2", "Anna", "No holder");
});

test("a holder's row expands to its items", async () => {
  await page.open("/checked-out");
  const anna = await screen.findByRole("button", { name: "Anna" });
  await page.user.click(anna);
  const items = await screen.findByRole("table", { name: "Items of Anna" });
  expect(
    within(items)
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  ).toEqual(["Old foil", "New foil"]);
  await page.user.click(
    screen.getByRole("button", { name: "31 to 90 days: 1. Open it in the table, of Anna" }),
  );
  expect(await shownRows()).toBe(1);
});

test("“Copy reminder” reports an error and copies nothing if the items cannot be read", async () => {
  await page.open("/checked-out");
  await page.user.click(await screen.findByRole("button", { name: "Anna" }));
  const remind = await screen.findByRole("button", { name: "Copy reminder" });
  const error = { kind: "store", message: "The disk is full." };
  page.around = async (name, call) => (name === "queryPage" ? { ok: false, error } : call());
  await page.user.click(remind);
  expect(await screen.findByText("The disk is full.")).toBeInTheDocument();
  expect(page.under.copied).toEqual([]);
});

test("the checked-out screen groups by team or item, depending on the URL", async () => {
  await page.open("/checked-out");
  await page.user.click(await screen.findByRole("radio", { name: "Team" }));
  await expectGroups("Night", "No team");
  await page.user.click(screen.getByRole("button", { name: "Open 2 items of No team in the table" }));
  expect(await shownRows()).toBe(2);
  await page.reopen("/checked-out?by=item");
  await expectGroups("Old foil", "Cable", "Lost roll", "New foil");
  await page.user.click(screen.getByRole("button", { name: "Item" }));
  await expectGroups("Cable", "Lost roll", "New foil", "Old foil");
});

test("the user names an unnamed holder on the checked-out screen", async () => {
  await page.open("/checked-out");
  await page.user.click(await screen.findByRole("button", { name: "Name holder u-2" }));
  const dialog = await screen.findByRole("dialog");
  fill(within(dialog).getByRole("textbox", { name: "Name" }), "Boris");
  await page.user.click(within(dialog).getByRole("button", { name: "Save" }));
  await screen.findByRole("button", { name: "Boris" });
  fill(screen.getByRole("searchbox", { name: "Search holders" }), "bor");
  await expectGroups("Boris");
});

test("the screen says that nothing is checked out if no item is out", async () => {
  for (const id of ["i-1", "i-2", "i-3", "i-4"])
    page.service.company.upsertItem({
      id,
      status: "available",
      checkedOutToUserId: null,
      checkedOutAt: null,
    });
  await page.refresh();
  await page.open("/checked-out");
  expect(await screen.findByRole("heading", { name: "Nothing is checked out" })).toBeVisible();
});

test("the screen marks no item as late if too few returns are known", async () => {
  await page.open("/checked-out");
  await screen.findByText(
    /^Fewer than 8 returns were observed.*: too few to say how long items usually are out\.$/,
  );
  const figure = screen.getByText("Out longer than usual").parentElement;
  expect(figure).toHaveTextContent("Out longer than usual–Not known yet");
  expect(screen.queryByRole("button", { name: /^Out longer than usual/ })).toBeNull();
});

test("a time limit marks the items that are out longer, and a button opens only these items' rows", async () => {
  await page.open("/checked-out");
  await page.user.click(await screen.findByRole("button", { name: "Usual times and limits…" }));
  const dialog = await screen.findByRole("dialog");
  fill(within(dialog).getByLabelText("Limit for all types, in days"), "10");
  await page.user.click(within(dialog).getByRole("button", { name: "Save" }));
  await screen.findByText("Longer than usual: longer than the limit of 10 days.");
  await screen.findByRole("button", { name: /^Out longer than usual ?2/ });
  await page.user.click(await screen.findByRole("button", { name: "Anna" }));
  await screen.findByText("41 days; the limit for all types is 10");
  await page.user.click(
    await screen.findByRole("button", { name: "Open 1 item of Anna that is out longer than usual" }),
  );
  expect(await shownRows()).toBe(1);
});

test("saving the dialog of time limits keeps a limit that another window set", async () => {
  await page.open("/checked-out");
  await page.user.click(await screen.findByRole("button", { name: "Usual times and limits…" }));
  const dialog = await screen.findByRole("dialog");
  fill(within(dialog).getByLabelText("Limit for all types, in days"), "10");
  const { connection } = await page.call("bootstrap");
  const connectionId = connection?.connectionId ?? "";
  await page.call("saveRecords", savedRecords(connectionId, "limits", { other: 7 }));
  await page.user.click(within(dialog).getByRole("button", { name: "Save" }));
  // The page shows the new limit before it is saved.
  await screen.findByText("Longer than usual: longer than the limit of 10 days.");
  await waitFor(async () => {
    const records = await page.call("readRecords", { connectionId, document: "limits" });
    expect(valuesById(records)).toEqual({ "": 10, other: 7 });
  });
});

test("an invalid time limit and its error stay visible during any search", async () => {
  const { company } = page.service;
  const [one, other] = [...company.types.all()];
  if (!one || !other) throw new Error("The company has too few material types.");
  company.upsertItem({ id: "i-6", name: "Other", status: "available", materialTypeId: other.id });
  await page.refresh();
  await page.open("/checked-out");
  await page.user.click(await screen.findByRole("button", { name: "Usual times and limits…" }));
  const dialog = await screen.findByRole("dialog");
  const limits = (): readonly (string | null)[] =>
    within(dialog)
      .getAllByRole("rowheader")
      .map(({ textContent }) => textContent);
  await within(dialog).findByLabelText(`Limit for ${one.name}, in days`);
  const both = limits();
  expect(both).toHaveLength(2);
  const search = within(dialog).getByLabelText("Search material types");
  fill(search, other.name);
  expect(limits()).toEqual([other.name]);
  fill(search, "");
  fill(within(dialog).getByLabelText(`Limit for ${one.name}, in days`), "1.5");
  fill(search, other.name);
  expect(limits()).toEqual(both);
  const wrong = within(dialog).getByLabelText(`Limit for ${one.name}, in days`);
  expect(wrong).toHaveValue("1.5");
  expect(wrong).toHaveAccessibleDescription("Write a whole number.");
  expect(within(dialog).getByRole("button", { name: "Save" })).toBeDisabled();
  fill(wrong, "5000");
  expect(wrong).toHaveAccessibleDescription("At most 3650.");
  const all = within(dialog).getByLabelText("Limit for all types, in days");
  fill(all, "5000");
  expect(all).toHaveAccessibleDescription("At most 3650.");
  fill(all, "");
  fill(wrong, "5");
  expect(limits()).toEqual([other.name]);
  expect(within(dialog).getByRole("button", { name: "Save" })).toBeEnabled();
});

test("the dialog of time limits refuses to save more than 40 different numbers of days", async () => {
  const { connection } = await page.call("bootstrap");
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`t-${at}`, at + 1]));
  const [type] = [...page.service.company.types.all()];
  await page.call(
    "saveRecords",
    savedRecords(connection?.connectionId ?? "", "limits", { ...many, [type?.id ?? ""]: 5 }),
  );
  await page.open("/checked-out");
  await screen.findByRole("button", { name: /^Out longer than usual ?2/ });
  await page.user.click(screen.getByRole("button", { name: "Usual times and limits…" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByRole("alert")).toHaveTextContent("more than 40 different numbers of days");
  expect(within(dialog).getByRole("button", { name: "Save" })).toBeDisabled();
});

test("the user copies a reminder for one holder to the clipboard", async () => {
  await page.open("/checked-out");
  await page.user.click(await screen.findByRole("button", { name: "Anna" }));
  await page.user.click(await screen.findByRole("button", { name: "Copy reminder" }));
  await waitFor(() =>
    expect(page.under.copied.at(-1)).toMatch(/^Hello Anna,\n\nour inventory shows 2 items/),
  );
  expect(page.under.copied.at(-1)).toMatch(/^- Old foil \(i-1\), since .+ \(41 days\), 10$/m);
});

test("a hand-over sheet lists one holder's items", async () => {
  await page.open("/checked-out");
  await page.user.click(await screen.findByRole("button", { name: "Anna" }));
  await page.user.click(await screen.findByRole("button", { name: "Hand-over sheet" }));
  await screen.findByRole("heading", { name: "Hand-over: Anna" });
  const items = await screen.findByRole("table", { name: "Items of the sheet" });
  expect(within(items).getAllByRole("row")).toHaveLength(3);
  expect(screen.getByText("Handed over by, date")).toBeInTheDocument();
  // The DOM of these tests cannot print.
  const print = vi.fn<() => void>();
  vi.stubGlobal("print", print);
  onTestFinished(() => void vi.unstubAllGlobals());
  await page.user.click(screen.getByRole("button", { name: "Print…" }));
  expect(print).toHaveBeenCalledOnce();
  await page.user.click(screen.getByRole("button", { name: "Export to Excel…" }));
  await screen.findByText(/saved$/);
  await page.reopen("/checked-out/sheet?team=Night&leaving=true");
  await screen.findByRole("heading", { name: "To be returned: Night" });
  expect(await screen.findAllByRole("checkbox", { name: /^Returned: / })).toHaveLength(2);
});

test("the histories of a holder and an item show each check-out with its return", async () => {
  page.service.company.upsertItem({
    id: "i-2",
    status: "available",
    checkedOutToUserId: null,
    checkedOutAt: null,
  });
  await page.refresh();
  await page.open("/checked-out");
  await page.user.click(await screen.findByRole("button", { name: "Anna" }));
  await page.user.click(await screen.findByRole("button", { name: "History…" }));
  const dialog = await screen.findByRole("dialog", { name: "History: Anna" });
  await within(dialog).findByText(/^Observed since /);
  const [, line] = await within(dialog).findAllByRole("row");
  expect(line).toHaveTextContent(/^New foil.*Returned (between|by) .*2 to 3 days|3 days$/);
  await page.user.click(within(dialog).getByRole("button", { name: "Close" }));
  await page.user.click(screen.getByRole("button", { name: "History of Old foil" }));
  await screen.findByText("No check-out or return was observed since then.");
});

test("a holder's history shows how a check-out ended if the item went missing", async () => {
  const { company } = page.service;
  // If there were fewer items, the app would ask the user before it hides one.
  for (let at = 0; at < 40; at += 1)
    company.upsertItem({ id: `stock-${at}`, name: `Roll ${at}`, status: "available" });
  // The service kept the last holder of the item, so the check-out did not change it.
  company.upsertItem({ id: "i-6", name: "Short foil", status: "available", checkedOutToUserId: "u-1" });
  await page.refresh();
  company.upsertItem({ id: "i-6", status: "checked_out", checkedOutAt: ago(0) });
  await page.refresh();
  company.removeItem("i-6");
  await page.call("syncNow", { full: true });
  await page.open("/checked-out");
  await page.user.click(await screen.findByRole("button", { name: "Anna" }));
  await page.user.click(await screen.findByRole("button", { name: "History…" }));
  const dialog = await screen.findByRole("dialog", { name: "History: Anna" });
  // The app requests a missing item again before it hides the item.
  await waitFor(() =>
    expect(within(dialog).getAllByRole("row")[1]).toHaveTextContent(
      /^Short foil.*No longer returned (between|by) /,
    ),
  );
});

test("a note on an item becomes a former note when the item returns", async () => {
  await page.open("/checked-out?by=item");
  await page.user.click(await screen.findByRole("button", { name: "Note on Cable" }));
  const dialog = await screen.findByRole("dialog", { name: "Note on Cable" });
  fill(await within(dialog).findByLabelText("Note"), "back on Friday");
  fill(within(dialog).getByLabelText("Asked on"), "2026-06-01");
  await page.user.click(within(dialog).getByRole("button", { name: "Save" }));
  await screen.findByText("back on Friday (asked on Jun 1, 2026)");
  await page.user.click(screen.getByRole("radio", { name: "Holder" }));
  fill(await screen.findByRole("searchbox", { name: "Search holders" }), "friday");
  const found = await screen.findByRole("table", { name: "Items whose note matches" });
  expect(within(found).getAllByRole("link")).toHaveLength(1);

  const { connection } = await page.call("bootstrap");
  const connectionId = connection?.connectionId ?? "";
  page.service.company.upsertItem({
    id: "i-3",
    status: "available",
    checkedOutToUserId: null,
    checkedOutAt: null,
  });
  await page.refresh();
  await waitFor(() => expect(screen.queryByRole("table", { name: "Items whose note matches" })).toBeNull());
  const [former] = await page.call("listItemNotes", { connectionId, itemId: "i-3" });
  expect(former).toMatchObject({ text: "back on Friday", archivedAt: expect.any(String) as string });
});
