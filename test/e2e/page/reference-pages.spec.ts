import type { Locator, Page } from "@playwright/test";
import type { SampleService } from "../../../electron/sample-service/index.ts";
import type { Item } from "../../../shared/domain/resources.ts";
import { expect, test } from "../fixtures.ts";
import { recordsOf, rename } from "./references.ts";
import { cellsOf, connected, refresh, rowsHere, shownRows } from "./steps.ts";

test.use({ items: 2_000 });
test.beforeEach(async ({ page, host, service }) => connected(page, host, service));

const PAGES = [
  {
    resource: "types",
    one: "material type",
    field: "materialTypeId",
    label: "Material type",
    name: "PA film 15",
  },
  { resource: "locations", one: "location", field: "locationId", label: "Location", name: "Cable yard" },
] as const;
type Referenced = (typeof PAGES)[number];

interface Expected {
  readonly id: string;
  readonly name: string;
  /** The items that refer to it. */
  readonly items: readonly Item[];
}

function expectedOf(service: SampleService, { resource, field, name }: Referenced): Expected {
  const record = recordsOf(service, resource).find((candidate) => candidate.name.startsWith(name));
  if (!record) throw new Error(`no ${name}`);
  const items = [...service.company.items.all()].filter((item) => item[field] === record.id);
  return { id: record.id, name: record.name, items };
}

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 4 });
const card = (page: Page, title: string): Locator => page.getByRole("region", { name: title, exact: true });
const title = (page: Page): Locator => page.getByRole("heading", { level: 1 });

/** Opens the page of a record by its name in its table. */
async function openPage(page: Page, { resource, one, name }: Referenced): Promise<void> {
  await page.getByRole("link", { name: resource === "types" ? "Material types" : "Locations" }).click();
  await page.getByRole("searchbox").fill(name);
  await expect.poll(() => shownRows(page)).toBe(1);
  await rowsHere(page);
  await page.locator('[data-cell="0:0"]').click();
  await page.getByRole("link", { name: `page of this ${one}` }).click();
}

