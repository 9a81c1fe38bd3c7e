import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import type { AlertRule } from "../../../shared/domain/alerts.ts";
import { TestPage } from "../page.ts";
import { fill, goTo, rowsHere, saveViewAs, addFilter } from "../steps.ts";

const page = new TestPage({ items: 300, fresh: true });

async function profileId(): Promise<string> {
  const { connection } = await page.call("bootstrap");
  if (!connection) throw new Error("no connection");
  return connection.profileId;
}

/** Makes a rule, whose first evaluation is silent, for the first type, which then has fewer items than its threshold. */
async function lowType(): Promise<{ readonly id: string; readonly name: string }> {
  const { rows } = await page.call("queryWindow", {
    resource: "types",
    query: { version: 1 },
    offset: 0,
    limit: 1,
  });
  const [id, name] = [String(rows[0]?.["id"]), String(rows[0]?.["name"])];
  await addRule({ name: "Anything low", watch: { kind: "low", typeId: null } });
  await page.call("saveThresholds", {
    profileId: await profileId(),
    thresholds: { [id]: { measure: "items", below: 999 } },
  });
  return { id, name };
}

async function addRule(rule: Pick<AlertRule, "name" | "watch">): Promise<void> {
  await page.call("saveAlertRule", {
    profileId: await profileId(),
    rule: { ...rule, paused: false, afterRefreshes: 1, notify: true },
  });
}

beforeEach(async () => {
  await page.open();
});

const list = (): HTMLElement => screen.getByRole("list", { name: "Alerts" });

test("a type that becomes low is in the inbox, unread, with the reason; it is acknowledged and resolved", async () => {
  const { id, name } = await lowType();
  await goTo(page, /^Alerts/);
  const alert = await screen.findByRole("button", { name });
  const row = alert.closest("li") as HTMLElement;
  expect(row).toHaveTextContent(/Firing, Unread/);
  expect(row).toHaveTextContent(/\d+ items available, below 999/);
  expect(screen.getByTestId("unread-alerts")).toHaveTextContent("1");
  await page.user.click(within(row).getByRole("button", { name: `Acknowledge: ${name}` }));
  await waitFor(() => expect(list()).toHaveTextContent("Acknowledged"));
  expect(within(list()).queryByRole("button", { name: /^Snooze/ })).toBeNull();
  await page.call("saveThresholds", { profileId: await profileId(), thresholds: { [id]: null } });
  await screen.findByText("Nothing to attend to");
  await page.user.click(screen.getByText("All", { exact: true }));
  await waitFor(() => expect(list()).toHaveTextContent("Resolved"));
});

test("an alert is snoozed and unsnoozed, and opens the record that it is about", async () => {
  const { name } = await lowType();
  await goTo(page, /^Alerts/);
  await page.user.click(await screen.findByRole("button", { name: `Snooze: ${name}` }));
  await page.user.click(await screen.findByRole("menuitem", { name: "For an hour" }));
  await page.user.click(await screen.findByRole("button", { name: `End the snooze: ${name}` }));
  await waitFor(() => expect(list()).toHaveTextContent("Firing"));
  await page.user.click(screen.getByRole("button", { name }));
  await screen.findByRole("complementary", { name: `Details of material type ${name}` });
  await waitFor(() => expect(screen.queryByTestId("unread-alerts")).toBeNull());
});

