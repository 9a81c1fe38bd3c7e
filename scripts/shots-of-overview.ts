import fs from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { startCore } from "../electron/hosts/core/app-core.ts";
import { startBrowserHost } from "../electron/hosts/browser/browser-host.ts";
import { startSampleService, type SampleService } from "../test/service/index.ts";
import { ROOT } from "./root.ts";
import { CORE } from "./shot-core.ts";
import { NARROW, refresh, untilState, WINDOW, type Scene, type Stage } from "./shot-stage.ts";

/** The overview: its figures and charts, one as a table, its panel. */
export const OVERVIEW_SCENE: Scene = async ({ page, shoot, shootBoth }) => {
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("region", { name: "Time out" }).locator("[data-mark]").first().waitFor();
  await shootBoth("overview");
  const stock = page.getByRole("region", { name: "Stock by location" });
  await stock.getByRole("button", { name: "Show as table" }).click();
  await shoot("overview-as-table");
  await stock.getByRole("button", { name: "Show as table" }).click();
  await page.getByRole("region", { name: "Not moved" }).scrollIntoViewIfNeeded();
  await shoot("overview-below");
  await page.getByRole("button", { name: "Customise…" }).click();
  await page.getByRole("dialog").waitFor();
  await shoot("overview-customise");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Items" }).click();
};

/** The overview of a company without items, during a first pull, stale and offline: each over a core of its own. */
export const OVERVIEW_STATES_SCENE: Scene = async (stage) => {
  await onOverview(stage, 0, async (page, { shoot, shootNarrow }) => {
    await page.getByRole("heading", { name: "No items yet" }).waitFor();
    await untilState(page, "Connected");
    await shoot("overview-empty");
    await shootNarrow("overview-empty");
  });
  await onOverview(stage, 5_000, async (page, { shoot, shootNarrow }, service) => {
    // The service delays the first page of items until the picture is taken.
    await page.getByText("2 pages so far").first().waitFor();
    await page.getByRole("heading", { name: "No items yet" }).waitFor();
    await shoot("overview-first-pull-begins");
    service.setFaults({ latencyMs: 900 });
    await page
      .getByText(/[5-9] pages so far/)
      .first()
      .waitFor();
    await shoot("overview-first-pull");
    await shootNarrow("overview-first-pull");
    service.setFaults({ latencyMs: 0 });
    await untilState(page, "Connected");
    await page.getByRole("region", { name: "Time out" }).locator("[data-mark]").first().waitFor();
    await page.clock.setFixedTime(Date.now() + 3 * 3_600_000);
    await page.getByText("The figures are stale").waitFor();
    await shoot("overview-stale");
    await shootNarrow("overview-stale");
    await service.close();
    await refresh(page);
    await untilState(page, "Offline");
    await shoot("overview-offline");
    await shootNarrow("overview-offline");
  });
};

type Shooter = Pick<Stage, "shoot" | "shootNarrow">;

/** Shows another company's overview in a page of its own. The company's first pull is slow meanwhile. */
async function onOverview(
  { page: tourPage, data, shoot }: Stage,
  items: number,
  run: (page: Page, shooter: Shooter, service: SampleService) => Promise<void>,
): Promise<void> {
  const folder = path.join(data, `overview-of-${items}`);
  await fs.mkdir(folder, { recursive: true });
  const service = await startSampleService({ items, seed: 3 });
  service.setFaults({ latencyMs: items > 0 ? 4_000 : 0, onlyPath: "/inventory/items" });
  const core = startCore({ ...CORE, folder });
  const host = await startBrowserHost({ core, pages: path.join(ROOT, "dist/renderer") });
  // Its own context, because a scene sets the clock of its whole context.
  const context = await tourPage
    .context()
    .browser()
    ?.newContext({ viewport: WINDOW, reducedMotion: "reduce", colorScheme: "light" });
  if (!context) throw new Error("The tour has no browser.");
  const page = await context.newPage();
  try {
    await page.goto(`${host.url}#/overview`);
    await page.getByLabel("Base URL").fill(service.url);
    await page.getByLabel("API key", { exact: true }).fill(service.key);
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
    await page.mouse.move(0, 0);
    const shootNarrow = async (name: string): Promise<void> => {
      await page.setViewportSize(NARROW);
      await shoot(`narrow-${name}`, page);
      await page.setViewportSize(WINDOW);
    };
    await run(page, { shoot: (name) => shoot(name, page), shootNarrow }, service);
  } finally {
    await context.close();
    await host.close();
    await core.close();
    await service.close();
  }
}
