import { expect } from "../test/e2e/fixtures.ts";
import { banner, refresh, refreshTo, stateOf } from "../test/e2e/page/steps.ts";
import { makeReadOnly } from "../test/helpers/read-only.ts";
import { scene } from "./shot-stage.ts";

const MINUTE = 60_000;

scene("the diagnostics", { tag: "@guide" }, async ({ page, ofGuide, shootBoth, shootNarrow }) => {
  await page.getByRole("link", { name: "Diagnostics" }).click();
  await shootBoth("diagnostics", page.getByRole("heading", { name: "Versions" }));
  if (ofGuide) return;
  await page.getByRole("heading", { name: "Versions" }).scrollIntoViewIfNeeded();
  await shootBoth("diagnostics-end");
  await page.getByRole("button", { name: "Licences…" }).click();
  await page.getByRole("dialog", { name: "Licences of others" }).getByText("@mantine/core").click();
  await shootNarrow("licences");
});

scene("a refresh that fails, and one that has to wait", async ({ page, service, shoot }) => {
  service.setFaults({ malformedRecords: ["no_id", "numeric_id"], htmlNext: 0 });
  await refresh(page);
  await page.getByText("malformed records set aside").waitFor();
  service.setFaults({ malformedRecords: [], htmlNext: 1 });
  await refreshTo(page, "Refresh failed");
  await shoot("failed");
  service.setFaults({ tooManyNext: 1, retryAfter: "30" });
  await refreshTo(page, "Rate-limited");
  await shoot("rate-limited");
});

scene("a wrong clock, and items that are missing", async ({ page, service, shoot }) => {
  service.setFaults({ dateSkewMs: 10 * MINUTE });
  await refresh(page);
  await shoot("clock-skew", page.getByText("The service’s clock is"));
  service.setFaults({ dateSkewMs: 0 });
  for (const { id } of [...service.company.items.all()].slice(0, 400)) service.company.removeItem(id);
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Run a full check now" }).click();
  await banner(page, "The service no longer returns").waitFor();
  await page.getByRole("link", { name: "Items" }).click();
  await shoot("question-removals");
});

scene("sleep", async ({ page, host, shoot }) => {
  await host.core.suspend();
  await expect(stateOf(page)).toHaveText("Asleep");
  await shoot("asleep");
});

scene("a data folder that cannot be written", async ({ page, host, service, shootBoth }) => {
  const undo = makeReadOnly(host.inventory);
  // makeReadOnly has printed why.
  if (undo === null) return;
  for (const { id } of [...service.company.items.all()].slice(0, 50))
    service.company.upsertItem({ id, remainingLength: 1 });
  await refresh(page);
  await banner(page, "The data folder cannot be written.").waitFor();
  await page.clock.setFixedTime(Date.now() + 20 * MINUTE);
  await shootBoth("disk-trouble-stale", page.getByTestId("staleness"));
  undo();
});

scene("a service that is away", async ({ page, service, shoot, shootNarrow }) => {
  await service.close();
  await refreshTo(page, "Retrying");
  await shoot("retrying");
  await expect(stateOf(page)).toHaveText("Offline");
  await page.clock.setFixedTime(Date.now() + 180 * MINUTE);
  await page.waitForTimeout(1_100);
  await shoot("offline");
  await page.locator('[data-cell="5:0"]').click();
  await shoot("details-unverified", page.getByText(/Could not be verified/));
  await page.getByRole("button", { name: "Close details" }).click();
  await shootNarrow("offline");
});
