import fs from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import type { SampleService } from "../../service/index.ts";
import { expect, connectedTest as test } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { expectAccessible } from "./axe.ts";
import { refresh, refreshTo, stateOf } from "./steps.ts";

test.use({ items: 60 });

const changes = (page: Page): Locator =>
  page.getByRole("list", { name: "Observed changes" }).getByRole("button");

async function openActivity(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Activity" }).click();
}

/** Adds three items at one location. */
function addThree({ company }: SampleService): { readonly from: string; readonly to: string } {
  const [from, to] = [...company.locations.all()];
  if (!from || !to) throw new Error("The sample has no two locations.");
  const blank = { status: "available", checkedOutToUserId: null, locationId: from.id } as const;
  for (const [id, name] of [
    ["itm_a", "Alpha foil"],
    ["itm_b", "Beta foil"],
    ["itm_c", "Gamma foil"],
  ] as const) {
    company.upsertItem({ ...blank, id, name, weight: 5 });
  }
  return { from: from.id, to: to.id };
}

/** Makes three new items, and then edits, moves and checks out one each. The page observes both steps. */
async function observed(page: Page, service: SampleService): Promise<{ from: string; to: string }> {
  const { company } = service;
  const places = addThree(service);
  await refresh(page);
  await expect(page.getByTestId("result-count")).toHaveText("63 items");
  await openActivity(page);
  await expect(page.getByTestId("change-count")).toHaveText("3 changes observed");
  company.upsertItem({ id: "itm_a", weight: 3 });
  company.upsertItem({ id: "itm_b", locationId: places.to });
  company.upsertItem({ id: "itm_c", status: "checked_out", checkedOutToUserId: "u-1" });
  await refresh(page);
  await expect(page.getByTestId("change-count")).toHaveText("6 changes observed");
  const nameOf = (id: string): string =>
    [...company.locations.all()].find((location) => location.id === id)?.name ?? id;
  return { from: nameOf(places.from), to: nameOf(places.to) };
}

