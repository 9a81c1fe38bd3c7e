import { expect, connectedTest as test } from "../fixtures.ts";
import { banner, refreshTo, stateOf, statusBar } from "./steps.ts";

test.use({ items: 120 });

test(
  "the app reports a cursor loop with its request id and keeps the rows",
  { tag: "@whole" },
  async ({ page, service }) => {
    service.setFaults({ cursorFault: "cycle1", onlyPath: "/inventory/items" });
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByLabel("Page size (records)").fill("50");
    const refreshing = page.getByRole("region", { name: "Refreshing" });
    await refreshing.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Run a full check now" }).click();
    await page.getByRole("link", { name: "Items" }).click();
    const circle = banner(page, "The service’s answer cannot be used.");
    await expect(circle).toContainText("a cursor came a second time");
    await expect(circle).toContainText("Stockdeck tries again at the next refresh");
    await expect(circle.getByRole("button", { name: "Copy request id" })).toHaveAttribute(
      "title",
      /^\S{6,}$/,
    );
    await expect(stateOf(page)).toHaveText("Refresh failed");
    await page.getByRole("searchbox").fill("film");
    await expect(page.getByTestId("result-count")).toHaveText(/^\d+ of 120 items$/);

    service.setFaults({ cursorFault: "none", onlyPath: "" });
    await refreshTo(page, "Connected");
    await expect(circle).toBeHidden();
  },
);

test(
  "the data are stale after three missed refreshes until a refresh succeeds",
  { tag: "@whole" },
  async ({ page, service }) => {
    const stale = page.getByTestId("staleness");
    service.setFaults({ htmlNext: 1 });
    await refreshTo(page, "Refresh failed");
    // The refresh interval is a minute, so only the page's clock changes the displayed age.
    await page.clock.setFixedTime(Date.now() + 2 * 60_000);
    await expect(statusBar(page)).toContainText(/Complete as of .+ \(2 min ago\)/);
    await expect(stale).toBeHidden();
    await page.clock.setFixedTime(Date.now() + 4 * 60_000);
    await expect(stale).toHaveText("stale: the last complete refresh was 4 min ago; three were missed");
    await page.getByRole("searchbox").fill("film");
    await expect(page.getByTestId("result-count")).toHaveText(/^\d+ of 120 items$/);
    await page.clock.setFixedTime(Date.now());
    await refreshTo(page, "Connected");
    await expect(stale).toBeHidden();
  },
);
