import { screen, waitFor, within } from "@testing-library/dom";
import { afterEach, expect, test, vi } from "vitest";
import { TestPage } from "../page.ts";
import { expectText } from "../steps.ts";

const page = new TestPage({ items: 1_500, fresh: true, connected: false });
afterEach(() => void vi.useRealTimers());

/** The overview's sentence about its state; null in the usual state. */
const sentence = (): HTMLElement | null =>
  Array.from(document.querySelectorAll<HTMLElement>("[data-printed] [role=status]")).find(({ textContent }) =>
    /pull|Complete|stale/.test(textContent ?? ""),
  ) ?? null;
const figures = (): HTMLElement => screen.getByRole("region", { name: "Key figures" });

test("the overview of a company without items shows no chart and disables export and print", async () => {
  for (const { id } of page.service.company.items.all()) page.service.company.removeItem(id);
  await page.connect();
  await page.open("/overview");
  expect(await screen.findByRole("heading", { name: "No items yet" })).toBeVisible();
  expect(screen.getByText("The overview fills as soon as the service returns items.")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Key figures" })).toBeNull();
  expect(screen.getByRole("button", { name: "Export to Excel…" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Print…" })).toBeDisabled();
  expect(sentence()).toBeNull();

  page.service.company.upsertItem({ id: "itm_first", name: "The first", status: "available" });
  await page.refresh();
  await waitFor(() => expect(figures()).toHaveTextContent(/Items1(?!,)/));
  expect(screen.getByRole("button", { name: "Export to Excel…" })).toBeEnabled();
});

test("the “Show all” button names the number of material types only if types are hidden", async () => {
  const { company } = page.service;
  for (const { id } of company.items.all()) company.removeItem(id);
  const types = [...company.types.all()].map(({ id }) => id);
  const add = (materialTypeId: string | null): void =>
    void company.upsertItem({
      id: `itm_${materialTypeId}`,
      name: "Foil",
      status: "available",
      materialTypeId,
    });
  for (const id of [...types.slice(0, 9), null, "typ_unknown"]) add(id);
  await page.connect();
  await page.open("/overview");
  const card = () => within(screen.getByRole("region", { name: "Stock by material type" }));
  await page.user.click(await waitFor(() => card().getByRole("button", { name: "Show all" })));
  expect(card().getByRole("button", { name: "Show fewer" })).toBeVisible();

  for (const id of types.slice(9, 11)) add(id);
  await page.refresh();
  await page.user.click(card().getByRole("button", { name: "Show fewer" }));
  await waitFor(() =>
    expect(card().getByRole("button", { name: "Show all 11 material types" })).toBeVisible(),
  );
});

test("the overview's figures grow with each page of the first pull", async () => {
  page.service.setFaults({ latencyMs: 700, onlyPath: "/inventory/items" });
  await page.call("connect", { baseUrl: page.service.url, key: page.service.key });
  await page.open("/overview");
  await expectText(sentence, "The first pull is under way: the figures count what has arrived so far.");
  await waitFor(() => expect(figures()).toHaveTextContent(/Items(500|1,000)/));
  expect(sentence()).toHaveTextContent("The first pull is under way:");
  page.service.setFaults({ latencyMs: 0 });
  await page.idle();
  await waitFor(() => expect(figures()).toHaveTextContent(/Items1,500/));
  expect(sentence()).toBeNull();
});

test("the overview does not show a cancelled first pull as running", async () => {
  page.service.setFaults({ latencyMs: 700, onlyPath: "/inventory/items" });
  await page.call("connect", { baseUrl: page.service.url, key: page.service.key });
  await page.open("/overview");
  await page.user.click(await screen.findByRole("button", { name: "Cancel" }));
  await expectText(sentence, "The first pull is not finished: the figures count what has arrived so far.");
});

test("the offline overview keeps its figures and shows how old the figures are", async () => {
  await page.connect();
  await page.open("/overview");
  await waitFor(() => expect(figures()).toHaveTextContent(/Items1,500/));
  expect(sentence()).toBeNull();
  await page.service.close();
  await page.user.keyboard("{F5}");
  await waitFor(() => expect(sentence()).toHaveTextContent(/^(Retrying|Offline)\. Complete as of /));
  expect(figures()).toHaveTextContent(/Items1,500/);
  expect(screen.getByRole("button", { name: "Export to Excel…" })).toBeEnabled();
});

test("the overview marks old figures as stale even if the connection works", async () => {
  await page.connect();
  // The jump of the clock causes a refresh. It must not end before the sentence is read.
  page.service.setFaults({ latencyMs: 10_000, onlyPath: "/inventory/items" });
  vi.useFakeTimers({ now: Date.now() + 3 * 3_600_000, toFake: ["Date"] });
  await page.open("/overview");
  await expectText(
    sentence,
    "The figures are stale: the last complete refresh was 3 h ago; three were missed.",
  );
  await waitFor(() => expect(figures()).toHaveTextContent(/Items1,500/));
});
