import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { TestPage } from "../page.ts";
import { expectExactText, expectState, expectText, fill, goTo, rowsHere, textsOf } from "../steps.ts";

const page = new TestPage({ items: 300, fresh: true });

const rule = (name: string): HTMLElement => {
  const table = screen.getByRole("table", { name: "Rules for items" });
  const heading = within(table).getByRole("rowheader", { name: new RegExp(`^${name}`) });
  return heading.closest("tr") as HTMLElement;
};
const countOf = (name: string): number => Number(rule(name).querySelector("[data-number]")?.textContent);
const resultCount = (): HTMLElement | null => screen.queryByTestId("result-count");

async function inService(field: "locationId" | "name", value: string | null): Promise<number> {
  const items = [...page.service.company.items.all()];
  return items.filter((item) => item[field] === value && item.status !== "archived").length;
}

beforeEach(async () => {
  await page.open();
  await goTo(page, "Data problems");
  await waitFor(() => expect(countOf("No location")).toBeGreaterThan(0));
});

async function mute(button: HTMLElement, reason: string): Promise<void> {
  await page.user.click(button);
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByRole("button", { name: "Mute" })).toBeDisabled();
  fill(within(dialog).getByLabelText("Reason"), reason);
  await page.user.click(within(dialog).getByRole("button", { name: "Mute" }));
}

test("each data problem rule shows its number of rows and opens these rows in the table", async () => {
  expect(countOf("No location")).toBe(await inService("locationId", null));
  await page.user.click(within(rule("No location")).getByRole("button", { name: "No location" }));
  const opened = await screen.findByRole("row", { name: /^No location: \d+ rows/ });
  await waitFor(() => expect(within(opened).getAllByRole("link").length).toBe(countOf("No location")));
  await page.user.click(within(opened).getByRole("button", { name: /^Open all \d+ in Items$/ }));
  await rowsHere();
  await expectText(resultCount, new RegExp(`^${await inService("locationId", null)} of 300`));
  expect(new Set(textsOf("locationId"))).toEqual(new Set(["–"]));
});

test("a rule says “20 of 21” only if the rule has more rows than the list shows", async () => {
  const items = [...page.service.company.items.all()].filter(({ status }) => status === "available");
  for (const { id } of items.slice(0, 21)) page.service.company.upsertItem({ id, remainingLength: -5 });
  await page.refresh();
  await waitFor(() => expect(countOf("Negative value")).toBe(21));
  await page.user.click(within(rule("Negative value")).getByRole("button", { name: "Negative value" }));
  const opened = await screen.findByRole("row", { name: /^Negative value: 21 rows/ });
  await waitFor(() => expect(opened).toHaveTextContent("20 of 21"));
  for (const { id } of items.slice(0, 1)) page.service.company.upsertItem({ id, remainingLength: 5 });
  await page.refresh();
  await waitFor(() => expect(countOf("Negative value")).toBe(20));
  const shorter = await screen.findByRole("row", { name: /^Negative value: 20 rows/ });
  expect(shorter).not.toHaveTextContent(/20 of/);
});

test("a refresh adds new data problems and removes solved problems", async () => {
  const [item] = [...page.service.company.items.all()].filter(({ status }) => status === "available");
  page.service.company.upsertItem({ id: item?.id ?? "", remainingLength: -5 });
  await page.call("syncNow", { full: false });
  await waitFor(() => expect(countOf("Negative value")).toBe(1));
  // Problems are computed before their pass ends, and a new pass would only join the running one.
  await expectState("Connected");
  page.service.company.upsertItem({ id: item?.id ?? "", remainingLength: 5 });
  await page.call("syncNow", { full: false });
  await waitFor(() => expect(countOf("Negative value")).toBe(0));
});

test("the user mutes a rule for one record or for all records", async () => {
  const before = countOf("No location");
  await page.user.click(within(rule("No location")).getByRole("button", { name: "No location" }));
  const [first] = await screen.findAllByRole("button", { name: /^Mute “No location” for / });
  if (!first) throw new Error("no row");
  await mute(first, "In transit");
  await waitFor(() => expect(countOf("No location")).toBe(before - 1));
  const list = screen.getByRole("heading", { name: "Muted for single records" }).closest("section");
  expect(list).toHaveTextContent("In transit");
  await page.user.click(within(list as HTMLElement).getByRole("button", { name: /^Unmute/ }));
  await waitFor(() => expect(countOf("No location")).toBe(before));

  await mute(screen.getByRole("button", { name: "Mute “No location”" }), "We have only one");
  await waitFor(() => expect(rule("No location")).toHaveTextContent("We have only one"));
  await waitFor(async () => {
    const query = {
      version: 1,
      filter: { field: "problems", op: "contains", value: "no location" },
    } as const;
    expect((await page.call("queryCount", { resource: "items", query })).total).toBe(0);
  });
  await page.user.click(screen.getByRole("button", { name: "Unmute “No location”" }));
  await waitFor(() => expect(countOf("No location")).toBe(before));
});

test("the overview's key figure counts the items with data problems and opens these items", async () => {
  const status = await screen.findByText(/^\d+ items with problems$/);
  const total = Number(status.textContent?.match(/\d+/)?.[0]);
  await goTo(page, "Overview");
  const figures = await screen.findByRole("region", { name: "Key figures" });
  await expectText(() => figures, new RegExp(`Data problems${total}`));
  await page.user.click(within(figures).getByRole("button", { name: /^Data problems/ }));
  await expectExactText(resultCount, `${total} of 300 items`);
});

test("the screen explains that weights are checked only after the units are confirmed", async () => {
  const row = rule("Weight disagrees with length");
  expect(row).toHaveTextContent("Not checked: the units are not confirmed.");
  expect(within(row).getByRole("link", { name: "Confirm the units" })).toHaveAttribute(
    "href",
    expect.stringContaining("/units"),
  );
});
