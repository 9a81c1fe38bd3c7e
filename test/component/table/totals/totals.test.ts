import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { TestPage } from "../../page.ts";
import { expectGone, expectText, fill, goTo, headerOf, textsOf } from "../../steps.ts";

const page = new TestPage({ items: 400 });
beforeEach(() => page.open());

const DASHES = ["–", "–", "–", "–"];
const REASON =
  "Remaining length of different material types is not added up or compared. Filter by one material type, or confirm the units in Settings.";

/** Opens the totals of the visible rows. */
async function openTotals(): Promise<HTMLElement> {
  await page.user.click(screen.getByRole("button", { name: "Totals" }));
  const totals = await screen.findByRole("region", { name: "Totals" });
  await within(totals).findAllByRole("row", { name: /^Remaining length|^Price per/ });
  // The rows appear before their figures.
  const figures = within(totals).getByRole("region", { name: "Figures" });
  await waitFor(() => expect(figures).toHaveAttribute("aria-busy", "false"));
  return totals;
}

const remaining = (totals: HTMLElement): HTMLElement =>
  within(within(totals).getByRole("row", { name: /^Remaining length/ })).getAllByRole(
    "cell",
  )[0] as HTMLElement;

/** Selects the rows at these places, counted from 1. */
async function select(...places: readonly number[]): Promise<void> {
  const boxes = within(screen.getByRole("grid")).getAllByRole("checkbox");
  for (const place of places) await page.user.click(boxes[place] as HTMLElement);
}

test("the user switches the totals between shown rows, all rows and selected rows", async () => {
  const { user } = page;
  const totals = await openTotals();
  const row = within(totals).getByRole("row", { name: /^Remaining length/ });
  expect(within(row).getAllByRole("cell")).toHaveLength(5);
  const all = remaining(totals).textContent ?? "";

  fill(screen.getByRole("searchbox"), "film");
  await waitFor(() => expect(remaining(totals)).not.toHaveTextContent(all));
  await user.click(within(totals).getByText(/^All /));
  await expectText(() => remaining(totals), all);

  await select(1, 2);
  await user.click(await within(totals).findByText("Selected 2"));
  await expectText(() => remaining(totals), /^2$/);
});

test("the totals follow the selection until the user picks a tab of the totals", async () => {
  const { user } = page;
  const totals = await openTotals();
  const tab = (name: RegExp): HTMLElement => within(totals).getByRole("radio", { name });
  expect(tab(/^Shown/)).toBeChecked();
  await select(1);
  await waitFor(() => expect(tab(/^Selected 1$/)).toBeChecked());
  await expectText(() => remaining(totals), /^1$/);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(tab(/^Shown/)).toBeChecked());
  await waitFor(() => expect(remaining(totals)).not.toHaveTextContent(/^1$/));

  await select(1);
  await user.click(within(totals).getByText(/^Shown /));
  await select(2);
  await waitFor(() => expect(tab(/^Selected 2$/)).toBeEnabled());
  expect(tab(/^Shown/)).toBeChecked();
});

test("the totals never add prices in different currencies", async () => {
  await goTo(page, /Material types/);
  const totals = await openTotals();
  await waitFor(() => {
    const [first] = within(totals).getAllByRole("row", { name: /^Price per/ });
    expect(first).toHaveAccessibleName(/\(([A-Z]{3}|unit not given)\)/);
  });
});

/** The figures of the remaining lengths: sum, average, smallest, largest. */
const figuresOf = (totals: HTMLElement): readonly HTMLElement[] =>
  within(within(totals).getByRole("row", { name: /^Remaining length/ }))
    .getAllByRole("cell")
    .slice(1);

test("the totals add lengths only if all rows have the same material type", async () => {
  const totals = await openTotals();
  await waitFor(() => expect(figuresOf(totals).map(({ textContent }) => textContent)).toEqual(DASHES));
  for (const figure of figuresOf(totals)) expect(figure).toHaveAttribute("title", REASON);
  const weights = within(totals).getByRole("row", { name: /^Weight/ });
  for (const figure of within(weights).getAllByRole("cell")) expect(figure).toHaveTextContent(/\d/);

  // A selection of one type does not set a filter for that type.
  const [type] = textsOf("materialTypeId");
  const places = textsOf("materialTypeId").flatMap((name, at) => (name === type ? [at + 1] : []));
  const other = textsOf("materialTypeId").findIndex((name) => name !== type) + 1;
  await select(...places.slice(0, 2));
  await waitFor(() => {
    expect(remaining(totals)).toHaveTextContent(String(Math.min(2, places.length)));
    for (const figure of figuresOf(totals)) expect(figure).toHaveTextContent(/\d/);
  });
  await select(other);
  await waitFor(() => expect(figuresOf(totals).map(({ textContent }) => textContent)).toEqual(DASHES));
});

test("a column's menu opens the totals only if the column is numeric", async () => {
  const { user } = page;
  await user.pointer({ keys: "[MouseRight]", target: headerOf("Weight") });
  await user.click(await screen.findByRole("menuitem", { name: "Totals" }));
  expect(await screen.findByRole("region", { name: "Totals" })).toBeInTheDocument();
  await waitFor(() => expect(headerOf("Weight")).toHaveFocus());
  await expectGone(() => screen.queryByRole("menuitem"));
  await user.pointer({ keys: "[MouseRight]", target: headerOf("Status") });
  expect(await screen.findByRole("menuitem", { name: "Hide" })).toBeInTheDocument();
  expect(screen.queryByRole("menuitem", { name: "Totals" })).toBeNull();
});