test("a rule for a view is made, fires when an item enters it, is paused, deleted and restored", async () => {
  await goTo(page, /^Items/);
  await rowsHere();
  const editor = await addFilter(page, "Status");
  await page.user.click(await within(editor).findByRole("checkbox", { name: /^Checked out/ }));
  await page.user.click(within(editor).getByRole("button", { name: "Done" }));
  await saveViewAs(page, "Out");
  await goTo(page, /^Alerts/);
  await page.user.click(screen.getByText("Rules", { exact: true }));
  await page.user.click(screen.getByRole("button", { name: "New rule…" }));
  const dialog = await screen.findByRole("dialog", { name: "New alert rule" });
  const save = within(dialog).getByRole("button", { name: "Save" });
  expect(save).toBeDisabled();
  fill(within(dialog).getByLabelText("Name"), "Somebody takes stock");
  await page.user.click(within(dialog).getByRole("combobox", { name: "Watch" }));
  await page.user.click(await screen.findByRole("option", { name: "Records enter or leave a view" }));
  await page.user.click(within(dialog).getByRole("combobox", { name: "View" }));
  await page.user.click(await screen.findByRole("option", { name: "Out (Items)" }));
  await page.user.click(save);
  const rule = (await screen.findByRole("rowheader", { name: /^Somebody takes stock/ })).closest(
    "tr",
  ) as HTMLElement;
  expect(rule).toHaveTextContent("A record enters “Out”");

  const item = [...page.service.company.items.all()].find(({ status }) => status === "available");
  if (!item) throw new Error("no item");
  page.service.company.upsertItem({ id: item.id, status: "checked_out", checkedOutToUserId: "usr_1" });
  await page.call("syncNow", { full: false });
  await page.user.click(screen.getByText("Inbox", { exact: true }));
  const alert = await screen.findByRole("button", { name: item.name });
  expect(alert.closest("li")).toHaveTextContent(/Status Available → Checked out/);

  await page.user.click(screen.getByText("Rules", { exact: true }));
  await page.user.click(await screen.findByRole("switch", { name: "Rule “Somebody takes stock” is on" }));
  await screen.findByText("Paused");
  await page.user.click(screen.getByRole("button", { name: "Delete “Somebody takes stock”" }));
  await screen.findByText("No rules yet");
  await page.user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByRole("rowheader", { name: /^Somebody takes stock/ });
});

test("quiet hours and days are kept; without the app there are no notifications, and the settings say so", async () => {
  await goTo(page, "Settings");
  const section = await screen.findByRole("region", { name: "Alerts" });
  await waitFor(() => expect(within(section).getByLabelText("Quiet hours: no notifications")).toBeEnabled());
  await page.user.click(within(section).getByLabelText("Quiet hours: no notifications"));
  fill(await within(section).findByLabelText("From"), "21:30");
  await page.user.click(
    within(within(section).getByRole("group", { name: /^Quiet days/ })).getByLabelText("Sun"),
  );
  await waitFor(async () =>
    expect((await page.call("getAlertSettings")).settings).toMatchObject({
      quietHours: { from: "21:30", to: "07:00" },
      quietDays: [0],
    }),
  );
  const { available } = await page.call("getAlertSettings");
  expect(
    within(section).queryByText("Only the app shows system notifications, not a browser.") === null,
  ).toBe(available);
});

test("an alert about the open record is made from the palette", async () => {
  await goTo(page, /^Items/);
  await rowsHere();
  await page.user.click(screen.getAllByRole("gridcell")[1] as HTMLElement);
  const panel = await screen.findByRole("complementary", { name: /^Details of item/ });
  const name = panel.getAttribute("aria-label")?.replace("Details of item ", "") ?? "";
  await page.user.keyboard("{Control>}k{/Control}");
  await page.user.keyboard("Alert me when this record");
  await page.user.click(await screen.findByRole("option", { name: /Alert me when this record changes/ }));
  const dialog = await screen.findByRole("dialog", { name: "New alert rule" });
  await waitFor(() => expect(dialog).toHaveTextContent(`Record: ${name}`));
  expect(within(dialog).getByLabelText("Name")).toHaveValue(`${name} changes`);
  await page.user.click(within(dialog).getByRole("button", { name: "Save" }));
  await waitFor(async () => {
    const rules = await page.call("listAlertRules", { profileId: await profileId() });
    expect(rules.map(({ rule }) => rule.watch.kind)).toEqual(["record"]);
  });
});
