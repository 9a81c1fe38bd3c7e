import { expect, test } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { cellsOf, connected } from "./steps.ts";

test.use({ items: 120, ownHost: true });
test.beforeEach(async ({ page, host, service }) => connected(page, host, service));

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
