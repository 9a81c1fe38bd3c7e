import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { connected, rowsHere, shownText } from "./steps.ts";

interface Seen {
  /** The rows, with all of their attributes, and what is written about them. */
  readonly rows: readonly string[];
  readonly count: string;
  readonly lines: string | null;
  readonly height: string;
  readonly summary: string;
}

declare global {
  interface Window {
    /** What was on screen in the frame that changed the first row. */
    glance: Seen | null;
    readTable: () => Seen;
  }
}

/** From the next change of the first row on, remembers what that frame shows. @param click whether it is clicked at once. */
async function watchNext(page: Page, click = false): Promise<void> {
  await page.evaluate((clicks) => {
    window.readTable = () => {
      const body = document.querySelector('[role="grid"] > [role="rowgroup"]:last-child') as HTMLElement;
      const text = (id: string): string => document.querySelector(`[data-testid="${id}"]`)?.textContent ?? "";
      return {
        rows: [...body.querySelectorAll('[role="row"]')].map((row) => row.outerHTML),
        count: text("result-count"),
        lines: document.querySelector('[role="grid"]')?.getAttribute("aria-rowcount") ?? null,
        height: body.style.height,
        summary: text("filter-summary"),
      };
    };
    window.glance = null;
    const first = document.querySelector('[data-cell="0:0"]');
    const watched = new MutationObserver(() => {
      watched.disconnect();
      window.glance = window.readTable();
      if (clicks) document.querySelector<HTMLElement>('[data-cell="0:0"]')?.click();
    });
    if (first) watched.observe(first, { subtree: true, childList: true, characterData: true });
  }, click);
}

/** A call that the page has sent. */
interface Sent {
  readonly call: string;
  readonly input: {
    readonly query?: { readonly search?: string };
    readonly offset?: number;
    readonly limit?: number;
  };
}
const sent: Sent[] = [];

const search = (page: Page) => page.getByRole("searchbox");

// As many as the store indexes.
test.use({ items: 20_000 });
test.beforeEach(async ({ page, host, service }) => {
  sent.length = 0;
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => sent.push(JSON.parse(String(payload)) as Sent)),
  );
  await connected(page, host, service);
  const { profiles } = await callHost(host.url, "bootstrap");
  const query = { version: 1, search: "fo" } as const;
  const asked = { profileId: profiles.current ?? "", resource: "items", query, offset: 0, limit: 1 } as const;
  await expect.poll(async () => (await callHost(host.url, "queryWindow", asked)).total).not.toBeNull();
  await search(page).fill("f");
  await rowsHere(page);
  // Once the index has it, the number of all rows comes with the rows.
  await expect(page.getByTestId("result-count")).toContainText("of 20,000 items");
});

const readTable = (page: Page): Promise<Seen> => page.evaluate(() => window.readTable());

for (const [what, base, letter] of [
  ["a key", "f", "i"],
  ["a first letter, or the last that is taken away,", "", "f"],
] as const) {
  test(`what ${what} has found is on screen before the page renders it, and rendering changes nothing of it`, async ({
    page,
  }) => {
    await search(page).fill(base);
    await rowsHere(page);
    await search(page).press("End");
    let seen = false;
    // On a busy machine the rows may come so late that the page renders with them.
    for (let key = 0; key < 20 && !seen; key += 1) {
      await watchNext(page);
      const { summary: before } = await readTable(page);
      await page.keyboard.press(key % 2 === 0 ? letter : "Backspace");
      await expect.poll(async () => (await readTable(page)).summary).not.toBe(before);
      await rowsHere(page);
      const glance = await page.evaluate(() => window.glance);
      const after = await readTable(page);
      expect(glance?.rows.length).toBeGreaterThan(10);
      expect(after.rows.slice(0, glance?.rows.length)).toEqual(glance?.rows);
      expect({ ...after, rows: [], summary: "" }).toEqual({ ...glance, rows: [], summary: "" });
      // It belongs to neither the rows nor their number, so that it is rendered a frame later.
      seen = glance?.summary === before;
    }
    expect(seen).toBe(true);
  });
}

test("a key asks for the rows in sight, then for the others of their chunk, and for no number apart", async ({
  page,
}) => {
  const rows = await page.evaluate(() => {
    const grid = document.querySelector('[role="grid"]');
    const row = grid?.querySelector('[data-index="0"]')?.getBoundingClientRect();
    const room = (grid?.getBoundingClientRect().bottom ?? 0) - (row?.top ?? 0);
    return Math.floor(room / (row?.height ?? 1)) + 1;
  });
  sent.length = 0;
  await search(page).press("End");
  await page.keyboard.type("i");
  await expect(page.getByTestId("filter-summary")).toContainText(/hides/);
  await rowsHere(page);
  const windows = (): unknown[] =>
    sent
      .filter(({ input }) => input.query?.search === "fi" && (input.offset ?? 0) < 100)
      .map(({ call, input: { offset, limit } }) => [call, offset, limit]);
  await expect.poll(windows).toEqual([
    ["queryWindow", 0, rows],
    ["queryWindow", rows, 100 - rows],
  ]);
  expect(sent.map(({ call }) => call)).not.toContain("queryCount");
});

test("a click on a row that was only just shown opens that one", async ({ page }) => {
  const before = await shownText(page.locator('[data-cell="0:0"]'));
  await watchNext(page, true);
  await search(page).press("End");
  await page.keyboard.type("i");
  const heading = page
    .getByRole("complementary", { name: /^Details of / })
    .getByRole("heading", { level: 2 });
  await expect(heading).toBeVisible();
  const name = await shownText(page.locator('[data-cell="0:0"]'));
  expect(name).not.toBe(before);
  await expect(heading).toHaveText(name);
});

test("an order is shown the same way; what finds nothing is rendered", async ({ page }) => {
  await watchNext(page);
  await page.getByRole("columnheader", { name: /^Weight/ }).click();
  await expect.poll(() => page.evaluate(() => window.glance?.rows.length ?? 0)).toBeGreaterThan(10);
  await rowsHere(page);
  await search(page).fill("");
  await rowsHere(page);
  await expect(page.getByTestId("result-count")).not.toContainText(" of ");
  await search(page).fill("no such thing");
  await expect(page.getByTestId("result-count")).toHaveText(/^0 of /);
  await expect(page.getByRole("grid").locator("[data-cell='0:0']")).toHaveCount(0);
});

test("a window that shows more rows than are asked for at once has them all", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 4_000 });
  await expect(page.locator('[data-index="110"]')).toBeVisible();
  await search(page).press("End");
  await page.keyboard.type("i");
  await expect(page.getByTestId("filter-summary")).toContainText(/hides/);
  await rowsHere(page);
  for (const line of [0, 60, 110])
    await expect(page.locator(`[data-index="${line}"] mark`).first()).toHaveText(/^fi$/i);
});
