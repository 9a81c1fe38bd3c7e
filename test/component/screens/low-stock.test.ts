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

const page = new TestPage({ items: 300, fresh: true });

async function profileId(): Promise<string> {
  const { connection } = await page.call("bootstrap");
  if (!connection) throw new Error("no connection");
  return connection.profileId;
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
  await screen.findByText(`${called}: low below ${below} items`);
  return called;
}

test("material types show their stock, and are sorted by it", async () => {
  await page.user.click(headerOf("Items"));
  await page.user.click(headerOf("Items"));
  await waitFor(() => {
    const counts = textsOf("itemCount").map(Number);
    expect(counts.length).toBeGreaterThan(5);
    expect(counts).toEqual(counts.toSorted((left, right) => right - left));
  });
});

test("a type below its threshold is low: in its cell, in a view, on the overview; and no longer when it is removed", async () => {
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
  const [cell] = cellsOf("name");
  await page.user.pointer([
    { target: cell as HTMLElement },
    { keys: "[MouseRight]", target: cell as HTMLElement },
  ]);
  await page.user.click(await screen.findByRole("menuitem", { name: "Low-stock threshold…" }));
  await page.user.click(await screen.findByRole("button", { name: "Remove the threshold" }));
  await expectExactText(count, "0 of 60 material types");
  expect(await page.call("getThresholds", { profileId: await profileId() })).toEqual({});
});

test("a type with enough says so, until its stock goes down", async () => {
  await setThreshold("1");
  await waitFor(() => expect(textsOf("stockLevel")[0]).toBe("Enough"));
  const { rows } = await page.call("queryWindow", {
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
