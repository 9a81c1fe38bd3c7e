import fs from "node:fs";
import { fireEvent, screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { read } from "@e965/xlsx";
import { localDay, startOfLocalDay } from "../../../shared/base/time/local-day.ts";
import { endOfDay } from "../../../shared/query/past-moments.ts";
import type { Result } from "../../../shared/base/errors.ts";
import type { CallOutput } from "../../../shared/contract/contract.ts";
import { TestPage } from "../page.ts";
import { addFilter, cellsOf, choose, expectGone, fill, shownRows } from "../steps.ts";

const page = new TestPage({ connected: false, fresh: true });
const DAY = localDay(startOfLocalDay(localDay(new Date()), -20));

beforeEach(async () => {
  // The sample company has a past.
  await page.call("exploreSample");
  await waitFor(async () => expect((await page.call("getStatus")).firstPullComplete).toBe(true), {
    timeout: 20_000,
  });
  await page.idle();
  await page.open();
});

const back = (): HTMLElement | null => screen.queryByRole("button", { name: "Back to now" });

async function openDay(): Promise<void> {
  await page.user.click(await screen.findByRole("button", { name: "As of a day…" }));
  const dialog = await screen.findByRole("dialog", { name: "Rows as of a day" });
  fireEvent.change(await within(dialog).findByLabelText(/^Day/), { target: { value: DAY } });
  const show = within(dialog).getByRole("button", { name: "Show that day" });
  await waitFor(() => expect(show).toBeEnabled());
  await page.user.click(show);
  await waitFor(() => expect(back()).toBeVisible());
}

test("the user shows a past day, compares it with now and closes it", async () => {
  const now = await shownRows();
  await openDay();
  const query = { version: 1, asOf: endOfDay(DAY) } as const;
  const past = await page.call("queryCount", { resource: "items", query });
  await waitFor(async () => expect(await shownRows()).toBe(past.total));
  expect(past.total).not.toBe(now);

  await page.user.click(screen.getByRole("button", { name: "Compare with now…" }));
  const dialog = await screen.findByRole("dialog", { name: "Compared with now" });
  await page.user.click(await within(dialog).findByRole("button", { name: "Export to Excel…" }));
  await screen.findByText("saved.json saved");
  const { SheetNames, Sheets } = read(fs.readFileSync(page.under.savesTo));
  expect(SheetNames).toContain("Changed since");
  expect(Sheets["Changed since"]?.["D1"]).toMatchObject({ v: "Then" });
  const asked = { resource: "items", query, offset: 0, limit: 1 } as const;
  const { entered, changed } = await page.call("queryDifferences", asked);
  expect(entered).toBe(now - past.total);
  expect(changed).toBeGreaterThan(0);

  await page.user.click(within(dialog).getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  await expectGone(() => screen.queryByRole("dialog"));
  await page.user.click(back() as HTMLElement);
  await waitFor(async () => expect(await shownRows()).toBe(now));
  expect(back()).toBeNull();
});

test("the rows of a past day have the notes of now, which the search finds and nobody edits there", async () => {
  const asOf = endOfDay(DAY);
  const firstRow = { resource: "items", query: { version: 1, asOf }, offset: 0, limit: 1 } as const;
  await openDay();
  const [first] = (await page.call("queryPage", firstRow)).rows;
  const { connection } = await page.call("bootstrap");
  const note = { itemId: String(first?.["id"]), text: "Box is damaged", askedOn: null };
  await page.call("saveItemNote", { connectionId: connection?.connectionId ?? "", note });
  const damaged = { ...firstRow, query: { ...firstRow.query, search: "damaged" } };
  await waitFor(async () => expect((await page.call("queryPage", damaged)).total).toBe(1));
  fill(screen.getByRole("searchbox"), "damaged");
  await waitFor(async () => expect(await shownRows()).toBe(1));
  fireEvent.click(cellsOf("name")[0] as HTMLElement);
  const details = await screen.findByRole("complementary", { name: /^Details of item/ });
  expect(await within(details).findByText("Box is damaged")).toBeVisible();
  expect(within(details).queryByRole("button", { name: /^Note on / })).toBeNull();
});

test("an export of the comparison ends even if fewer records differ than were counted", async () => {
  await openDay();
  await page.user.click(screen.getByRole("button", { name: "Compare with now…" }));
  const dialog = await screen.findByRole("dialog", { name: "Compared with now" });
  const write = await within(dialog).findByRole("button", { name: "Export to Excel…" });
  // The other records have changed back since they were counted.
  let reads = 0;
  page.around = async (name, call) => {
    const answer = (await call()) as Result<CallOutput<"queryDifferences">>;
    if (name !== "queryDifferences" || !answer.ok) return answer;
    reads += 1;
    if (reads > 2) throw new Error("The comparison is read again and again.");
    return { ok: true, value: { ...answer.value, records: answer.value.records.slice(0, 2 - reads) } };
  };
  await page.user.click(write);
  expect(await screen.findByText("saved.json saved")).toBeInTheDocument();
  expect(reads).toBe(2);
});

test("a button shows only the past day's rows whose time of change is uncertain", async () => {
  const now = await shownRows();
  await openDay();
  const line = await screen.findByRole("button", { name: /may have changed before the end of that day$/ });
  const count = Number.parseInt((line.textContent ?? "").replaceAll(",", ""), 10);
  await page.user.click(line);
  await waitFor(async () => expect(await shownRows()).toBe(count));
  for (const name of [/^Changed, not before/, /^Changed, not after/])
    expect(await screen.findByRole("columnheader", { name })).toBeInTheDocument();
  await page.user.click(back() as HTMLElement);
  await waitFor(async () => expect(await shownRows()).toBe(now));
  expect(screen.queryByRole("button", { name: /^Edit filter Changed, not after/ })).toBeNull();
});

test("the user can cancel opening a past day", async () => {
  await page.user.click(await screen.findByRole("button", { name: "As of a day…" }));
  const dialog = await screen.findByRole("dialog", { name: "Rows as of a day" });
  await page.user.click(within(dialog).getAllByRole("button", { name: "Cancel" })[0] as HTMLElement);
  await expectGone(() => screen.queryByRole("dialog"));
  expect(back()).toBeNull();
  await expect(page.call("openPastDay", { day: "2020-01-01" })).rejects.toThrow(
    /Nothing was observed before/,
  );
  await expect(page.call("openPastDay", { day: localDay(new Date()) })).rejects.toThrow(/has not ended yet/);
});

test("the filter editor counts the rows of the shown past day", async () => {
  await openDay();
  const updated = await addFilter(page, "Updated");
  await choose(page, updated, "Updated: comparison", "is today");
  await page.user.click(within(updated).getByRole("button", { name: "Done" }));
  const status = await addFilter(page, "Status");
  await page.user.click(await within(status).findByRole("checkbox", { name: /^Available/ }));
  await page.user.click(within(status).getByRole("button", { name: "Done" }));

  await page.user.click(screen.getByRole("button", { name: /^Edit filter Status/ }));
  const editor = await screen.findByRole("form", { name: "Filter by Status" });
  const query = {
    version: 1,
    asOf: endOfDay(DAY),
    filter: { field: "updatedAt", op: "after", value: endOfDay(localDay(startOfLocalDay(DAY, -1))) },
  } as const;
  const { values } = await page.call("queryFacets", { resource: "items", query, field: "status", limit: 10 });
  const available = values.find(({ value }) => value === "available")?.count ?? 0;
  expect(available).toBeGreaterThan(0);
  const counted = within(editor).getByRole("group", { name: "Status" }).querySelectorAll("label");
  await waitFor(() =>
    expect(Array.from(counted, (label) => label.textContent)).toContain(`Available${available}`),
  );
});
