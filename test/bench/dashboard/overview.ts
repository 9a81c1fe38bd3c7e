import type { Page } from "@playwright/test";
import { callHost } from "../../e2e/host-client.ts";
import { against, median, milliseconds, type Figure } from "../figure.ts";
import { BenchPage } from "../page/bench-page.ts";

/** Ms that the whole overview may take after the click, and that types may take to be sorted by their items. */
const LIMITS = {
  100_000: { overview: 150, sort: 50 },
  1_000_000: { overview: 400, sort: 100 },
} as const;
const ROUNDS = 5;
/** Ms after which the page has dropped what it does not show (query-client.ts). */
const FORGOTTEN = 6_000;

/** How long the overview takes from the click to its last figure, and a sort of types by an aggregate. */
export async function* overviewFigures(): AsyncGenerator<Figure> {
  for (const items of [100_000, 1_000_000] as const) {
    const size = items === 100_000 ? "100k" : "1m";
    const bench = await BenchPage.open(items, 0);
    const { page } = bench.watched;
    const limit = (name: keyof (typeof LIMITS)[typeof items]) => ({
      name: "limit",
      value: LIMITS[items][name],
    });
    yield against(`overview-${size}-first`, await clickToComplete(page), "ms", limit("overview"));
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.getByRole("link", { name: /^Items/ }).click();
      await page.waitForTimeout(FORGOTTEN);
      times.push(await clickToComplete(page));
    }
    yield against(`overview-${size}`, median(times), "ms", limit("overview"));
    yield against(`types-sorted-${size}`, median(await sorts(bench.url)), "ms", limit("sort"));
    await bench.close();
  }
}

async function sorts(url: string): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const sort = [{ field: "itemCount", direction: round % 2 === 0 ? "asc" : "desc" } as const];
    const query = { version: 1, sort } as const;
    times.push(
      await milliseconds(() =>
        callHost(url, "queryWindow", { resource: "types", query, offset: 0, limit: 100 }),
      ),
    );
  }
  return times;
}

/** Ms from a click on "Overview" to the frame in which no card waits for anything. */
async function clickToComplete(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const isComplete = (): boolean => {
          const main = document.querySelector("main");
          const cards = main?.querySelectorAll("section[aria-labelledby]").length ?? 0;
          const waiting = main?.querySelectorAll('[aria-busy="true"], button:disabled').length ?? 1;
          return cards === 8 && waiting === 0 && main?.querySelectorAll("ol li, tbody tr").length !== 0;
        };
        const begun = performance.now();
        const look = (): void => {
          if (isComplete()) requestAnimationFrame(() => resolve(performance.now() - begun));
          else requestAnimationFrame(look);
        };
        document.querySelector<HTMLElement>('a[href$="#/overview"]')?.click();
        requestAnimationFrame(look);
      }),
  );
}
