import { expect, test } from "../fixtures.ts";
import { callHost, waitForStatus } from "../host-client.ts";
import { keptKey } from "../../helpers/kept-key.ts";
import { cellsOf, connected, stateOf, statusBar } from "./steps.ts";

test.use({ items: 120, ownHost: true });
test.beforeEach(async ({ page, host, service }) => connected(page, host, service));

test(
  "the app sends nothing during sleep and refreshes once afterwards",
  { tag: "@whole" },
  async ({ page, host, service }) => {
    await page.goto("about:blank");
    await host.stop();
    await host.start({ default: keptKey(service) });
    await waitForStatus(host.url, ({ state }) => state === "idle");
    await page.goto(host.itemsUrl);
    await expect(stateOf(page)).toHaveText("Connected");
    service.requests.clear();

    host.signal("SIGUSR2");
    await expect(stateOf(page)).toHaveText("Asleep");
    await expect(statusBar(page)).toContainText(
      "nothing is sent while the computer sleeps; one refresh follows when it wakes",
    );
    await page.getByRole("searchbox").fill("film");
    await expect(page.getByTestId("result-count")).toHaveText(/^\d+ of 120 items$/);
    expect(service.requests.total).toBe(0);

    service.company.upsertItem({ id: "meanwhile", name: "A film that came meanwhile" });
    host.signal("SIGUSR2");
    await page.getByRole("searchbox").fill("came meanwhile");
    await expect(cellsOf(page, "name")).toHaveText(["A film that came meanwhile"]);
    await expect(stateOf(page)).toHaveText("Connected");
  },
);

test(
  "the app notices an unannounced sleep and refreshes once afterwards",
  { tag: "@whole" },
  async ({ page, host, service }) => {
    test.slow();
    // No scheduled refresh is due for a long time.
    const settings = await callHost(host.url, "getSettings");
    await callHost(host.url, "saveSettings", {
      ...settings,
      pollFocusedSeconds: 3_600,
      pollUnfocusedSeconds: 3_600,
    });
    service.requests.clear();
    host.signal("SIGSTOP");
    service.company.upsertItem({ id: "meanwhile", name: "A film that came meanwhile" });
    await new Promise((resolve) => setTimeout(resolve, 12_000));
    host.signal("SIGCONT");
    await page.getByRole("searchbox").fill("came meanwhile");
    await expect(cellsOf(page, "name")).toHaveText(["A film that came meanwhile"]);
    expect(service.requests.count({ path: "/inventory/items" })).toBe(1);
  },
);
