import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { TestPage } from "../../page.ts";
import { cellAt, expectGone, expectText, textsOf } from "../../steps.ts";

const page = new TestPage({ items: 60, fresh: true });
beforeEach(() => page.open());

const outcome = (): HTMLElement => screen.getByTestId("verification");

/** Ticks the boxes of rows; the first row is 1. */
async function tick(...rows: readonly number[]): Promise<void> {
  const boxes = within(screen.getByRole("grid")).getAllByRole("checkbox");
  for (const row of rows) await page.user.click(boxes[row] as HTMLElement);
}

test("a verification shows progress, stops on request and explains a failure", async () => {
  const { service, user } = page;
  cellAt(0, 0).focus();
  await user.keyboard("{Control>}a{/Control}");
  await tick(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
  const verify = (): Promise<HTMLElement> => screen.findByRole("button", { name: "Verify now (50)" });
  await waitFor(async () => expect(await verify()).toBeEnabled());
  service.setFaults({ latencyMs: 150 });
  await user.click(await verify());
  await expectText(outcome, /Asking the service: (5|10) of 50 answered/);
  await user.click(screen.getByRole("button", { name: "Stop" }));
  await expectText(outcome, /Verified: \d+ unchanged, \d+ not checked/);
  service.setFaults({ latencyMs: 0 });
  service.setKeyState(service.key, "revoked");
  service.requests.clear();
  await user.click(await verify());
  await expectText(outcome, /^Verified: 50 failed: .+/);
  // A lasting failure ends the verification, so there are not fifty failed requests.
  expect(service.requests.countByStatus(401)).toBeLessThan(3);
});

test("a verification shows that it waits for the rate limit", async () => {
  await tick(1);
  page.service.setFaults({ tooManyNext: 1, retryAfter: "3" });
  await page.user.click(await screen.findByRole("button", { name: "Verify now (1)" }));
  await expectText(outcome, /0 of 1 answered\. Waiting for the rate limit until \d+:\d+:\d+/);
  await expectText(outcome, /^Verified: 1 unchanged$/);
});

test("“Verify now” reports each row's outcome and marks the row as verified; a refresh keeps the selection", async () => {
  const { service, user } = page;
  const count = (): HTMLElement => screen.getByTestId("selected-count");
  const selected = (): readonly Element[] => [
    ...document.querySelectorAll('[role=row][aria-selected="true"][data-index]'),
  ];
  const names = textsOf("name");
  const items = [...service.company.items.all()];
  const idOf = (row: number): string => items.find(({ name }) => name === names[row])?.id ?? "";
  await tick(1, 2, 3, 4, 5, 6, 7, 8);
  service.company.upsertItem({ id: idOf(2), weight: 123_456.5 });
  service.company.removeItem(idOf(3));
  await user.click(await screen.findByRole("button", { name: "Verify now (8)" }));
  await expectText(outcome, /^Verified: 6 unchanged, 1 changed, 1 no longer returned$/);
  await waitFor(() =>
    expect(selected().filter(({ textContent }) => textContent?.includes("123,456.5"))).toHaveLength(1),
  );
  await expectText(count, "8 rows selected · 1 not in this result");
  expect(screen.getAllByRole("img", { name: /^Verified at / })).toHaveLength(7);
  service.company.upsertItem({ id: "itm_first", name: "!!! first" });
  await page.refresh();
  // A selection freezes the order. The row that is no longer returned also waits until the selection ends.
  await screen.findByRole("button", { name: "2 rows changed – apply (R)" });
  await user.keyboard("r");
  await expectText(() => cellAt(0, 0), "!!! first");
  expect(selected()).toHaveLength(7);
  await user.click(screen.getByRole("button", { name: "Dismiss the outcome" }));
  await expectGone(() => screen.queryByTestId("verification"));
});