for (const referenced of PAGES) {
  const { resource, one, field, label } = referenced;
  test.describe(`the page of a ${one}`, () => {
    test.beforeEach(async ({ page, service }) => {
      await openPage(page, referenced);
      await expect(title(page)).toHaveText(expectedOf(service, referenced).name);
    });

    test("counts its items by status, adds up what is left and what they weigh", async ({
      page,
      service,
    }) => {
      const { items } = expectedOf(service, referenced);
      const statuses = card(page, "Items by status");
      for (const [word, status] of [
        ["Available", "available"],
        ["Checked out", "checked_out"],
        ["Archived", "archived"],
      ] as const) {
        const count = items.filter((item) => item.status === status).length;
        expect(count).toBeGreaterThan(0);
        await expect(statuses.getByRole("button", { name: `${word} ${count}`, exact: true })).toBeVisible();
      }
      await expect(
        statuses.getByRole("button", { name: `All items ${items.length}`, exact: true }),
      ).toBeVisible();
      for (const [words, name] of [
        ["Remaining length", "remainingLength"],
        ["Weight", "weight"],
      ] as const) {
        const known = items.flatMap((item) => item[name] ?? []);
        expect(known.length).toBeLessThan(items.length);
        const sum = Number(known.reduce((total, value) => total + value, 0).toFixed(6));
        await expect(statuses.getByRole("listitem").filter({ hasText: `${words}:` })).toHaveText(
          `${words}: ${number.format(sum)} in ${known.length} items`,
        );
      }
    });

    test("shows how the remaining lengths are spread, as bars and as a table", async ({ page, service }) => {
      const { items } = expectedOf(service, referenced);
      const lengths = items.flatMap(({ remainingLength }) => remainingLength ?? []);
      const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
      const width = (most - least) / 12;
      const bars = Array.from(
        { length: 12 },
        (_, at) =>
          lengths.filter((length) => Math.min(11, Math.floor((length - least) / width)) === at).length,
      );
      const chart = card(page, "Remaining length");
      const fullest = bars.indexOf(Math.max(...bars));
      const range = (at: number): string =>
        `${number.format(least + at * width)} to ${number.format(least + (at + 1) * width)}`;
      await expect(
        chart.getByRole("img", {
          name: `Remaining length of items: most, ${bars[fullest]}, have ${range(fullest)}`,
          exact: true,
        }),
      ).toBeVisible();
      await chart.getByText("As a table").click();
      await expect(chart.getByRole("cell")).toHaveText(bars.map(String));
      await expect(chart.getByRole("rowheader").first()).toHaveText(range(0));
      await expect(chart.getByText(/without a remaining length/)).toHaveText(
        new RegExp(`^${items.length - lengths.length} items? without`),
      );
    });

    test("lists its items by name with their values, and leads to each of them", async ({
      page,
      service,
    }) => {
      const { items } = expectedOf(service, referenced);
      const list = card(page, "Items");
      const rows = list.getByRole("row").filter({ has: page.getByRole("rowheader") });
      await expect(rows).toHaveCount(Math.min(items.length, 100));
      const collator = new Intl.Collator("en", { numeric: true });
      const byName = items.toSorted((a, b) => collator.compare(a.name, b.name));
      await expect(list.getByRole("rowheader")).toHaveText(byName.slice(0, 100).map(({ name }) => name));
      const item = byName.find(({ remainingLength, weight }) => remainingLength && weight);
      const name = String(item?.name);
      const { company } = service;
      const other =
        resource === "types"
          ? company.locations.get(item?.locationId ?? "")
          : company.types.get(item?.materialTypeId ?? "");
      const words = { available: "Available", checked_out: "Checked out", archived: "Archived" };
      await expect(
        rows.filter({ has: page.getByRole("rowheader", { name, exact: true }) }).getByRole("cell"),
      ).toHaveText([
        words[item?.status as keyof typeof words],
        other?.name ?? "–",
        number.format(item?.remainingLength ?? 0),
        number.format(item?.weight ?? 0),
      ]);
      await list.getByRole("link", { name, exact: true }).click();
      await expect(page.getByRole("complementary", { name: `Details of item ${name}` })).toBeVisible();
      await expect(page.getByRole("grid", { name: "Items" })).toBeVisible();
      await page.keyboard.press("Alt+ArrowLeft");
      await expect(title(page)).toHaveText(expectedOf(service, referenced).name);
    });

    test("leads to its items in the table, all or of one status, and to its own record", async ({
      page,
      service,
    }) => {
      const { id, name, items } = expectedOf(service, referenced);
      const chip = page.getByRole("group", { name: `${label} is ${name}`, exact: true });
      const archived = items.filter(({ status }) => status === "archived").length;
      await card(page, "Items by status")
        .getByRole("button", { name: `Archived ${archived}` })
        .click();
      await expect(chip).toBeVisible();
      await expect(page.getByRole("group", { name: "Status is Archived" })).toBeVisible();
      await expect.poll(() => shownRows(page)).toBe(archived);
      expect(new Set(await cellsOf(page, "status").allTextContents())).toEqual(new Set(["Archived"]));
      expect(new Set(await cellsOf(page, field).allTextContents())).toEqual(new Set([name]));
      await page.keyboard.press("Alt+ArrowLeft");
      await expect(title(page)).toHaveText(name);

      await card(page, "Items")
        .getByRole("button", { name: /(in the table \(100 are listed\)|^Open in the table)$/ })
        .click();
      await expect(chip).toBeVisible();
      await expect(page.getByRole("group", { name: "Status is Archived" })).toBeHidden();
      await expect.poll(() => shownRows(page)).toBe(items.length);
      await page.keyboard.press("Alt+ArrowLeft");

      await expect(card(page, "Fields").getByText(id, { exact: true })).toBeVisible();
      await page.getByRole("link", { name: "Details, history and raw record" }).click();
      await expect(page.getByRole("complementary", { name: `Details of ${one} ${name}` })).toBeVisible();
    });

    test("follows a refresh", async ({ page, service }) => {
      const { id, name, items } = expectedOf(service, referenced);
      await expect(
        card(page, "Items by status").getByRole("button", { name: `All items ${items.length}` }),
      ).toBeVisible();
      service.company.upsertItem({ id: "itm_new", name: "!! first of all", status: "archived", [field]: id });
      rename(service, resource, id, `${name} (new)`);
      await refresh(page);
      await expect(title(page)).toHaveText(`${name} (new)`);
      await expect(
        card(page, "Items by status").getByRole("button", { name: `All items ${items.length + 1}` }),
      ).toBeVisible();
      await expect(card(page, "Items").getByRole("rowheader").first()).toHaveText("!! first of all");
    });
  });
}
