import fs from "node:fs";
import path from "node:path";
import { connectedTest as test, expect, type BrowserHost } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { expectAccessible } from "./axe.ts";
import { openSchedule, openSchedules } from "./export-steps.ts";
import { rowsHere } from "./steps.ts";

const filesOf = (host: BrowserHost): readonly string[] => {
  const folder = path.join(host.folder, "exported", "scheduled");
  return fs.existsSync(folder) ? fs.readdirSync(folder).toSorted() : [];
};

test("the user schedules an export, then runs, changes, pauses and deletes the schedule", async ({
  page,
  host,
}) => {
  await page.getByRole("button", { name: "View: All" }).click();
  await page.getByRole("button", { name: /^Checked out/ }).click();
  const form = await openSchedule(page);
  await expect(form.getByRole("combobox", { name: "View" })).toHaveValue("Checked out (longest first)");
  await expect(form.getByRole("checkbox", { name: "Mon" })).toBeChecked();
  await expect(form.getByRole("checkbox", { name: "Sun" })).not.toBeChecked();
  await expect(form.getByText(/In a browser it is always this folder/)).toBeVisible();
  await form.getByLabel("Time", { exact: true }).fill("07:30");
  await form.getByLabel("Keep the last files").fill("2");
  await expect(form.getByText(/^Next run: .*7:30\sAM\./)).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
  await form.getByRole("button", { name: "Schedule" }).click();
  await expect(page.getByText(/^Scheduled\. The first run is /)).toBeVisible();

  const list = await openSchedules(page);
  const entry = list.getByRole("listitem");
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText("Checked out (longest first)");
  await expect(entry).toContainText(/Every weekday at 7:30\sAM/);
  await expect(entry).toContainText("Not yet");
  await expectAccessible(page, '[aria-label="Scheduled exports"]');
  await entry.getByRole("button", { name: /^Run now/ }).click();
  await expect(entry).toContainText(/\d+ rows/);
  await expect(entry).toContainText("1 file, the last 2 are kept");
  await expect
    .poll(() => filesOf(host)[0])
    .toMatch(/^items-checked-out-longest-first-\d{4}-\d\d-\d\d-\d{6}\.csv$/);

  await entry.getByRole("button", { name: /^Edit/ }).click();
  const dialog = page.getByRole("dialog", { name: "Scheduled export" });
  await dialog.getByRole("radio", { name: "Every few hours" }).click();
  await dialog.getByLabel("Hours from one export to the next").fill("4");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(entry).toContainText("Every 4 hours");
  await entry.getByRole("button", { name: /^Pause/ }).click();
  await expect(entry).toContainText("Paused");
  await entry.getByRole("button", { name: /^Resume/ }).click();
  await expect(entry).not.toContainText("Paused");
  await entry.getByRole("button", { name: /^Delete/ }).click();
  const question = page.getByRole("dialog", { name: "Delete this schedule?" });
  await expect(question).toContainText("The files that it wrote stay.");
  await expectAccessible(page, "[role=dialog]");
  await question.getByRole("button", { name: "Cancel" }).last().click();
  await expect(entry).toContainText("Every 4 hours");
  await entry.getByRole("button", { name: /^Delete/ }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(list).toContainText("No scheduled export yet.");
  expect(filesOf(host)).toHaveLength(1);
});

test(
  "a banner reports a failed schedule until the user dismisses it",
  { tag: "@whole" },
  async ({ page, host }) => {
    const form = await openSchedule(page);
    await form.getByRole("button", { name: "Schedule" }).click();
    const list = await openSchedules(page);
    fs.rmSync(path.join(host.folder, "exported"), { recursive: true });
    await list.getByRole("button", { name: /^Run now/ }).click();
    const banner = page.getByRole("region", { name: "A scheduled export failed." });
    await expect(banner).toContainText("“All”");
    await expect(banner).toContainText("The folder is not there");
    await expect(list).toContainText("failed: The folder is not there");
    await expectAccessible(page);
    await page.keyboard.press("ControlOrMeta+1");
    await banner.getByRole("link", { name: "Scheduled exports" }).click();
    await expect(list).toBeInViewport();
    await banner.getByRole("button", { name: /^Dismiss/ }).click();
    await expect(banner).toBeHidden();
    await page.reload();
    await expect(list).toContainText("failed: The folder is not there");
    await expect(banner).toBeHidden();
  },
);

test(
  "a schedule ignores unsaved view changes and reports a deleted view",
  { tag: "@whole" },
  async ({ page, host }) => {
    const { connectionId } = host;
    const definition = { version: 1, minor: 0, search: "film", filters: [], sort: [] } as const;
    const view = await callHost(host.url, "createView", {
      connectionId,
      resource: "items",
      name: "Films",
      definition: { ...definition, filters: [], sort: [] },
    });
    await page.getByRole("button", { name: "View: All" }).click();
    await page.getByRole("button", { name: /^Films/ }).click();
    await page.getByRole("searchbox").fill("film 2");
    await expect(page.getByTestId("result-count")).toContainText("of");
    await rowsHere(page);
    await page.getByRole("grid").getByRole("checkbox").nth(1).click();
    await page.keyboard.press("ControlOrMeta+e");
    const exporting = page.getByRole("dialog", { name: "Export" });
    await expect(exporting.getByRole("button", { name: "Repeat…" })).toBeDisabled();
    await exporting.getByRole("radio", { name: /filtered rows$/ }).click();
    await exporting.getByRole("button", { name: "Repeat…" }).click();
    const form = page.getByRole("dialog", { name: "Repeat this export" });
    await expect(form.getByText(/without your unsaved changes to it\.$/)).toBeVisible();
    await form.getByRole("button", { name: "Schedule" }).click();
    await expect(form).toBeHidden();
    await callHost(host.url, "deleteView", { connectionId, id: view.id });
    const list = await openSchedules(page);
    await expect(list.getByRole("listitem")).toContainText("A view that was deleted");
    await list.getByRole("button", { name: /^Edit/ }).click();
    const dialog = page.getByRole("dialog", { name: "Scheduled export" });
    await expect(dialog.getByText("The view was deleted. Choose another one.")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
    await dialog.getByRole("combobox", { name: "View" }).click();
    await page.getByRole("option", { name: "Available" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(list.getByRole("listitem")).toContainText("Available");
  },
);
