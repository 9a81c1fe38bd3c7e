import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { TestPage } from "../page.ts";
import { banner, chooseView, expectGone, expectState, expectText, goTo, statusBar } from "../steps.ts";

const page = new TestPage({ items: 200, fresh: true });
beforeEach(() => page.open());

const count = (): HTMLElement => screen.getByTestId("result-count");
const refresh = (): Promise<void> => page.user.keyboard("{F5}");

function removeItems(number: number): void {
  const { company } = page.service;
  for (const { id } of [...company.items.all()].slice(0, number)) company.removeItem(id);
}

async function runFullCheck(): Promise<void> {
  await goTo(page, "Settings");
  await page.user.click(await screen.findByRole("button", { name: "Run a full check now" }));
}

test("a full check hides rows that the service no longer returns", async () => {
  removeItems(4);
  await page.refresh();
  await expectText(count, "200 items");
  await runFullCheck();
  await expectText(() => screen.getByRole("main"), "4 rows no longer returned");
  await goTo(page, "Items");
  await expectText(count, "196 items");
  // Missing rows are counted separately from other rows.
  await chooseView(page, "No longer returned");
  await expectText(count, "4 of the items");
  expect(screen.getByTestId("filter-summary")).toHaveTextContent("1 filter on");
});

test("the app shows the time of the last full check and the number of unchecked rows", async () => {
  const { service } = page;
  expect(within(statusBar()).getByText(/^Last full check \d/)).toBeInTheDocument();
  removeItems(4);
  // A proxy's page does not answer for the requested row. That row waits, and the other rows are checked.
  service.setFaults({ onlyPath: "/inventory/items/", htmlNext: 1 });
  await runFullCheck();
  await expectState("Connected");
  await goTo(page, "Diagnostics");
  const now = await screen.findByRole("region", { name: "Right now" });
  await expectText(() => now, "1 row still to be checked one by one, up to 250 with each refresh");
  await goTo(page, "Items");
  await expectText(count, "197 items");
});

test("a full check that finds many removals hides no row until the user confirms", async () => {
  const { user } = page;
  const title = "The service no longer returns 20 of 200 items.";
  removeItems(20);
  await page.call("syncNow", { full: true });
  const question = await banner(title);
  expect(question).toHaveTextContent("Nothing was changed.");
  // New rows still arrive.
  await waitFor(() => expect(within(statusBar()).getByRole("button", { name: "Refresh" })).toBeEnabled());
  expect(count()).toHaveTextContent("200 items");
  await user.click(within(question).getByRole("button", { name: "Not now" }));
  await expectGone(() => screen.queryByRole("region", { name: title }));
  expect(count()).toHaveTextContent("200 items");

  await page.call("syncNow", { full: true });
  const again = await banner(title);
  await user.click(within(again).getByRole("button", { name: "They were removed: hide them" }));
  await expectGone(() => screen.queryByRole("region", { name: title }));
  await expectText(count, "180 items");
  await expectState("Connected");
});

test("a key of another company stops the refreshes", async () => {
  const { service, user } = page;
  const title = "Is this another company’s key?";
  const reason = "Nothing is refreshed until you say whether the key is another company’s";
  await page.call("replaceKey", { key: service.addKey({ company: "other" }) });
  const question = await banner(title);
  expect(question).toHaveTextContent("nothing is refreshed until you answer");
  await expectState("Needs an answer");
  const button = within(statusBar()).getByRole("button", { name: "Refresh" });
  expect(button).toBeDisabled();
  expect(button).toHaveAttribute("title", reason);
  await refresh();
  await waitFor(() =>
    expect(screen.getAllByRole("alert").map(({ textContent }) => textContent)).toContainEqual(
      expect.stringContaining(`${reason}.`),
    ),
  );
  expect(count()).toHaveTextContent("200 items");
  await user.click(within(question).getByRole("button", { name: "Another company: keep both" }));
  await expectGone(() => screen.queryByRole("region", { name: title }));
  await expectText(count, /^40 items$/);
  const { connections, current } = await page.call("listConnections");
  expect(connections).toHaveLength(2);
  expect(connections[1]?.connectionId).toBe(current);
});

test("a notice reports that the service's clock is far off", async () => {
  expect(statusBar()).not.toHaveTextContent("clock");
  page.service.setFaults({ dateSkewMs: 600_000 });
  await refresh();
  await expectText(statusBar, /The service’s clock is (9|10) min ahead of this computer’s/);
});
