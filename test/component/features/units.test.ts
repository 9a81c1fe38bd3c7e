import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { NO_UNITS, type Units } from "../../../shared/inventory/units.ts";
import { TestPage } from "../page.ts";
import { addFilter, cellsOf, expectText, fill, headerOf, rowsHere } from "../steps.ts";
import { savedRecords, valuesById } from "../../helpers/saved-records.ts";

const page = new TestPage({ items: 400 });
const METRIC: Units = { ...NO_UNITS, length: "m", weight: "kg", width: "mm", thickness: "µm" };

async function connectionId(): Promise<string> {
  const { connection } = await page.call("bootstrap");
  if (!connection) throw new Error("no connection");
  return connection.connectionId;
}
const save = async (units: Units): Promise<void> =>
  page.call("saveRecords", savedRecords(await connectionId(), "units", { "": units }));
const saved = async (): Promise<unknown> =>
  valuesById(await page.call("readRecords", { connectionId: await connectionId(), document: "units" }))[""];
beforeEach(() => save(NO_UNITS));
const openLengthFilter = (): Promise<HTMLElement> => addFilter(page, "Remaining length");

/** Picks a unit; the page has several lists with the same units. */
async function chooseUnit(among: HTMLElement, label: string, unit: string): Promise<void> {
  const box = within(among).getByRole("combobox", { name: label });
  await page.user.click(box);
  const list = await waitFor(() => {
    const found = document.getElementById(box.getAttribute("aria-controls") ?? "");
    if (!found) throw new Error("the list is not open");
    return found;
  });
  await page.user.click(within(list).getByRole("option", { name: unit }));
}

test("the app proposes the units that the weights prove", async () => {
  await page.open("/units");
  const card = await screen.findByRole("region", { name: "What the data say" });
  await within(card).findByText("Lengths in m, weights in kg, widths in mm, thicknesses in µm");
  expect(card).toHaveTextContent(
    /the weights of \d+ items agree .* off by \d(\.\d)?% or less\. Weights include the spool\./,
  );
  await page.user.click(within(card).getByRole("button", { name: "Show as table" }));
  const counts = within(card)
    .getAllByRole("row")
    .slice(1)
    .map((row) => Number(within(row).getAllByRole("cell")[0]?.textContent));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(50);
  await page.user.click(within(card).getByRole("button", { name: "Use these units" }));
  // The page shows the units before they are saved.
  await within(card).findByText("These units are set.");
  // The weights also prove that they include the spool.
  await waitFor(async () => expect(await saved()).toEqual({ ...METRIC, weighing: "gross" }));
  const usual = screen.getByRole("region", { name: "Units of this connection" });
  expect(within(usual).getByRole("combobox", { name: "Lengths" })).toHaveValue("m");
  await chooseUnit(usual, "Lengths", "No unit");
  await waitFor(() => expect(screen.getByRole("button", { name: "Use these units" })).toBeInTheDocument());
  expect(within(usual).getByRole("combobox", { name: "Weights are" })).toHaveValue("With the spool");
  await chooseUnit(usual, "Weights are", "Without the spool");
  await waitFor(async () => expect(await saved()).toMatchObject({ weighing: "net" }));
});

test("headings, details, totals and copied rows show the units after the user set them", async () => {
  await page.open();
  expect(headerOf("Weight")).toBeInTheDocument();
  await save(METRIC);
  await waitFor(() => expect(headerOf("Weight (kg)")).toBeInTheDocument());
  expect(headerOf("Remaining length (m)")).toBeInTheDocument();
  await page.user.click(screen.getByRole("button", { name: "Totals" }));
  const totals = await screen.findByRole("region", { name: "Totals" });
  await within(totals).findByRole("row", { name: /^Weight \(kg\)/ });
  await page.user.click(cellsOf("name")[0] as HTMLElement);
  const details = await screen.findByRole("complementary", { name: /^Details of item/ });
  await waitFor(() =>
    expect(within(details).getByText("Remaining length").parentElement).toHaveTextContent(/\d m$/),
  );
});

test("the app converts lengths and weights to other units", async () => {
  await save({ ...METRIC, shownIn: { length: "ft", weight: "lb" } });
  await page.open();
  await waitFor(() => expect(headerOf("Weight (lb)")).toBeInTheDocument());
  await page.user.click(cellsOf("name")[0] as HTMLElement);
  const details = await screen.findByRole("complementary", { name: /^Details of item/ });
  await waitFor(() =>
    expect(within(details).getByText("Remaining length").parentElement).toHaveTextContent(/\d ft.* m$/),
  );
  await page.open("/units");
  const shownIn = await screen.findByRole("region", { name: "Show in other units" });
  await waitFor(() => expect(within(shownIn).getByRole("combobox", { name: "Lengths" })).toHaveValue("ft"));
  await chooseUnit(shownIn, "Lengths", "As sent");
  await waitFor(async () => expect(await saved()).toMatchObject({ shownIn: { length: null, weight: "lb" } }));
});

test("a filter on converted numbers says that it compares the numbers in the service's unit", async () => {
  await save(METRIC);
  await page.open();
  const asSent = await openLengthFilter();
  await expectText(() => asSent, /\d rows, .* m/);
  expect(asSent).not.toHaveTextContent("sends them");
  await save({ ...METRIC, shownIn: { length: "ft", weight: null } });
  await page.open();
  const converted = await openLengthFilter();
  await expectText(() => converted, /The filter compares numbers as the service sends them, in m\./);
  const cable = { length: "in", weight: null, width: null, thickness: null, weighing: null } as const;
  await save({ ...METRIC, overrides: { cable } });
  await page.open();
  const mixed = await openLengthFilter();
  await expectText(() => mixed, /sends them, each in the unit of its material type\./);
});

test("a material type's own units are shown next to its numbers and totals", async () => {
  const types = await page.call("queryPage", {
    connectionId: await connectionId(),
    resource: "types",
    query: { version: 1, search: "film" },
    offset: 0,
    limit: 1,
  });
  const [type] = types.rows;
  const [id, name] = [String(type?.["id"]), String(type?.["name"])];
  await save(METRIC);
  await page.open("/units");
  const picker = await screen.findByRole("combobox", { name: "Add a material type" });
  await page.user.click(picker);
  fill(picker, name);
  await page.user.click(await screen.findByRole("option", { name }));
  const own = await screen.findByRole("group", { name });
  await chooseUnit(own, `Lengths of ${name}`, "ft");
  const ofType = { length: "ft", weight: null, width: null, thickness: null, weighing: null } as const;
  await waitFor(async () =>
    expect(await saved()).toEqual({
      ...METRIC,
      overrides: { [id]: ofType },
    }),
  );
  await page.open();
  fill(screen.getByRole("searchbox"), name);
  await rowsHere();
  await expectText(() => cellsOf("remainingLength")[0] ?? null, / ft$/);
  await page.user.click(screen.getByRole("button", { name: "Totals" }));
  const totals = await screen.findByRole("region", { name: "Totals" });
  await within(totals).findByRole("row", { name: /^Remaining length \(ft\)/ });
  expect(within(totals).queryByRole("row", { name: /^Remaining length \(m\)/ })).toBeNull();
  await page.open("/units");
  await page.user.click(await screen.findByRole("button", { name: `Remove the units of ${name}` }));
  await waitFor(async () => expect(await saved()).toEqual(METRIC));
});
