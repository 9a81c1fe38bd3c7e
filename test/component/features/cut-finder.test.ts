import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import type { Item } from "../../../shared/inventory/resources.ts";
import { NO_UNITS } from "../../../shared/inventory/units.ts";
import { recordsOf } from "../../helpers/references.ts";
import { TestPage } from "../page.ts";
import { expectGone, expectText, fill } from "../steps.ts";
import { savedRecords } from "../../helpers/saved-records.ts";

const page = new TestPage({ items: 2_000, fresh: true });
const START = "PA film 15";

interface Stock {
  readonly id: string;
  readonly name: string;
  /** Available items with a remaining length, the shortest first. */
  readonly rolls: readonly (Item & { readonly remainingLength: number })[];
}

function stock(): Stock {
  const type = recordsOf(page.service, "types").find(({ name }) => name.startsWith(START));
  if (!type) throw new Error(`There is no ${START}.`);
  const items = [...page.service.company.items.all()].filter(
    (item): item is Stock["rolls"][number] =>
      item.materialTypeId === type.id
      && item.status === "available"
      && typeof item.remainingLength === "number"
      && item.remainingLength > 0,
  );
  return { ...type, rolls: items.toSorted((a, b) => a.remainingLength - b.remainingLength) };
}

const connectionId = async (): Promise<string> =>
  (await page.call("bootstrap")).connection?.connectionId ?? "none";
const cuts = (): HTMLElement => screen.getByRole("textbox", { name: "Cuts" });
const card = (name: string): Promise<HTMLElement> => screen.findByRole("region", { name });
/** The rows of a table, without its headings. */
const rowsIn = (table: HTMLElement): readonly HTMLElement[] => within(table).getAllByRole("row").slice(1);

beforeEach(async () => {
  await page.open(`/cuts?type=${stock().id}`);
  await screen.findByRole("textbox", { name: "Cuts" });
});

test("the cut finder plans a short cut from the shortest roll that is long enough", async () => {
  const [, roll] = stock().rolls;
  if (!roll) throw new Error("too few rolls");
  fill(cuts(), String(roll.remainingLength));
  const plan = await card("Plan");
  const [row, ...others] = rowsIn(await within(plan).findByRole("table"));
  expect(others).toEqual([]);
  expect(row).toHaveTextContent(roll.name);
  expect(plan).toHaveTextContent("1 roll in 1 location");
  expect(plan).toHaveTextContent(/The least possible: no plan for these cuts opens less than/);
  expect(
    screen.getByText(/^Nothing is reserved at the service\. Others may take these rolls\. Complete as of/),
  ).toBeInTheDocument();
  const single = await card("One roll that fits everything");
  expect(rowsIn(within(single).getByRole("table"))[0]).toHaveTextContent(roll.name);
  expect(window.location.hash).toContain(`cuts=`);
});

test("the cut finder explains unreadable cuts and cuts longer than any roll", async () => {
  fill(cuts(), "3 of 12");
  await screen.findByText("“3 of 12” is not a cut. Write how many and how long, such as “3 × 12.5”.");
  const longest = stock().rolls.at(-1)?.remainingLength ?? 0;
  fill(cuts(), `2 x 1; ${longest + 1}`);
  const plan = await card("Plan");
  await expectText(() => plan, /No roll is long enough for 1 × .*: the longest has/);
  expect(await card("One roll that fits everything")).toHaveTextContent(
    /No single roll is long enough for all cuts\.$/,
  );
  expect(screen.getByText(/^3 pieces, .* in all$/)).toBeInTheDocument();
});

test("the cut finder accepts lengths typed with or without the confirmed unit", async () => {
  await page.call(
    "saveRecords",
    savedRecords(await connectionId(), "units", { "": { ...NO_UNITS, length: "m" } }),
  );
  expect(await screen.findByText(/in m: 3 × 12\.5 and 1 × 40$/)).toBeInTheDocument();
  fill(cuts(), "2 × 1.5 m and 4 m");
  await screen.findByText("3 pieces, 7 m in all");
  fill(cuts(), "2 ft");
  await screen.findByText("“2 ft”: lengths of this type are in m.");
});

