import { expect, type Locator, type Page } from "@playwright/test";
import type { SampleService } from "../../service/index.ts";
import type { BrowserHost } from "../fixtures.ts";
import { callHost, waitForStatus } from "../host-client.ts";
import { savedRecords } from "../../helpers/saved-records.ts";

/** Makes a material type with enough stock run low while a rule watches it. @returns its name. */
export async function lowStockAlert(host: BrowserHost, { company }: SampleService): Promise<string> {
  const { connectionId } = host;
  const items = [...company.items.all()];
  const stocked = items.find(({ status, materialTypeId }) => status === "available" && materialTypeId);
  const type = company.types.get(stocked?.materialTypeId ?? "");
  if (!type) throw new Error("No material type has an available item.");
  await callHost(
    host.url,
    "saveRecords",
    savedRecords(connectionId, "thresholds", { [type.id]: { measure: "items", below: 1 } }),
  );
  await refreshed(host);
  await callHost(host.url, "saveAlertRule", {
    connectionId,
    rule: {
      name: "A material type is low",
      paused: false,
      watch: { kind: "low", typeId: null },
      afterRefreshes: 1,
      notify: false,
    },
  });
  for (const { id, materialTypeId } of items)
    if (materialTypeId === type.id) company.upsertItem({ id, status: "archived" });
  await refreshed(host);
  await expect.poll(async () => (await listAlerts(host)).unread, { message: "the alert has fired" }).toBe(1);
  return type.name;
}

/** Opens the dialog of a new rule about a view. The screen must already show the alerts. */
export async function openRuleOfView(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "New rule…" }).click();
  const dialog = page.getByRole("dialog", { name: "New alert rule" });
  await dialog.getByRole("combobox", { name: "Watch" }).click();
  await page.getByRole("option", { name: "The count or a sum of a view" }).click();
  return dialog;
}

const listAlerts = ({ url, connectionId }: BrowserHost) =>
  callHost(url, "listAlerts", { connectionId, filter: "active", offset: 0, limit: 1 });

/** Refreshes and waits for the end. */
async function refreshed({ url }: BrowserHost): Promise<void> {
  const { lastPassAt } = await callHost(url, "getStatus");
  await callHost(url, "syncNow", { full: false });
  await waitForStatus(url, (status) => status.state === "idle" && status.lastPassAt !== lastPassAt);
}
