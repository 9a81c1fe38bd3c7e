import { startSampleProcess } from "../../helpers/sample-process.ts";
import { expect, test, type LaunchedApp } from "./launch.ts";

/** Megabytes of the main process, its worker threads included. */
const MAIN_LIMIT = 300;
const MB = 1024 * 1024;

const mainMemory = ({ app }: LaunchedApp): Promise<number> => app.evaluate(() => process.memoryUsage().rss);

/**
 * The page's JavaScript heap after garbage collections: the least of several readings, because a former page
 * is freed in steps.
 */
async function pageHeap({ page }: LaunchedApp): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  const sizes: number[] = [];
  for (let look = 0; look < 6; look += 1) {
    await devtools.send("HeapProfiler.collectGarbage");
    sizes.push((await devtools.send("Runtime.getHeapUsage")).usedSize);
    await page.waitForTimeout(250);
  }
  await devtools.detach();
  return Math.min(...sizes);
}

test(
  "the main process and workers stay under 300 MB with 100,000 items, and the page does not grow with the items",
  { tag: "@whole" },
  async ({ launch }) => {
    test.setTimeout(180_000);
    const heaps: number[] = [];
    for (const items of [1_000, 100_000]) {
      const sample = await startSampleProcess(items);
      const launched = await launch();
      const connected = await launched.page.evaluate(
        async (input) => {
          const host = (
            globalThis as unknown as { stockdeck: { connect(input: unknown): Promise<{ ok: boolean }> } }
          ).stockdeck;
          return (await host.connect(input)).ok;
        },
        { baseUrl: sample.url, key: sample.key },
      );
      expect(connected).toBe(true);
      await launched.page.evaluate(() => void (window.location.hash = "/items"));
      await launched.page.reload();
      await expect(launched.page.getByTestId("result-count")).toContainText(items.toLocaleString("en-US"), {
        timeout: 120_000,
      });
      await expect(launched.page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 60_000 });
      const main = await mainMemory(launched);
      await launched.app.close();
      // Measures only what a page holds of the rows. A page that watched the first pull would also hold its
      // compiled code.
      const again = await launch();
      await expect(again.page.getByTestId("result-count")).toContainText(items.toLocaleString("en-US"));
      // Screens that load in idle moments belong to both heaps. Each has a link element once its script is
      // requested.
      for (const screen of ["overview-screen", "checked-out-screen"])
        await expect(again.page.locator(`link[href*="${screen}"]`)).not.toHaveCount(0);
      heaps.push(await pageHeap(again));
      console.log(
        `${items} items: main ${(main / MB).toFixed(0)} MB, page heap ${((heaps.at(-1) ?? 0) / MB).toFixed(1)} MB`,
      );
      expect(main / MB).toBeLessThan(MAIN_LIMIT);
      await again.page.evaluate(async () => {
        const host = (globalThis as unknown as { stockdeck: { disconnect(): Promise<unknown> } }).stockdeck;
        await host.disconnect();
      });
      await again.app.close();
      await sample.stop();
    }
    const [small = 0, large = 0] = heaps;
    expect(large - small).toBeLessThan(MB);
  },
);