test("a plan can be limited to the rolls of one location", async () => {
  const lengths = stock().rolls.map(({ remainingLength }) => remainingLength);
  fill(cuts(), lengths.slice(0, 3).join("; "));
  const plan = await card("Plan");
  await expectText(() => plan, /in [23] locations/);
  await page.user.click(screen.getByRole("checkbox", { name: "Only rolls in one location" }));
  await expectText(() => plan, /in 1 location/);
  const places = rowsIn(within(plan).getByRole("table")).map(
    (row) => within(row).getAllByRole("cell")[0]?.textContent,
  );
  expect(new Set(places).size).toBe(1);
  expect(window.location.hash).toContain("together=true");
});

test("a refresh replaces a planned roll that was checked out", async () => {
  const [first, second] = stock().rolls;
  if (!first || !second) throw new Error("too few rolls");
  fill(cuts(), String(first.remainingLength));
  const plan = await card("Plan");
  await expectText(() => plan, first.name);
  page.service.company.upsertItem({ id: first.id, status: "checked_out" });
  await page.refresh();
  await expectText(() => plan, second.name);
});

test("a saved plan shows what changed since the plan was saved", async () => {
  const [first, second] = stock().rolls;
  if (!first || !second) throw new Error("too few rolls");
  fill(cuts(), `${first.remainingLength}; ${second.remainingLength}`);
  const plan = await card("Plan");
  await expectText(() => plan, second.name);
  await page.user.click(within(plan).getByRole("button", { name: "Save plan…" }));
  const dialog = await screen.findByRole("dialog", { name: "Save this plan" });
  fill(within(dialog).getByRole("textbox", { name: "Name" }), "Order 4711");
  await page.user.click(within(dialog).getByRole("button", { name: "Save" }));
  const saved = await card("Saved plans");
  await page.user.click(await within(saved).findByRole("link", { name: "Order 4711" }));
  // The sheet for the printer is outside the main element. This DOM does not hide it.
  const main = within(screen.getByRole("main"));
  await main.findByRole("heading", { level: 1, name: "Order 4711" });
  await screen.findByText("All rolls are as they were when this plan was made.");

  page.service.company.upsertItem({ id: first.id, status: "checked_out" });
  page.service.company.upsertItem({ id: second.id, remainingLength: second.remainingLength + 0.5 });
  await page.refresh();
  await screen.findByText("2 rolls changed since");
  expect(main.getByRole("row", { name: new RegExp(`^${first.name}`) })).toHaveTextContent("Now checked out");
  expect(main.getByRole("row", { name: new RegExp(`^${second.name}`) })).toHaveTextContent(/Now [\d.]+$/);

  const sheet = document.querySelector("[data-plan-sheet]");
  expect(sheet).toHaveTextContent(/Length then.*Now checked out/);
  await page.user.click(screen.getByRole("button", { name: "Plan again with the rolls of today" }));
  await screen.findByRole("heading", { level: 1, name: "Cut finder" });
  await expectText(() => cuts(), "");
  expect(cuts()).toHaveValue(`1 × ${first.remainingLength}; 1 × ${second.remainingLength}`);
  expect(await card("Saved plans")).toHaveTextContent("2 rolls changed since");
  await page.user.click(screen.getByRole("button", { name: "Delete Order 4711" }));
  await expectGone(() => screen.queryByRole("link", { name: "Order 4711" }));
  await page.user.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByRole("link", { name: "Order 4711" });
});

test("the cut finder opens from a material type's page and from the palette", async () => {
  const { id, name } = stock();
  await page.open(`/types/${id}?connection=${await connectionId()}`);
  await page.user.click(await screen.findByRole("link", { name: "Find rolls for cuts" }));
  await waitFor(() => expect(screen.getByRole("combobox", { name: "Material type" })).toHaveValue(name));
  await page.open("/settings");
  await screen.findByRole("heading", { name: "Settings" });
  await page.user.keyboard("{Control>}k{/Control}");
  fill(await screen.findByRole("combobox", { name: /^Go to a command/ }), "find rolls");
  await page.user.click(await screen.findByRole("option", { name: /Find rolls for cuts…/ }));
  const type = await screen.findByRole("combobox", { name: "Material type" });
  await page.user.click(type);
  fill(type, START);
  await page.user.click(await screen.findByRole("option", { name }));
  await waitFor(() => expect(type).toHaveValue(name));
  await screen.findByText(/available items of this type with a remaining length\.$/);
});
