import fs from "node:fs";
import { screen, waitFor, within } from "@testing-library/dom";
import { read, utils } from "@e965/xlsx";
import { beforeEach, expect, test } from "vitest";
import {
  BUILT_IN_CARDS,
  MAX_CARDS,
  readLayout,
  type Layout,
} from "../../../renderer/features/overview/layout.ts";
import { NO_UNITS, type Units } from "../../../shared/inventory/units.ts";
import type { SavedView } from "../../../shared/query/views/views.ts";
import { ofStatus } from "../../../shared/query/views/built-in-views.ts";
import { recordsOf } from "../../helpers/references.ts";
import { TestPage } from "../page.ts";
import { expectGone, expectText, goBack, shownRows } from "../steps.ts";
import { savedRecords } from "../../helpers/saved-records.ts";

const page = new TestPage({ items: 400 });

async function connectionId(): Promise<string> {
  const { connection } = await page.call("bootstrap");
  if (!connection) throw new Error("no connection");
  return connection.connectionId;
}

beforeEach(async () => {
  await page.call("saveUiState", { connectionId: await connectionId(), name: "overview", value: "" });
  await page.call("saveRecords", savedRecords(await connectionId(), "units", { "": NO_UNITS }));
  for (const { id } of await page.call("listViews", { connectionId: await connectionId() }))
    await page.call("deleteView", { connectionId: await connectionId(), id });
});

const saveLayout = async (layout: Layout): Promise<void> =>
  page.call("saveUiState", {
    connectionId: await connectionId(),
    name: "overview",
    value: JSON.stringify(layout),
  });

/** Saves a view of the items that are checked out. */
const createView = async (): Promise<SavedView> =>
  page.call("createView", {
    connectionId: await connectionId(),
    resource: "items",
    name: "Out now",
    definition: {
      version: 1,
      minor: 0,
      search: "",
      filters: [{ enabled: true, filter: ofStatus("checked_out") }],
      sort: [],
    },
  });

/** Opens the overview and waits for its figures. */
async function openOverview(): Promise<void> {
  await page.open("/overview");
  await expectText(() => cardOf("Key figures"), /Items[\d,]+/);
}

const cardOf = (title: string): HTMLElement => screen.getByRole("region", { name: title });
const cardTitles = (): readonly (string | null)[] =>
  screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
/** The marks of a card's chart, by their accessible names. */
const marksOf = (title: string): readonly HTMLElement[] =>
  Array.from(cardOf(title).querySelectorAll<HTMLElement>("[data-mark]"));
const numberIn = (text: string): number =>
  Number(/([\d,]+)(?= since|$)/.exec(text)?.[1]?.replaceAll(",", ""));

/** Expects each mark of a card to open as many rows as its label says. */
async function expectMarksToOpenTheirRows(title: string, some: number): Promise<void> {
  await waitFor(() => expect(marksOf(title).length).toBeGreaterThan(0));
  const names = marksOf(title).slice(0, some).map(nameOf);
  for (const name of names) {
    const mark = marksOf(title).find((other) => nameOf(other) === name);
    if (!mark) throw new Error(`no mark ${name}`);
    await page.user.click(mark);
    expect([name, await shownRows()]).toEqual([name, numberIn(name)]);
    await goBack(page);
    await waitFor(() => expect(marksOf(title).length).toBeGreaterThan(0));
  }
}

/** The name excludes the tooltip, which is inside the hovered mark. */
const nameOf = (mark: HTMLElement): string =>
  mark.getAttribute("aria-label") ?? mark.firstElementChild?.textContent ?? mark.textContent ?? "";

test("the overview is the first screen and has every card", async () => {
  await page.open("");
  await expectText(() => cardOf("Key figures"), "Items");
  expect(window.location.hash).toBe("#/overview");
  expect(cardTitles()).toEqual([
    "Key figures",
    "Stock value",
    "Stock by material type",
    "Stock by location",
    "Time out",
    "Consumption and days of cover",
    "Activity",
    "Stock over time",
    "Not moved",
  ]);
  expect(document.title).toMatch(/^Overview – /);
});

