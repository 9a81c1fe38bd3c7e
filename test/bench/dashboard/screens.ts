import type { Page } from "@playwright/test";
import { BUILT_IN_CARDS } from "../../../renderer/features/overview/layout.ts";
import { callHost } from "../../e2e/host-client.ts";
import { within } from "../../helpers/within.ts";
import { against, median, milliseconds, type Figure } from "../figure.ts";
import { BenchPage } from "../page/bench-page.ts";

/** The limits in ms: from a click to the whole screen, also the first time, and for sorting types by their items. */
const LIMITS = {
  100_000: { overview: 150, "overview-first": 200, "checked-out": 100, "checked-out-first": 100, sort: 50 },
  1_000_000: {
    overview: 400,
    "overview-first": 400,
    "checked-out": 250,
    "checked-out-first": 250,
    sort: 100,
  },
} as const;
const ROUNDS = 5;
/** Ms after which the page has dropped data that it does not show (query-client.ts). */
const FORGOTTEN = 6_000;
/** Ms after which the stock of a newly pulled company is counted. */
const COUNTED = 10_000;
/** Ms after which a screen that is still incomplete is an error of this benchmark. */
const COMPLETE_WITHIN = 60_000;

/** Measures two screens and a sort of types by an aggregate. Overview and Checked out count from the click to the last figure. */
export async function* screenFigures(): AsyncGenerator<Figure> {
  for (const items of [100_000, 1_000_000] as const) {
    const size = items === 100_000 ? "100k" : "1m";
    const bench = await BenchPage.open(items, 0);
    const { page } = bench.watched;
    await page.waitForTimeout(COUNTED);
    const limit = (name: keyof (typeof LIMITS)[typeof items]) => ({
      name: "limit",
      value: LIMITS[items][name],
    });
    for (const screen of ["overview", "checked-out"] as const) {
      const first = await clickToComplete(page, screen);
      yield against(`${screen}-${size}-first`, first, "ms", limit(`${screen}-first`));
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await page.getByRole("link", { name: /^Items/ }).click();
        await page.waitForTimeout(FORGOTTEN);
        times.push(await clickToComplete(page, screen));
      }
      yield against(`${screen}-${size}`, median(times), "ms", limit(screen));
    }
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
        callHost(url, "queryPage", { resource: "types", query, offset: 0, limit: 100 }),
      ),
    );
  }
  return times;
}

const TITLES = { overview: "Overview", "checked-out": "Checked out" } as const;
type Screen = keyof typeof TITLES;

/**
 * Ms from a click on a screen's link to its first complete frame. A screen is complete when no part of it is
 * still loading.
 */
async function clickToComplete(page: Page, screen: Screen): Promise<number> {
  const complete = page.evaluate(
    ({ name, title, cards }) =>
      new Promise<number>((resolve) => {
        const count = (selector: string): number => document.querySelectorAll(`main ${selector}`).length;
        const isComplete = (): boolean => {
          // The previous screen stays until this one's script is loaded.
          if (document.querySelector("main h1")?.textContent !== title) return false;
          if (count('[aria-busy="true"]') + count("button:disabled") > 0) return false;
          if (name === "overview")
            return count("section[aria-labelledby]") === cards && count("ol li, main tbody tr") > 0;
          // A figure is blank while it is counted.
          const figures = [...(document.querySelector("main ul")?.children ?? [])].map(
            (figure) => figure.textContent,
          );
          return figures.length > 0 && figures.every((text) => /[\d–]/.test(text)) && count("tbody tr") > 0;
        };
        const begun = performance.now();
        const look = (): void => {
          if (isComplete()) requestAnimationFrame(() => resolve(performance.now() - begun));
          else requestAnimationFrame(look);
        };
        document.querySelector<HTMLElement>(`a[href*="#/${name}"]`)?.click();
        requestAnimationFrame(look);
      }),
    { name: screen, title: TITLES[screen], cards: BUILT_IN_CARDS.length },
  );
  return within(COMPLETE_WITHIN, `the whole screen ${TITLES[screen]}`, complete);
}
