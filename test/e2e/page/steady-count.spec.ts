import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { connected, refresh, rowsHere, shownRows, shownText } from "./steps.ts";

const ITEMS = 2_000;
/** Ms that a count takes. */
const COUNTING = 300;

interface Message {
  readonly id?: number;
  readonly call?: string;
  readonly result?: { readonly ok: boolean; readonly value: object };
}

/** Delivers rows without their numbers after `begin` is called. A long table that is being reindexed does the same. */
async function leaveOutNumbers(page: Page): Promise<{ begin: () => void; counts: () => number }> {
  let leavesOut = false;
  let counts = 0;
  await page.routeWebSocket(/\/host/, (socket) => {
    const server = socket.connectToServer();
    const calls = new Map<number, string>();
    socket.onMessage((message) => {
      const { id, call } = JSON.parse(message.toString()) as Message;
      if (id !== undefined && call !== undefined) calls.set(id, call);
      server.send(message);
    });
    server.onMessage((message) => {
      const { id, result } = JSON.parse(message.toString()) as Message;
      const call = id === undefined ? undefined : calls.get(id);
      if (leavesOut && call === "queryPage" && result?.ok === true) {
        const value = { ...result.value, total: null, all: null };
        return socket.send(JSON.stringify({ id, result: { ...result, value } }));
      }
      if (!leavesOut || call !== "queryCount") return socket.send(message);
      return void setTimeout(() => {
        counts += 1;
        socket.send(message);
      }, COUNTING);
    });
  });
  return {
    begin: () => {
      leavesOut = true;
    },
    counts: () => counts,
  };
}

/** Delays the rows and their number after `begin` is called, as a slow machine does. `end` delivers them. */
async function holdRows(page: Page): Promise<{ begin: () => void; end: () => void }> {
  let held: (() => void)[] | null = null;
  await page.routeWebSocket(/\/host/, (socket) => {
    const server = socket.connectToServer();
    const wanted = new Set<number>();
    socket.onMessage((message) => {
      const { id, call } = JSON.parse(message.toString()) as Message;
      if (id !== undefined && (call === "queryPage" || call === "queryCount")) wanted.add(id);
      server.send(message);
    });
    server.onMessage((message) => {
      const { id } = JSON.parse(message.toString()) as Message;
      if (held && id !== undefined && wanted.has(id)) held.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  return {
    begin: () => {
      held = [];
    },
    end: () => {
      for (const send of held ?? []) send();
      held = null;
    },
  };
}

/** Records each text of the count and each number of display rows, as they change. */
async function watchCounts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = { counts: new Set<string>(), lines: new Set<string>() };
    const look = (): void => {
      seen.counts.add(document.querySelector('[data-testid="result-count"]')?.textContent ?? "");
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
    return { counts: [...seenCounts.counts], lines: [...seenCounts.lines] };
  });
}

test.describe("the shown number of rows", () => {
  test.use({ items: ITEMS });

  test("the row count does not change while refreshed rows are shown before their count arrives", async ({
    page,
    host,
    service,
  }) => {
    const numbers = await leaveOutNumbers(page);
    await page.reload();
    await connected(page, host, service);
    const count = page.getByTestId("result-count");
    const before = await shownText(count);
    await page.getByRole("searchbox").fill("film");
    await expect(count).not.toHaveText(before);
    await rowsHere(page);
    const found = await shownRows(page);
    expect(found).toBeGreaterThan(500);
    const middle = page.locator(`[aria-rowindex="${Math.round(found / 2)}"]`);
    await page.getByRole("grid").evaluate((grid) => {
      grid.scrollTop = (grid.scrollHeight - grid.clientHeight) / 2;
    });
    await expect(middle).toBeVisible();
    await watchCounts(page);
    numbers.begin();
    for (const { id } of service.company.items.all()) service.company.upsertItem({ id, weight: 123_456.5 });
    await refresh(page);
    await expect(page.getByRole("row").filter({ hasText: "123,456.5" }).first()).toBeVisible();
    await expect.poll(numbers.counts).toBeGreaterThan(0);
    expect(await seenCounts(page)).toEqual({
      counts: [`${found.toLocaleString("en-US")} of 2,000 items`],
      lines: [`${found + 1}`],
    });
    await expect(middle).toBeVisible();
  });

  test(
    "the app does not show 0 rows before the first rows are loaded",
    { tag: "@whole" },
    async ({ page, host, service }) => {
      const rows = await holdRows(page);
      await page.reload();
      await connected(page, host, service);
      await watchCounts(page);
      rows.begin();
      await page.getByRole("link", { name: "Locations" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Locations" })).toBeVisible();
      await expect(page.getByRole("grid", { name: "Locations" })).toHaveAttribute("aria-busy", "true");
      await expect(page.getByTestId("result-count")).toHaveText("");
      rows.end();
      const locations = [...service.company.locations.all()].length;
      await expect.poll(() => shownRows(page)).toBe(locations);
      expect((await seenCounts(page)).counts.toSorted()).toEqual(
        ["", "2,000 items", `${locations} locations`].toSorted(),
      );
    },
  );
});