test("each key figure opens the rows that it counts", async () => {
  const types = recordsOf(page.service, "types").slice(0, 7);
  const thresholds = Object.fromEntries(
    types.map(({ id }) => [id, { measure: "items", below: 1e6 }] as const),
  );
  await page.call("saveRecords", savedRecords(await connectionId(), "thresholds", thresholds));
  await openOverview();
  await expectText(() => cardOf("Key figures"), `Low stock${types.length}`);

  const buttons = (): readonly HTMLElement[] => within(cardOf("Key figures")).getAllByRole("button");
  const labels = [
    "Items",
    "Available",
    "Checked out",
    "Archived",
    "Without location",
    "Low stock",
    "Data problems",
  ];
  expect(buttons()).toHaveLength(labels.length);
  for (const [at, label] of labels.entries()) {
    const text = buttons()[at]?.textContent ?? "";
    const counted = Number(new RegExp(`^${label}([\\d,]+)`).exec(text)?.[1]?.replaceAll(",", ""));
    expect(counted).toBeGreaterThan(0);
    await page.user.click(buttons()[at] as HTMLElement);
    expect([label, await shownRows()]).toEqual([label, counted]);
    await goBack(page);
    await expectText(() => cardOf("Key figures"), /Items[\d,]+/);
  }
});

test("each bar and column opens the rows that it counts", async () => {
  await openOverview();
  await expectMarksToOpenTheirRows("Stock by material type", 4);
  await expectMarksToOpenTheirRows("Stock by location", 3);
  await expectMarksToOpenTheirRows("Time out", 5);
}, 120_000);

test("the overview adds lengths of several material types only in a confirmed unit", async () => {
  await openOverview();
  const lengthOf = (): HTMLElement =>
    within(cardOf("Stock by location")).getByRole("radio", { name: "Length" });
  await page.user.click(lengthOf());
  await within(cardOf("Stock by location")).findByText(/have no common sum/);
  const units = { ...NO_UNITS, length: "m", shownIn: { length: "km", weight: null } };
  await page.call("saveRecords", savedRecords(await connectionId(), "units", { "": units }));
  await waitFor(() => expect(marksOf("Stock by location").length).toBeGreaterThan(0));
  const [first] = marksOf("Stock by location");
  expect(nameOf(first as HTMLElement)).toMatch(/[\d.,]+ km$/);
});

test("the overview remembers hidden and moved cards", async () => {
  await openOverview();
  await page.user.click(screen.getByRole("button", { name: "Customise…" }));
  const dialog = await screen.findByRole("dialog", { name: "Customise the overview" });
  await page.user.click(within(dialog).getByRole("checkbox", { name: "Time out" }));
  await page.user.click(within(dialog).getByRole("button", { name: "Move “Activity” up" }));
  await page.user.click(within(dialog).getByRole("button", { name: "Move “Activity” up" }));
  await page.user.click(within(dialog).getByRole("button", { name: "Close" }));
  const wanted = ["Key figures", "Stock value", "Stock by material type", "Stock by location", "Activity"];
  await waitFor(() => expect(cardTitles().slice(0, 5)).toEqual(wanted));
  expect(cardTitles()).not.toContain("Time out");
  await page.reopen("/overview");
  await waitFor(() => expect(cardTitles().slice(0, 5)).toEqual(wanted));
  await page.user.click(screen.getByRole("button", { name: "Customise…" }));
  await page.user.click(await screen.findByRole("button", { name: "Reset to the original cards" }));
  await waitFor(() => expect(cardTitles()).toContain("Time out"));
});

