import type { Page } from "@playwright/test";
import { EVERYTHING } from "../../../shared/query.ts";
import { expect, test } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { connected, refresh, rowsHere, shownRows, shownText } from "./steps.ts";

/** So many that they are indexed, and so few that a refresh of all of them has the index read anew. */
const ITEMS = 21_000;

/** Remembers each different text of the count, and each number of lines of the table, as the page changes. */
async function watchCounts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = { counts: new Set<string>(), lines: new Set<string>() };
    const look = (): void => {
      const count = document.querySelector('[data-testid="result-count"]')?.textContent ?? "";
      if (count !== "") seen.counts.add(count);
      seen.lines.add(document.querySelector('[role="grid"]')?.getAttribute("aria-rowcount") ?? "");
    };
    look();
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    Object.assign(window, { seenCounts: seen });
  });
}

async function seenCounts(page: Page): Promise<{ readonly counts: string[]; readonly lines: string[] }> {
  return page.evaluate(() => {
    const { seenCounts } = window as unknown as {
      seenCounts: { readonly counts: Set<string>; readonly lines: Set<string> };
    };
    return { counts: [...seenCounts.counts], lines: [...seenCounts.lines].filter((lines) => lines !== "") };
  });
}

const sent: string[] = [];

test.beforeEach(({ page }) => {
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(String(payload))));
});

test.describe("the number of rows", () => {
  test.use({ items: ITEMS });

  test("only grows in a first pull, and stands still while a refresh has the table indexed anew", async ({
    page,
    host,
    service,
  }) => {
    await watchCounts(page);
    await connected(page, host, service);
    const pulled = await seenCounts(page);
    const numbers = pulled.counts.filter((text) => !text.includes("+"));
    const inOrder = numbers.map((text) => Number(text.replaceAll(/\D/g, "")));
    expect(inOrder.length).toBeGreaterThan(1);
    expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other));
    // "100+ items" is for rows that nobody has counted yet.
    expect(pulled.counts.slice(pulled.counts.indexOf(numbers[0] ?? ""))).toEqual(numbers);

    const rows = { profileId: host.profileId, resource: "items", offset: 0, limit: 1 } as const;
    const indexed = async () => (await callHost(host.url, "queryWindow", { ...rows, query: EVERYTHING })).all;
    await expect.poll(indexed).toBe(ITEMS);
    const count = page.getByTestId("result-count");
    for (const word of ["f", "film"]) {
      const before = await shownText(count);
      await page.getByRole("searchbox").fill(word);
      await expect(count).not.toHaveText(before);
      await rowsHere(page);
    }
    const found = await shownRows(page);
    expect(found).toBeGreaterThan(1_000);
    const middle = page.locator(`[aria-rowindex="${Math.round(found / 2)}"]`);
    await page.getByRole("grid").evaluate((grid) => {
      grid.scrollTop = (grid.scrollHeight - grid.clientHeight) / 2;
    });
    await expect(middle).toBeVisible();
    for (const { id } of service.company.items.all()) service.company.upsertItem({ id, weight: 123_456.5 });
    await watchCounts(page);
    sent.length = 0;
    await refresh(page);
    await expect(page.getByRole("row").filter({ hasText: "123,456.5" }).first()).toBeVisible();
    await expect.poll(indexed).toBe(ITEMS);
    // The rows came without their number, and it was asked for.
    expect(sent.join("\n")).toContain("queryCount");
    expect(await seenCounts(page)).toEqual({
      counts: [`${found.toLocaleString("en-US")} of 21,000 items`],
      lines: [`${found + 1}`],
    });
    await expect(middle).toBeVisible();
  });
});
