import fs from "node:fs/promises";
import { expect, test } from "../fixtures.ts";
import { startCollectorProcess, type CollectorProcess } from "../../helpers/collector-process.ts";
import { connectByForm, statusBar } from "./steps.ts";

let collector: CollectorProcess;
test.beforeEach(async ({ service }, { outputDir }) => {
  await fs.mkdir(outputDir, { recursive: true });
  collector = await startCollectorProcess(service, outputDir, "--every", "10");
});
test.afterEach(() => collector.stop());

test(
  "a workstation with a collector shows two ages of its data",
  { tag: "@whole" },
  async ({ page, service }) => {
    const [item] = [...service.company.items.all()];
    await connectByForm(page, collector);
    await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
    await expect(page.getByTestId("result-count")).toHaveText("400 items");
    await expect(statusBar(page)).toContainText(/Collector complete as of [^·]+ · here /);
    await expect(page.locator("body")).not.toContainText(collector.key);

    service.company.upsertItem({ id: String(item?.id), name: "A film that the collector saw" });
    await page.getByRole("searchbox").fill("collector saw");
    await expect(page.getByTestId("result-count")).toHaveText(/^1 of 400 items$/, { timeout: 30_000 });

    await page.getByRole("link", { name: "Diagnostics" }).click();
    await expect(page.getByText(/change 1 of numbering [0-9a-f]+ · stream open/)).toBeVisible();
    await collector.stop();
    await page.getByRole("button", { name: "Refresh", exact: true }).click();
    await expect(statusBar(page)).toContainText(/Collector away since [^·]+ · complete as of /, {
      timeout: 30_000,
    });
  },
);