test("a card made from a saved view opens the rows of that view", async () => {
  await openOverview();
  const view = await createView();
  for (const [kind, field] of [
    ["Count", null],
    ["Sum of a column", "Weight"],
    ["Breakdown by a field", "Location"],
  ] as const) {
    await page.user.click(screen.getByRole("button", { name: "Customise…" }));
    const section = await screen.findByRole("region", { name: "Add a card from a view" });
    await chooseIn(section, "View", "Out now (Items)");
    await chooseIn(section, "Show", kind);
    if (field !== null) await chooseIn(section, "Field", field);
    await page.user.click(within(section).getByRole("button", { name: "Add card" }));
    await page.user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Close" }));
    await expectGone(() => screen.queryByRole("dialog"));
  }
  const out = (
    await page.call("queryCount", {
      resource: "items",
      query: { version: 1, filter: { field: "status", op: "is", value: "checked_out" } },
    })
  ).total;
  await waitFor(() => expect(numberIn(cardOf("“Out now”").textContent ?? "")).toBe(out));
  const weighed = [...page.service.company.items.all()].filter(
    ({ status, weight }) => status === "checked_out" && weight !== null,
  );
  await expectText(() => cardOf("Weight in “Out now”"), new RegExp(`in ${weighed.length} rows`));
  await waitFor(() => expect(marksOf("“Out now” by Location").length).toBeGreaterThan(2));
  await expectMarksToOpenTheirRows("“Out now” by Location", 2);
  await page.user.click(within(cardOf("“Out now”")).getByRole("button"));
  expect(await shownRows()).toBe(out);
  await goBack(page);
  await page.call("deleteView", { connectionId: await connectionId(), id: view.id });
  await waitFor(() => expect(screen.getAllByText("This view has been deleted.").length).toBeGreaterThan(2));
});

test("hiding a card keeps a card that another window added", async () => {
  await openOverview();
  const view = await createView();
  const card = { id: crypto.randomUUID(), viewId: view.id, content: { kind: "count" } } as const;
  await saveLayout({ version: 1, order: [...BUILT_IN_CARDS, card.id], hidden: [], own: [card] });
  await page.user.click(screen.getByRole("button", { name: "Customise…" }));
  const dialog = await screen.findByRole("dialog", { name: "Customise the overview" });
  await page.user.click(within(dialog).getByRole("checkbox", { name: "Time out" }));
  const saved = async (): Promise<Layout> =>
    readLayout(await page.call("loadUiState", { connectionId: await connectionId(), name: "overview" }));
  await waitFor(async () => expect(await saved()).toMatchObject({ hidden: ["timeOut"], own: [card] }));
});

test("the user cannot add a card if the overview has the maximum number of cards", async () => {
  const view = await createView();
  const own = Array.from({ length: MAX_CARDS }, () => ({
    id: crypto.randomUUID(),
    viewId: view.id,
    content: { kind: "count" } as const,
  }));
  const hidden = [...BUILT_IN_CARDS, ...own.map(({ id }) => id)];
  await saveLayout({ version: 1, order: hidden, hidden, own });
  await page.reopen("/overview");
  await page.user.click(await screen.findByRole("button", { name: "Customise…" }));
  const section = await screen.findByRole("region", { name: "Add a card from a view" });
  expect(section).toHaveTextContent("An overview has at most 100 cards from views. Remove one first.");
  await page.user.click(screen.getAllByRole("button", { name: /^Remove “/ })[0] as HTMLElement);
  expect(await within(section).findByRole("button", { name: "Add card" })).toBeInTheDocument();
});

/** Picks from one of the lists of a form. */
async function chooseIn(among: HTMLElement, label: string, option: string): Promise<void> {
  const box = within(among).getByRole("combobox", { name: label });
  await page.user.click(box);
  const list = await waitFor(() => {
    const found = document.getElementById(box.getAttribute("aria-controls") ?? "");
    if (!found) throw new Error(`the list of ${label} is not open`);
    return found;
  });
  await page.user.click(within(list).getByRole("option", { name: option }));
}

