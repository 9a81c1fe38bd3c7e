import { screen, waitFor } from "@testing-library/dom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startSampleService, type SampleService } from "../../service/index.ts";
import { lockFolder } from "../../../electron/sync/folder-lock.ts";
import { TestPage } from "../page.ts";
import {
  cellAt,
  expectExactText,
  expectGone,
  expectState,
  expectText,
  fill,
  goBack,
  goTo,
  headerOf,
  shownRows,
} from "../steps.ts";

const page = new TestPage({ items: 120, fresh: true });
/** A second company, with fewer items and unique names. */
let second: SampleService;
beforeEach(async () => {
  second = await startSampleService({ items: 30, seed: 2 });
  for (const { id } of second.company.items.all())
    second.company.upsertItem({ id, name: `Second ${id}`, status: "available" });
  await page.open();
});
afterEach(() => second.close());

const switcher = (): HTMLElement => screen.getByRole("button", { name: /^Connection: / });
const count = (): HTMLElement | null => screen.queryByTestId("result-count");
const nameOf = ({ url }: SampleService): string => new URL(url).host;
async function expectTitle(title: string): Promise<void> {
  await waitFor(() => expect(document.title).toBe(title));
}
const expectCount = (text: string): Promise<void> => expectExactText(count, text);

async function switchTo(service: SampleService): Promise<void> {
  await page.user.click(switcher());
  await page.user.click(await screen.findByRole("menuitemradio", { name: new RegExp(nameOf(service)) }));
  await expectTitle(`${nameOf(service)} – Stockdeck`);
}

async function openForm(): Promise<void> {
  await page.user.click(switcher());
  await page.user.click(await screen.findByRole("menuitem", { name: "Add connection…" }));
  await screen.findByLabelText("Base URL");
}

async function enter(url: string, key: string): Promise<void> {
  fill(screen.getByLabelText("Base URL"), url);
  fill(screen.getByLabelText("API key"), key);
  await page.user.click(screen.getByRole("button", { name: "Connect" }));
}

/** Adds the second company as a user would, and waits for its pull. */
async function addSecond(): Promise<void> {
  await openForm();
  await enter(second.url, second.key);
  await expectTitle(`Overview – ${nameOf(second)} – Stockdeck`);
  await goTo(page, /^Items/);
  await expectTitle(`${nameOf(second)} – Stockdeck`);
  await expectState("Connected");
  await expectCount("30 items");
}

test("the user adds a second connection and switches between the two connections while offline", async () => {
  const { service } = page;
  await expectTitle(`${nameOf(service)} – Stockdeck`);
  await addSecond();
  await waitFor(() => expect(cellAt(0, 0)).toHaveTextContent(/^Second /));
  await service.close();
  await second.close();
  for (const [to, rows] of [
    [service, "120 items"],
    [second, "30 items"],
    [service, "120 items"],
  ] as const) {
    await switchTo(to);
    await expectCount(rows);
    await waitFor(() =>
      expect(cellAt(0, 0)).toHaveTextContent(to === second ? /^Second / : /^(?!Second )\S/),
    );
    await waitFor(() => expect(switcher()).toHaveFocus());
  }
  await page.reopen();
  await expectTitle(`${nameOf(service)} – Stockdeck`);
  await expectCount("120 items");
});

test("the user can cancel the form for a new connection", async () => {
  await openForm();
  await enter(second.url, "mistyped");
  await expectText(() => screen.queryByRole("alert"), "The key was refused (401)");
  expect(document.title).toBe(`${nameOf(page.service)} – Stockdeck`);
  await page.user.click(screen.getByRole("button", { name: "Cancel" }));
  await expectCount("120 items");
  expect((await page.call("listConnections")).connections).toHaveLength(1);
});

test("the app does not offer the sample data again after the user added the sample connection", async () => {
  const { user } = page;
  await openForm();
  await user.click(screen.getByRole("button", { name: "Explore with sample data" }));
  await expectTitle("Overview – Sample company – Stockdeck");
  await goTo(page, /^Items/);
  await expectCount("5,000 items");
  await user.click(switcher());
  expect(await screen.findAllByRole("menuitemradio")).toHaveLength(2);
  expect(screen.getByRole("menuitemradio", { name: /Sample company/ })).toBeChecked();
  await user.click(screen.getByRole("menuitem", { name: "Add connection…" }));
  await screen.findByLabelText("Base URL");
  expect(screen.queryByRole("button", { name: "Explore with sample data" })).toBeNull();
});

test("each connection keeps its own filters, columns and open details", async () => {
  const { service, user } = page;
  await addSecond();
  await switchTo(service);
  await expectCount("120 items");
  fill(screen.getByRole("searchbox"), "film");
  await user.click(screen.getByRole("button", { name: "Columns" }));
  await user.click(await screen.findByRole("checkbox", { name: "Holder" }));
  await user.keyboard("{Escape}");
  const holder = (): HTMLElement | null => screen.queryByRole("columnheader", { name: "Holder" });
  await expectGone(holder);
  await expectText(count, "of 120 items");
  const filtered = `${await shownRows()} of 120 items`;
  await user.click(cellAt(0, 0));
  expect(await screen.findByText(/^Verified at /)).toBeVisible();

  second.requests.clear();
  await switchTo(second);
  await expectCount("30 items");
  expect(screen.getByRole("searchbox")).toHaveValue("");
  expect(headerOf("Holder")).toBeVisible();
  expect(screen.queryByRole("complementary")).toBeNull();
  // The history contains the first connection's address, but the page does not show its record here.
  await goBack(page);
  await expectCount("30 items");
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(second.requests.entries.filter(({ path }) => /\/items\/./.test(path))).toEqual([]);

  await switchTo(service);
  await waitFor(() => expect(screen.getByRole("searchbox")).toHaveValue("film"));
  await expectCount(filtered);
  expect(holder()).toBeNull();
  await page.reopen("/items");
  await waitFor(() => expect(screen.getByRole("searchbox")).toHaveValue("film"));
  expect(holder()).toBeNull();
});

test("the app reports that another process uses the data folder", async () => {
  const { service, user, under } = page;
  const { connectionId } = (await page.call("listConnections")).connections[0] ?? {};
  await addSecond();
  const lock = lockFolder(`${under.folder}/profiles/${connectionId}`);
  try {
    await user.click(switcher());
    await user.click(await screen.findByRole("menuitemradio", { name: new RegExp(nameOf(service)) }));
    expect(await screen.findByText("The local data is in use")).toBeVisible();
    expect(document.title).toBe(`${nameOf(second)} – Stockdeck`);
    await expectCount("30 items");
  } finally {
    lock.release();
  }
  await switchTo(service);
  await expectCount("120 items");
});
