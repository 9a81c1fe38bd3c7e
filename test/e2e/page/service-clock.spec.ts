import { expect, test } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { chooseView, connected, refresh, statusBar } from "./steps.ts";

const HOUR = 3_600_000;
const MINE = "checked-out-lately";

test.use({ items: 40 });

test(
  "ages and relative filters use the service's clock if the local clock is wrong",
  { tag: "@whole" },
  async ({ page, host, service }) => {
    const at = new Date(Date.now() - 1.5 * HOUR).toISOString();
    service.company.upsertItem({
      id: MINE,
      name: "Checked out lately",
      status: "checked_out",
      checkedOutAt: at,
    });
    await connected(page, host, service);
    const lately = async (): Promise<number> => {
      const filter = { field: "checkedOutAt", op: "withinLast", value: "PT3H" } as const;
      return (await callHost(host.url, "queryCount", { resource: "items", query: { version: 1, filter } }))
        .total;
    };
    await chooseView(page, "Checked out (longest first)");
    const row = page.getByRole("row", { name: /Checked out lately/ });
    const age = row.locator('[data-field="checkedOutAt"]');
    await expect(age).toContainText("1 h");
    const before = await lately();
    expect(before).toBeGreaterThan(0);

    // The service's clock is two hours ahead: an item checked out 1.5 hours ago by the local clock has been out
    // for 3.5 hours.
    service.setFaults({ dateSkewMs: 2 * HOUR });
    await refresh(page);
    await expect(statusBar(page)).toContainText("The service’s clock is");
    await expect(age).toContainText("3 h");
    expect(await lately()).toBe(0);
  },
);