test("the overview's workbook has a sheet for each card", async () => {
  const units: Units = { ...NO_UNITS, length: "m", shownIn: { length: "ft", weight: null } };
  await page.call("saveRecords", savedRecords(await connectionId(), "units", { "": units }));
  await page.open("/overview");
  const button = await screen.findByRole("button", { name: "Export to Excel…" });
  await waitFor(() => expect(button).toBeEnabled(), { interval: 1 });
  button.click();
  await screen.findByText("saved.json saved");
  const workbook = read(fs.readFileSync(page.under.savesTo));
  expect(workbook.SheetNames).toEqual([
    "Key figures",
    "Stock value",
    "Stock by material type",
    "Stock by location",
    "Time out",
    "Out longest",
    "Consumption and days of cover",
    "Activity",
    "Stock over time",
    "Not moved",
  ]);
  const rowsOf = (name: string): unknown[][] =>
    utils.sheet_to_json<unknown[]>(workbook.Sheets[name] ?? {}, { header: 1 });
  expect(rowsOf("Key figures")[1]?.slice(0, 2)).toEqual(["Items", 400]);
  const [heading, ...types] = rowsOf("Stock by material type");
  expect(heading).toEqual(["Material types", "Available", "Checked out", "Total"]);
  const total = types.reduce((sum, row) => sum + Number(row[3]), 0);
  const [, ...figures] = rowsOf("Key figures");
  expect(total).toBe(Number(figures[1]?.[1]) + Number(figures[2]?.[1]));
  const [columns, largest] = rowsOf("Not moved");
  expect(columns?.[2]).toBe("Remaining length (ft)");
  const cells = within(within(cardOf("Not moved")).getAllByRole("row")[1] as HTMLElement).getAllByRole(
    "cell",
  );
  expect(cells[1]?.textContent).toBe(`${Number(largest?.[2]).toLocaleString("en")} ft`);
});

test("an overview without cards has nothing to export", async () => {
  await saveLayout({ version: 1, order: [], hidden: [...BUILT_IN_CARDS], own: [] });
  await page.reopen("/overview");
  await page.user.click(await screen.findByRole("button", { name: "Customise…" }));
  // The panel opens after the cards are loaded.
  await screen.findByRole("dialog", { name: "Customise the overview" });
  expect(screen.getByRole("button", { name: "Export to Excel…" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Print…" })).toBeDisabled();
});

test("a card never adds lengths of different material types without a unit", async () => {
  const view = await createView();
  const content = { kind: "sum", field: "remainingLength" } as const;
  const card = { id: crypto.randomUUID(), viewId: view.id, content };
  await saveLayout({ version: 1, order: [card.id], hidden: [], own: [card] });
  await page.reopen("/overview");
  const cardHere = (): HTMLElement => cardOf("Remaining length in “Out now”");
  await screen.findByRole("region", { name: "Remaining length in “Out now”" });
  await expectText(cardHere, /–Remaining length of different material types is not added up/);
  await page.call(
    "saveRecords",
    savedRecords(await connectionId(), "units", { "": { ...NO_UNITS, length: "m" } }),
  );
  const known = [...page.service.company.items.all()].filter(
    ({ status, remainingLength }) => status === "checked_out" && remainingLength !== null,
  );
  await expectText(cardHere, new RegExp(`[\\d,.]+ min ${known.length} rows$`));
});

test("a refresh updates the figures and the last point of the stock chart", async () => {
  await openOverview();
  const before = Number(/Checked out([\d,]+)/.exec(cardOf("Key figures").textContent ?? "")?.[1]);
  const [available] = [...page.service.company.items.all()].filter(({ status }) => status === "available");
  page.service.company.upsertItem({
    id: available?.id ?? "",
    status: "checked_out",
    checkedOutToUserId: "usr_new",
    checkedOutAt: new Date().toISOString(),
  });
  await page.refresh();
  await expectText(() => cardOf("Key figures"), new RegExp(`Checked out${before + 1}`));
  await waitFor(async () => {
    const [day] = await page.call("queryStockHistory", { dimension: "types", id: null, days: 1 });
    expect(day?.statuses["checked_out"]?.items).toBe(before + 1);
  });
  await waitFor(() =>
    expect(marksOf("Stock over time").map(nameOf).join(" ")).toContain(`Checked out, ${before + 1}`),
  );
  await waitFor(() => expect(marksOf("Activity").map(nameOf).join(" ")).toContain("Check-outs, 1"));
});