test(
  "filters narrow the list of changes; Back restores cleared filters",
  { tag: "@whole" },
  async ({ page, service }) => {
    const { to } = await observed(page, service);
    await page.getByRole("button", { name: "Kinds of change" }).click();
    await page.getByRole("checkbox", { name: "Transferred" }).check();
    await expect(page.getByTestId("change-count")).toHaveText("1 change found");
    await page.getByRole("checkbox", { name: "Checked out" }).check();
    await page.keyboard.press("Escape");
    await expect(page.getByTestId("change-count")).toHaveText("2 changes found");
    await page.getByRole("searchbox").fill("beta");
    await expect(changes(page)).toHaveCount(1);
    await changes(page).click();
    await expect(page.getByRole("complementary", { name: "Details of item Beta foil" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("searchbox")).toHaveValue("beta");
    await expect(changes(page)).toHaveCount(1);
    await page.getByRole("searchbox").fill("no such thing");
    await expect(page.getByRole("heading", { name: "No change matches" })).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(changes(page)).toHaveCount(6);
    await page.getByRole("combobox", { name: "Location" }).fill(to);
    await page.getByRole("option", { name: to }).click();
    await expect(changes(page)).toHaveCount(1);
    await expect(changes(page)).toContainText("Beta foil");
    await page.getByText("Last hour", { exact: true }).click();
    await expect(changes(page)).toHaveCount(1);
  },
);

test("new changes wait while the user reads the list", async ({ page, service }) => {
  await observed(page, service);
  const waiting = page.getByRole("button", { name: "2 new changes – show (R)" });
  const first = await changes(page).first().textContent();
  const edit = async (id: string, weight: number): Promise<void> => {
    // If a refresh is still running, it may have listed the items already, and a new refresh would join it.
    await expect(stateOf(page)).toHaveText("Connected");
    service.company.upsertItem({ id, weight });
    await refresh(page);
  };
  await changes(page).nth(1).hover();
  await edit("itm_a", 1);
  await expect(page.getByRole("button", { name: "1 new change – show (R)" })).toBeVisible();
  await edit("itm_b", 2);
  await expect(waiting).toBeVisible();
  await expect(changes(page).first()).toHaveText(first ?? "");
  await expect(page.getByTestId("change-count")).toHaveText("6 changes observed");
  await page.keyboard.press("r");
  await expect(waiting).toBeHidden();
  await expect(changes(page)).toHaveCount(8);
  await expect(changes(page).first()).toContainText("Beta foil");

  // While the focus is in the list, the shown entries keep the focus.
  await page.mouse.move(0, 0);
  await changes(page).nth(3).focus();
  await edit("itm_c", 3);
  await edit("itm_a", 4);
  await expect(waiting).toBeVisible();
  await expect(changes(page).nth(3)).toBeFocused();
  await waiting.click();
  await expect(changes(page)).toHaveCount(10);
  await expect(changes(page).first()).toContainText("Alpha foil");
  await expect(changes(page).first()).toBeFocused();

  // The list has neither the focus nor the pointer, so new entries are shown at once. The notice moved from
  // under the pointer, but the browser notices that only when the pointer moves.
  await changes(page).nth(5).hover();
  await page.mouse.move(0, 0);
  await page.getByRole("searchbox").focus();
  await edit("itm_c", 5);
  await expect(changes(page)).toHaveCount(11);
  await expect(changes(page).first()).toContainText("Gamma foil");
});

test("a scrolled list of changes keeps its position if changes arrive", async ({ page, service }) => {
  await openActivity(page);
  for (let number = 0; number < 150; number += 1) {
    const id = `itm_${String(number).padStart(3, "0")}`;
    service.company.upsertItem({ id, name: `Roll ${number}`, status: "available" });
  }
  await refresh(page);
  await expect(page.getByTestId("change-count")).toHaveText("150 changes observed");
  await changes(page).first().hover();
  await page.mouse.wheel(0, 1_500);
  await page.mouse.move(0, 0);
  const inSight = page.getByRole("button", { name: "Roll 100" });
  const place = async (): Promise<number | undefined> => (await inSight.boundingBox())?.y;
  await expect(inSight).toBeVisible();
  const before = await place();
  service.company.upsertItem({ id: "itm_new", name: "Late roll", status: "available" });
  await refresh(page);
  await expect(page.getByRole("button", { name: "1 new change – show (R)" })).toBeVisible();
  expect(await place()).toBe(before);
  await page.keyboard.press("r");
  await expect(page.getByRole("button", { name: "Late roll" })).toBeVisible();
});

test("the keyboard moves through the list of changes and opens a record", async ({ page, service }) => {
  const { from, to } = await observed(page, service);
  const search = page.getByRole("searchbox");
  await search.fill("no such thing");
  await expect(page.getByRole("heading", { name: "No change matches" })).toBeVisible();
  await search.press("ArrowDown");
  await expect(search).toBeFocused();
  await search.press("Escape");
  await expect(search).toHaveValue("");
  await search.press("Escape");
  await expect(changes(page).first()).toBeFocused();
  await page.keyboard.press("End");
  await expect(changes(page).last()).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await expect(changes(page).nth(1)).toBeFocused();
  await changes(page).filter({ hasText: "Transferred" }).focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary", { name: "Details of item Beta foil" });
  await expect(panel.getByRole("heading", { name: "Beta foil" })).toBeFocused();
  const history = panel.getByRole("region", { name: "History" });
  await expect(history.getByRole("listitem")).toHaveCount(2);
  await expect(history.getByRole("listitem").first()).toContainText(`Moved ${from} → ${to}`);
  await expect(history.getByRole("listitem").first()).toContainText(
    /(between .+ and .+|at about .+); the service says/,
  );
  await expect(history.getByRole("listitem").last()).toContainText("First seen");
  service.company.upsertItem({ id: "itm_b", weight: 4 });
  await refresh(page);
  await expect(history.getByRole("listitem").first()).toContainText("Weight 5 → 4");
});

test(
  "clicking a change of any age opens the record's history at this change",
  { tag: "@whole" },
  async ({ page, host, service }) => {
    await observed(page, service);
    for (let weight = 10; weight < 70; weight += 1) {
      service.company.upsertItem({ id: "itm_b", weight });
      await callHost(host.url, "refreshRecord", {
        resource: "items",
        id: "itm_b",
      });
    }
    await page.getByRole("button", { name: "Kinds of change" }).click();
    await page.getByRole("checkbox", { name: "First seen" }).check();
    await page.keyboard.press("Escape");
    const entry = changes(page).filter({ hasText: "Beta foil" });
    await expect(entry).toHaveCount(1);
    await entry.click();
    const history = page.getByRole("region", { name: "History" });
    const marked = history.locator("[aria-current=true]");
    await expect(marked).toContainText("First seen");
    await expect(marked).toContainText("The change you came from");
    await expect(marked).toBeInViewport();
    await expect(history.getByRole("listitem")).toHaveCount(62);
  },
);

test(
  "the user exports the filtered changes and can repeat an earlier export",
  { tag: "@whole" },
  async ({ page, service }) => {
    await observed(page, service);
    await page.getByRole("button", { name: "Kinds of change" }).click();
    await page.getByRole("checkbox", { name: "First seen" }).check();
    await page.keyboard.press("Escape");
    await expect(page.getByTestId("change-count")).toHaveText("3 changes found");
    await page.keyboard.press("ControlOrMeta+e");
    const dialog = page.getByRole("dialog", { name: "Export" });
    await expect(dialog.getByRole("radio", { name: "All 3 filtered changes" })).toBeChecked();
    await expect(dialog.getByRole("radio", { name: "Everything 6 changes" })).toBeVisible();
    await dialog.getByRole("combobox", { name: "Format" }).click();
    await page.getByRole("option", { name: /^NDJSON/ }).click();
    await dialog.getByRole("button", { name: "Export 3 changes" }).click();
    await expect(dialog.getByTestId("export-end")).toHaveText("Exported 3 changes.");
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download", exact: true }).click();
    const lines = (await fs.readFile(await (await download).path(), "utf8")).trimEnd().split("\n");
    const types = lines.map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types).toEqual(Array.from({ length: 3 }, () => "inventory.item.created"));
    await dialog.getByRole("button", { name: "Another export" }).click();
    const last = dialog.getByRole("region", { name: "Last exports" }).getByRole("listitem").first();
    await expect(last).toContainText("Activity: 3 changes as NDJSON");
    await last.getByRole("button", { name: "Run again" }).click();
    await expect(dialog.getByTestId("export-end")).toHaveText("Exported 3 changes.");
  },
);

test("a list of hundreds of changes renders only visible entries", async ({ page, service }) => {
  for (let n = 0; n < 450; n += 1) service.company.upsertItem({ id: `itm_n${n}`, name: `New ${n}` });
  await refreshTo(page, "Connected");
  await expect(page.getByTestId("result-count")).toHaveText("510 items");
  await openActivity(page);
  await expect(page.getByTestId("change-count")).toHaveText("450 changes observed");
  await changes(page).first().focus();
  await page.keyboard.press("End");
  await expect(page.locator('[aria-posinset="450"]').getByRole("button")).toBeFocused();
  await expect(page.locator('[aria-posinset="450"]')).toBeInViewport();
  expect(await changes(page).count()).toBeLessThan(80);
  await page.keyboard.press("Home");
  await expect(page.locator('[aria-posinset="1"]').getByRole("button")).toBeFocused();
});

test("Activity and a record's history are accessible", async ({ page, service }) => {
  test.slow();
  await page.setViewportSize({ width: 1_280, height: 420 });
  await openActivity(page);
  await expect(page.getByRole("heading", { name: "Nothing observed yet" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Items" }).click();
  await observed(page, service);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Kinds of change" }).click();
  await expect(page.getByRole("checkbox", { name: "Transferred" })).toBeVisible();
  await expectAccessible(page, ".mantine-Popover-dropdown");
  await page.keyboard.press("Escape");
  await changes(page).first().click();
  await expect(page.getByRole("region", { name: "History" }).getByRole("listitem").first()).toBeVisible();
  await expectAccessible(page, "aside");
});
