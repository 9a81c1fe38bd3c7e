import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, describe, expect, test } from "vitest";
import type { Item } from "../../../shared/inventory/resources.ts";
import { NO_UNITS } from "../../../shared/inventory/units.ts";
import { savedRecords } from "../../helpers/saved-records.ts";
import { recordsOf, rename } from "../../helpers/references.ts";
import { TestPage } from "../page.ts";
import { cellAt, expectRows, expectText, fill, goBack, goTo, rowsHere, textsOf } from "../steps.ts";

const PAGES = [
  {
    resource: "types",
    one: "material type",
    field: "materialTypeId",
    label: "Material type",
    start: "PA film 15",
  },
  { resource: "locations", one: "location", field: "locationId", label: "Location", start: "Cable yard" },
] as const;

const page = new TestPage({ items: 2_000, fresh: true });
beforeEach(() => page.open());

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 4 });
const card = (title: string): HTMLElement => screen.getByRole("region", { name: title });
const title = (): HTMLElement => screen.getByRole("heading", { level: 1 });
const rowNames = (): readonly (string | null)[] =>
  within(card("Items"))
    .getAllByRole("rowheader")
    .map(({ textContent }) => textContent);

for (const { resource, one, field, label, start } of PAGES) {
  describe(`the page of a ${one}`, () => {
    /** The record, and the items that refer to it. */
    function expected(): { readonly id: string; readonly name: string; readonly items: readonly Item[] } {
      const record = recordsOf(page.service, resource).find(({ name }) => name.startsWith(start));
      if (!record) throw new Error(`There is no ${start}.`);
      const items = [...page.service.company.items.all()].filter((item) => item[field] === record.id);
      return { id: record.id, name: record.name, items };
    }

    const byStatus = (name: string): Promise<HTMLElement> =>
      within(card("Items by status")).findByRole("button", { name });
    /** Returns to the page after a link or a button. */
    async function back(): Promise<void> {
      await goBack(page);
      await expectText(() => screen.queryByRole("heading", { level: 1 }), expected().name);
    }

    beforeEach(async () => {
      await goTo(page, resource === "types" ? "Material types" : "Locations");
      fill(await screen.findByRole("searchbox", { name: /^Search (material types|locations)$/ }), start);
      await expectRows(1);
      await rowsHere();
      await page.user.click(cellAt(0, 0));
      await page.user.click(await screen.findByRole("link", { name: new RegExp(`page of this ${one}$`) }));
      await expectText(() => screen.queryByRole("heading", { level: 1 }), expected().name);
      await screen.findByRole("region", { name: "Items by status" });
    });

    test("the page prints labels of all its items, without a selection", async () => {
      await page.user.click(await within(card("Items")).findByRole("button", { name: "Labels…" }));
      const preview = await screen.findByRole("dialog", { name: "Labels" });
      const ids = (): readonly string[] =>
        within(preview)
          .queryAllByRole("img")
          .map((code) => code.getAttribute("aria-label") ?? "");
      const codes = expected().items.map(({ id }) => `QR code of ${id}`);
      await waitFor(() => expect(ids().toSorted()).toEqual(codes.toSorted()));
    });

    test("the page counts items by status and adds up remaining lengths and weights", async () => {
      const { items } = expected();
      for (const [word, status] of [
        ["Available", "available"],
        ["Checked out", "checked_out"],
        ["Archived", "archived"],
      ] as const) {
        const count = items.filter((item) => item.status === status).length;
        expect(count).toBeGreaterThan(0);
        expect(await byStatus(`${word} ${count}`)).toBeVisible();
      }
      expect(await byStatus(`All items ${items.length}`)).toBeVisible();
      for (const [words, name] of [
        ["Remaining length", "remainingLength"],
        ["Weight", "weight"],
      ] as const) {
        const known = items.flatMap((item) => item[name] ?? []);
        expect(known.length).toBeLessThan(items.length);
        const sum = Number(known.reduce((total, value) => total + value, 0).toFixed(6));
        const line = (): HTMLElement | undefined =>
          within(card("Items by status"))
            .getAllByRole("listitem")
            .find(({ textContent }) => textContent?.includes(`${words}:`));
        // Lengths of several material types have no sum without a unit.
        const text =
          name === "weight" || resource === "types"
            ? `${number.format(sum)} in ${known.length} items`
            : "no sum, because the items are of different material types. Confirm the units first (Settings → Units).";
        await waitFor(() => expect(line()?.textContent).toBe(`${words}: ${text}`));
      }
    });

    test("the page shows remaining lengths as a chart and as a table", async () => {
      const { items } = expected();
      const lengths = items.flatMap(({ remainingLength }) => remainingLength ?? []);
      const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
      const width = (most - least) / 12;
      const bars = Array.from(
        { length: 12 },
        (_, at) =>
          lengths.filter((length) => Math.min(11, Math.floor((length - least) / width)) === at).length,
      );
      const fullest = bars.indexOf(Math.max(...bars));
      // In bars of this width, whole numbers are enough to distinguish the bounds.
      expect(width).toBeGreaterThan(100);
      const bound = (at: number): string => number.format(Math.round(least + at * width));
      const range = (at: number): string => `${bound(at)} to ${bound(at + 1)}`;
      const chart = within(await screen.findByRole("region", { name: "Remaining length" }));
      expect(
        await chart.findByRole("group", {
          name: "Remaining length of items",
          description: `Most items, ${bars[fullest]}, have ${range(fullest)}.`,
        }),
      ).toBeVisible();
      await page.user.click(chart.getByRole("button", { name: "Show as table" }));
      expect(chart.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual(bars.map(String));
      expect(chart.getAllByRole("rowheader")[0]?.textContent).toBe(range(0));
      expect(chart.getByText(/without a remaining length/).textContent).toMatch(
        new RegExp(`^${items.length - lengths.length} items? without`),
      );
      await page.user.click(chart.getByRole("button", { name: "Show as table" }));
      await page.user.click(
        (await chart.findAllByRole("button", { name: new RegExp(`^${range(fullest)}`) }))[0] as HTMLElement,
      );
      await expectRows(bars[fullest] ?? Number.NaN);
    });

    test("the page lists its items by name and opens each item", async () => {
      const { items } = expected();
      const { company } = page.service;
      const collator = new Intl.Collator("en", { numeric: true });
      const byName = items.toSorted((a, b) => collator.compare(a.name, b.name));
      await waitFor(() => expect(rowNames()).toEqual(byName.slice(0, 100).map(({ name }) => name)));
      const item = byName.find(({ remainingLength, weight }) => remainingLength && weight);
      const name = String(item?.name);
      const other =
        resource === "types"
          ? company.locations.get(item?.locationId ?? "")
          : company.types.get(item?.materialTypeId ?? "");
      const words = { available: "Available", checked_out: "Checked out", archived: "Archived" };
      const row = within(card("Items")).getByRole("rowheader", { name }).closest("tr") as HTMLElement;
      const values = within(row).getAllByRole("cell");
      expect(values.map(({ textContent }) => textContent)).toEqual([
        words[item?.status as keyof typeof words],
        other?.name ?? "–",
        number.format(item?.remainingLength ?? 0),
        number.format(item?.weight ?? 0),
      ]);
      await page.user.click(within(row).getByRole("link", { name }));
      expect(
        await screen.findByRole("complementary", { name: `Details of item ${name}` }),
      ).toBeInTheDocument();
      expect(screen.getByRole("grid", { name: "Items" })).toBeInTheDocument();
      await back();
    });

    test("the page opens all its items, or its items of one status, in the table", async () => {
      const { user } = page;
      const { id, name, items } = expected();
      const chip = { name: `${label} is ${name}` };
      const archived = items.filter(({ status }) => status === "archived").length;
      await user.click(await byStatus(`Archived ${archived}`));
      expect(await screen.findByRole("group", chip)).toBeVisible();
      expect(screen.getByRole("group", { name: "Status is Archived" })).toBeVisible();
      await expectRows(archived);
      expect(new Set(textsOf("status"))).toEqual(new Set(["Archived"]));
      expect(new Set(textsOf(field))).toEqual(new Set([name]));
      await back();

      const list = await screen.findByRole("region", { name: "Items" });
      const open = { name: /(in the table \(100 are listed\)|^Open in the table)$/ };
      await user.click(await within(list).findByRole("button", open));
      expect(await screen.findByRole("group", chip)).toBeVisible();
      expect(screen.queryByRole("group", { name: "Status is Archived" })).toBeNull();
      await expectRows(items.length);
      await back();

      expect(within(await screen.findByRole("region", { name: "Fields" })).getByText(id)).toBeVisible();
      await user.click(screen.getByRole("link", { name: "Details, history and raw record" }));
      expect(
        await screen.findByRole("complementary", { name: `Details of ${one} ${name}` }),
      ).toBeInTheDocument();
    });

    test("the page updates after a refresh", async () => {
      const { id, name, items } = expected();
      expect(await byStatus(`All items ${items.length}`)).toBeVisible();
      const { company } = page.service;
      company.upsertItem({ id: "itm_new", name: "!! first of all", status: "archived", [field]: id });
      rename(page.service, resource, id, `${name} (new)`);
      await page.refresh();
      await expectText(title, `${name} (new)`);
      expect(await byStatus(`All items ${items.length + 1}`)).toBeVisible();
      await waitFor(() => expect(rowNames()[0]).toBe("!! first of all"));
    });
  });
}

test("a material type's page lists items in the same units as its sums", async () => {
  const { company } = page.service;
  company.upsertType({ id: "mt_y", name: "Foil Y" });
  company.upsertItem({
    id: "itm_y",
    name: "Roll Y",
    materialTypeId: "mt_y",
    remainingLength: 100,
    weight: 10,
  });
  await page.refresh();
  const { connection } = await page.call("bootstrap");
  const connectionId = connection?.connectionId ?? "";
  const units = { ...NO_UNITS, length: "m", weight: "kg", shownIn: { length: "ft", weight: "lb" } };
  await page.call("saveRecords", savedRecords(connectionId, "units", { "": units }));
  await page.open(`/types/mt_y?connection=${encodeURIComponent(connectionId)}`);
  await screen.findByRole("region", { name: "Items" });
  await waitFor(() => expect(rowNames()).toEqual(["Roll Y"]));
  const row = within(card("Items")).getByRole("rowheader", { name: "Roll Y" }).closest("tr");
  await expectText(() => row, /328\.08 ft22\.05 lb$/);
  await expectText(() => card("Items by status"), /Remaining length: 328\.08 ft in 1 item/);
});

test("each bar of remaining lengths opens as many rows as the bar counts", async () => {
  const { company } = page.service;
  company.upsertType({ id: "mt_x", name: "Foil X" });
  for (let tenths = 11; tenths <= 71; tenths += 1) {
    const item = { id: `itm_${tenths}`, name: `Roll ${tenths}`, materialTypeId: "mt_x" };
    company.upsertItem({ ...item, remainingLength: tenths / 10 });
  }
  await page.refresh();
  const { connection } = await page.call("bootstrap");
  await page.open(`/types/mt_x?connection=${encodeURIComponent(connection?.connectionId ?? "")}`);
  const bar = async (range: string): Promise<HTMLElement> =>
    within(await screen.findByRole("region", { name: "Remaining length" })).findByRole("button", {
      name: new RegExp(`^${range}`),
    });
  // 4.1 and 5.1 are edges between two bars.
  for (const [range, count] of [
    ["3.6 to 4.1", 5],
    ["4.1 to 4.6", 5],
    ["4.6 to 5.1", 5],
    ["5.1 to 5.6", 5],
  ] as const) {
    const mark = await bar(range);
    expect(mark.getAttribute("aria-label") ?? mark.textContent).toMatch(new RegExp(`${count}$`));
    await page.user.click(mark);
    await expectRows(count);
    await goBack(page);
  }
});
