import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { TestPage } from "../../page.ts";
import { cellAt, expectText } from "../../steps.ts";

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
