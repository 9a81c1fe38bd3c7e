import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { TestPage } from "../page.ts";
import {
  cellsOf,
  chooseView,
  expectExactText,
  expectText,
  fill,
  goTo,
  headerOf,
  rowsHere,
  textsOf,
} from "../steps.ts";
import { savedRecords, valuesById } from "../../helpers/saved-records.ts";

const page = new TestPage({ items: 300, fresh: true });

async function connectionId(): Promise<string> {
  const { connection } = await page.call("bootstrap");
  if (!connection) throw new Error("no connection");
  return connection.connectionId;
}

beforeEach(async () => {
  await page.open();
  await goTo(page, /^Material types/);
  await rowsHere();
  await waitFor(() => expect(textsOf("itemCount").some((text) => Number(text) > 0)).toBe(true));
});

const count = (): HTMLElement | null => screen.queryByTestId("result-count");

/** Sets the threshold of the first type by its cell's menu. */
async function setThreshold(below: string): Promise<string> {
  const [name] = cellsOf("name");
  const called = name?.textContent ?? "";
  await page.user.pointer([
    { target: name as HTMLElement },
    { keys: "[MouseRight]", target: name as HTMLElement },
  ]);
  await page.user.click(await screen.findByRole("menuitem", { name: "Low-stock threshold…" }));
  const dialog = await screen.findByRole("dialog", { name: `Low-stock threshold: ${called}` });
  fill(within(dialog).getByLabelText("Low below"), below);
  await page.user.click(within(dialog).getByRole("button", { name: "Save" }));
  await screen.findByText(`${called}: low below ${below} ${below === "1" ? "item" : "items"}`);
  return called;
}

test("the table of material types shows each type's stock and can be sorted by stock", async () => {
  await page.user.click(headerOf("Items"));
  await page.user.click(headerOf("Items"));
  await waitFor(() => {
    const counts = textsOf("itemCount").map(Number);
    expect(counts.length).toBeGreaterThan(5);
    expect(counts).toEqual(counts.toSorted((left, right) => right - left));
  });
});

test("a type below its threshold is marked as low in cell, view and overview", async () => {
  const name = await setThreshold("999");
  await waitFor(() => expect(textsOf("stockLevel")[0]).toBe("Low"));
  expect(cellsOf("stockLevel")[0]).toHaveAttribute("data-status", "low");
  await chooseView(page, "Low stock");
  await expectExactText(count, "1 of 60 material types");
  expect(textsOf("name")).toEqual([name]);
  await goTo(page, "Overview");
  const figures = await screen.findByRole("region", { name: "Key figures" });
  await expectText(() => figures, /Low stock1/);
  await page.user.click(within(figures).getByRole("button", { name: /^Low stock/ }));
  await expectExactText(count, "1 of 60 material types");
  await waitFor(async () => {
    const [today] = await page.call("queryStockHistory", { dimension: "types", id: null, days: 1 });
    expect(today?.lowStock).toBe(1);
  });
  await page.user.click(cellsOf("name")[0] as HTMLElement);
  const details = await screen.findByRole("complementary", { name: `Details of material type ${name}` });
  await within(details).findByText("Low");
  await page.user.click(within(details).getByRole("button", { name: "Low-stock threshold…" }));
  await page.user.click(await screen.findByRole("button", { name: "Remove the threshold" }));
  await expectExactText(count, "0 of 60 material types");
  expect(await thresholdsOf(await connectionId())).toEqual({});
});

const thresholdsOf = async (connection: string): Promise<Record<string, unknown>> =>
  valuesById(await page.call("readRecords", { connectionId: connection, document: "thresholds" }));

test("a type is marked as “Enough” until its stock falls below the threshold", async () => {
  await setThreshold("1");
  await waitFor(() => expect(textsOf("stockLevel")[0]).toBe("Enough"));
  const { rows } = await page.call("queryPage", {
    resource: "types",
    query: { version: 1, filter: { field: "stockLevel", op: "is", value: "enough" } },
    offset: 0,
    limit: 1,
  });
  const typeId = rows[0]?.["id"];
  for (const item of page.service.company.items.all())
    if (item.materialTypeId === typeId) page.service.company.upsertItem({ id: item.id, status: "archived" });
  await page.refresh();
  await waitFor(() => expect(textsOf("stockLevel")[0]).toBe("Low"));
});

test("the user imports thresholds from a file after a preview", async () => {
  const { user } = page;
  const { rows } = await page.call("queryPage", {
    resource: "types",
    query: { version: 1 },
    offset: 0,
    limit: 3,
  });
  const [first, second, third] = rows.map(({ id, name }) => ({ id: String(id), name: String(name) }));
  if (!first || !second || !third) throw new Error("no types");
  const id = await connectionId();
  await page.call(
    "saveRecords",
    savedRecords(id, "thresholds", { [second.id]: { measure: "items", below: 3 } }),
  );
  await user.keyboard("{Control>}k{/Control}");
  await user.keyboard("Import low-stock");
  await user.click(await screen.findByRole("option", { name: /^Import low-stock thresholds…/ }));
  const dialog = await screen.findByRole("dialog", { name: "Import low-stock thresholds" });
  const text = `Name;Threshold;Measure\n${first.id};12,5;length\n${second.name};4;\nNo such type;1;\n${third.id};ten;\n`;
  const input = dialog.querySelector('input[type="file"]') ?? document.querySelector('input[type="file"]');
  await user.upload(input as HTMLInputElement, new File([text], "low.csv", { type: "text/csv" }));
  await expectExactText(() => within(dialog).queryByRole("status"), "1 new, 1 changed, 0 unchanged.");
  expect(within(dialog).getByRole("region", { name: "New" })).toHaveTextContent("low below 12.5 (length)");
  expect(within(dialog).getByRole("region", { name: "Changed" })).toHaveTextContent(
    `${second.name}: low below 4 items (now 3 items)`,
  );
  expect(within(dialog).getByRole("region", { name: /^Unknown material type/ })).toHaveTextContent("Row 4");
  expect(within(dialog).getByRole("region", { name: /^Unclear number/ })).toHaveTextContent("Row 5");
  // Nothing is saved until then.
  expect(Object.keys(await thresholdsOf(id))).toEqual([second.id]);
  await user.click(within(dialog).getByRole("button", { name: "Import 2 thresholds" }));
  await screen.findByText("2 thresholds imported.");
  expect(await thresholdsOf(id)).toEqual({
    [first.id]: { measure: "length", below: 12.5 },
    [second.id]: { measure: "items", below: 4 },
  });
});
