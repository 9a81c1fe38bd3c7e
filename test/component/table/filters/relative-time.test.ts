import { screen, within } from "@testing-library/dom";
import { afterEach, test, vi } from "vitest";
import { TestPage } from "../../page.ts";
import { addFilter, cellAt, choose, expectRows, fill } from "../../steps.ts";

const MINUTE = 60_000;
const page = new TestPage({ items: 60, fresh: true, connected: false });

/** The callbacks of timers that run every minute. */
let everyMinute: (() => void)[] = [];

/** Opens the page with a filter by age: one item is 45 seconds younger than an hour. */
async function openFiltered(comparison: string): Promise<void> {
  const { setInterval } = globalThis;
  everyMinute = [];
  vi.spyOn(globalThis, "setInterval").mockImplementation(((run: () => void, ms: number) => {
    if (ms === MINUTE) everyMinute.push(run);
    return setInterval(run, ms);
  }) as typeof setInterval);
  for (const { id } of page.service.company.items.all())
    page.service.company.upsertItem({ id, updatedAt: new Date(Date.now() - 100 * MINUTE).toISOString() });
  const updatedAt = new Date(Date.now() - 59.25 * MINUTE).toISOString();
  page.service.company.upsertItem({ id: "itm_edge", name: "At the edge", updatedAt });
  await page.connect();
  await page.open();
  const editor = await addFilter(page, "Updated");
  fill(within(editor).getByLabelText("Updated: how many"), "1");
  await choose(page, editor, "Updated: unit of time", "hour");
  await choose(page, editor, "Updated: comparison", comparison);
}

/** Lets two minutes pass for the page. No data changes. */
function passTwoMinutes(): void {
  vi.useFakeTimers({ now: Date.now() + 2 * MINUTE, toFake: ["Date"] });
  for (const run of everyMinute) run();
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a row appears under the filter “more than an hour ago” as time passes", async () => {
  await openFiltered("is more than … ago");
  await expectRows(60);
  passTwoMinutes();
  await expectRows(61);
});

test("a row that starts to match as time passes appears only after the pointer leaves the rows", async () => {
  await openFiltered("is more than … ago");
  await expectRows(60);
  await page.user.keyboard("{Escape}");
  await page.user.hover(cellAt(2, 0));
  passTwoMinutes();
  await screen.findByRole("button", { name: /^1 row changed.* – apply \(R\)$/ });
  await expectRows(60);
  await page.user.keyboard("r");
  await expectRows(61);
});

test("a row disappears from the filter “within the last hour” as time passes", async () => {
  await openFiltered("is within the last");
  await expectRows(1);
  passTwoMinutes();
  await expectRows(0);
});

test("a hidden window updates its relative times only when the window is shown", async () => {
  await openFiltered("is within the last");
  await expectRows(1);
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  passTwoMinutes();
  // The store answers in order, so an unwanted answer would arrive before this one.
  const { connections } = await page.call("bootstrap");
  const query = { version: 1 } as const;
  await page.call("queryCount", { connectionId: connections.current ?? "", resource: "items", query });
  await expectRows(1);
  visibility.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  await expectRows(0);
});
