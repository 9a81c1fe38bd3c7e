import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { TestPage } from "../page.ts";
import { choose, expectGone, expectText, fill, goTo, rowsHere, saveViewAs } from "../steps.ts";
import { NO_UNITS } from "../../../shared/inventory/units.ts";
import { savedRecords } from "../../helpers/saved-records.ts";

const page = new TestPage({ items: 300, fresh: true });

beforeEach(() => page.open("/alerts"));

async function connectionId(): Promise<string> {
  const { connection } = await page.call("bootstrap");
  if (!connection) throw new Error("no connection");
  return connection.connectionId;
}

const inbox = (): Promise<HTMLElement> => screen.findByRole("list", { name: "Alerts" });
const link = (): HTMLElement => screen.getByRole("link", { name: /^Alerts/ });
const firstType = async (): Promise<{ readonly id: string; readonly name: string }> => {
  const items = [...page.service.company.items.all()];
  const counted = items.find(({ status, materialTypeId }) => status === "available" && materialTypeId);
  const type = page.service.company.types.get(counted?.materialTypeId ?? "");
  if (!type) throw new Error("no type");
  return { id: type.id, name: type.name };
};

/** Archives all items of a type, so that its stock is low. */
async function runLow(typeId: string): Promise<void> {
  for (const item of page.service.company.items.all())
    if (item.materialTypeId === typeId) page.service.company.upsertItem({ id: item.id, status: "archived" });
  await page.refresh();
}

/** Makes a rule by the dialog. */
async function addRule(kind: string): Promise<void> {
  await page.user.click(await screen.findByRole("button", { name: "New rule…" }));
  const dialog = await screen.findByRole("dialog", { name: "New alert rule" });
  await choose(page, dialog, "Watch", kind);
  await page.user.click(within(dialog).getByRole("button", { name: "Add rule" }));
  await expectGone(() => screen.queryByRole("dialog"));
}

/** Makes a type with enough stock run low while a rule watches it. */
async function lowAlert(): Promise<string> {
  const { id, name } = await firstType();
  await page.call(
    "saveRecords",
    savedRecords(await connectionId(), "thresholds", { [id]: { measure: "items", below: 1 } }),
  );
  await page.refresh();
  await addRule("Low stock");
  await waitFor(async () =>
    expect(await page.call("listAlertRules", { connectionId: await connectionId() })).toHaveLength(1),
  );
  await runLow(id);
  return name;
}

test("a new alert is unread until the user opens it", async () => {
  expect(await screen.findByRole("heading", { name: "No rule yet" })).toBeInTheDocument();
  const name = await lowAlert();
  const list = await inbox();
  const alert = await within(list).findByRole("button", { name: new RegExp(`^Unread: ${name}`) });
  expect(alert).toHaveTextContent(/0 items available; low below 1 item/);
  await waitFor(() => expect(link()).toHaveAccessibleName(/1 unread alert$/));
  await page.user.click(alert);
  await waitFor(() => expect(link()).toHaveAccessibleName("Alerts"));
  await waitFor(() => expect(alert).not.toHaveTextContent(/Unread/));
  await page.user.click(within(list).getByRole("button", { name: "Snooze" }));
  await page.user.click(await screen.findByRole("menuitem", { name: "For 1 hour" }));
  await expectText(() => list, /Snoozed until/);
  await page.user.click(within(list).getByRole("button", { name: "Unsnooze" }));
  await expectText(() => list, /Firing/);
  await page.user.click(within(list).getByRole("button", { name: "Snooze" }));
  await page.user.click(await screen.findByRole("menuitem", { name: "Until a date…" }));
  const dialog = await screen.findByRole("dialog");
  fill(within(dialog).getByLabelText("Until 8:00 on"), "2099-06-01");
  await page.user.click(within(dialog).getByRole("button", { name: "Snooze" }));
  await expectText(() => list, /Snoozed until Jun 1, 2099/);
  await page.user.click(within(list).getByRole("button", { name: "Open the record" }));
  expect(await screen.findByRole("complementary", { name: new RegExp(name) })).toBeInTheDocument();
});

test("the user acknowledges selected alerts; the full list includes ended alerts", async () => {
  const name = await lowAlert();
  await inbox();
  await page.user.click(await screen.findByRole("checkbox", { name: `Select ${name}` }));
  expect(screen.getByRole("checkbox", { name: "1 alert selected" })).toBeChecked();
  await page.user.click(screen.getByRole("button", { name: "Acknowledge" }));
  await waitFor(async () => expect(await inbox()).toHaveTextContent("Acknowledged"));
  const { id } = await firstTypeNamed(name);
  for (const item of page.service.company.items.all())
    if (item.materialTypeId === id) page.service.company.upsertItem({ id: item.id, status: "available" });
  await page.refresh();
  expect(await screen.findByRole("heading", { name: "Nothing needs you" })).toBeInTheDocument();
  await page.user.click(screen.getByRole("radio", { name: "All" }));
  await waitFor(async () => expect(await inbox()).toHaveTextContent("Resolved"));
});

const firstTypeNamed = async (name: string): Promise<{ readonly id: string }> => {
  const type = [...page.service.company.types.all()].find((known) => known.name === name);
  if (!type) throw new Error("no such type");
  return type;
};

test("stale data suspend the alert rules, and the alerts screen reports the suspension", async () => {
  await lowAlert();
  onTestFinished(() => void vi.useRealTimers());
  // The jump of the clock causes a refresh. It must not end before the sentence is read.
  page.service.setFaults({ latencyMs: 10_000, onlyPath: "/inventory/items" });
  vi.useFakeTimers({ now: Date.now() + 3 * 3_600_000, toFake: ["Date"] });
  await page.reopen("/alerts");
  expect(await screen.findByText(/Suspended: the data is 3 h old/)).toBeVisible();
});

test("the form of an alert rule warns that a total length adds different material types", async () => {
  await goTo(page, /^Items/);
  await rowsHere();
  await saveViewAs(page, "Everything");
  await goTo(page, /^Alerts/);
  await page.user.click(await screen.findByRole("button", { name: "New rule…" }));
  const dialog = await screen.findByRole("dialog", { name: "New alert rule" });
  await choose(page, dialog, "Watch", "The count or a sum of a view");
  await choose(page, dialog, "Saved view", "Everything");
  await choose(page, dialog, "Measure", "Sum of “Remaining length”");
  await within(dialog).findByText(/adds “Remaining length” of different material types without a unit/);
  const confirmed = { ...NO_UNITS, length: "m" } as const;
  await page.call("saveRecords", savedRecords(await connectionId(), "units", { "": confirmed }));
  await expectGone(() => within(dialog).queryByText(/^The rule adds/));
  const shownInFeet = { ...confirmed, shownIn: { length: "ft", weight: null } };
  await page.call("saveRecords", savedRecords(await connectionId(), "units", { "": shownInFeet }));
  await within(dialog).findByText("The rule adds numbers as the service sends them, in m.");
  const inFeet = { length: "ft", weight: null, width: null, thickness: null, weighing: null } as const;
  const overrides = { [(await firstType()).id]: inFeet };
  await page.call(
    "saveRecords",
    savedRecords(await connectionId(), "units", { "": { ...confirmed, overrides } }),
  );
  await within(dialog).findByText(/^Rows of several units have no sum/);
});

test("the user creates, pauses, edits, deletes and restores an alert rule about a view", async () => {
  await goTo(page, /^Items/);
  await rowsHere();
  await saveViewAs(page, "Everything");
  await goTo(page, /^Alerts/);
  await page.user.click(await screen.findByRole("button", { name: "New rule…" }));
  const dialog = await screen.findByRole("dialog", { name: "New alert rule" });
  await choose(page, dialog, "Watch", "The count or a sum of a view");
  await page.user.click(within(dialog).getByRole("button", { name: "Add rule" }));
  expect(within(dialog).getByText("Choose a saved view.")).toBeInTheDocument();
  expect(within(dialog).getByText("Enter a number.")).toBeInTheDocument();
  await choose(page, dialog, "Saved view", "Everything");
  fill(within(dialog).getByLabelText("Threshold"), "500");
  fill(within(dialog).getByLabelText("Clears at"), "600");
  expect(await within(dialog).findByText("Must not be above the threshold.")).toBeInTheDocument();
  fill(within(dialog).getByLabelText("Clears at"), "450");
  fill(within(dialog).getByLabelText("Name"), "Too many");
  await page.user.click(within(dialog).getByRole("button", { name: "Add rule" }));
  await expectGone(() => screen.queryByRole("dialog"));
  await page.user.click(screen.getByRole("radio", { name: "Rules" }));
  const rules = await screen.findByRole("list", { name: "Rules" });
  await expectText(() => rules, /The number of items in “Everything” is above 500, until 450/);
  await page.user.click(within(rules).getByRole("switch", { name: "Pause Too many" }));
  await waitFor(async () =>
    expect(await page.call("listAlertRules", { connectionId: await connectionId() })).toMatchObject([
      { status: "paused" },
    ]),
  );
  await page.user.click(within(rules).getByRole("button", { name: "Edit: Too many" }));
  const edited = await screen.findByRole("dialog", { name: "Edit the alert rule" });
  fill(within(edited).getByLabelText("Name"), "Full");
  await page.user.click(within(edited).getByRole("button", { name: "Save" }));
  await page.user.click(await screen.findByRole("button", { name: "Delete: Full" }));
  await screen.findByText("Rule deleted: Full");
  await page.user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("button", { name: "Delete: Full" })).toBeInTheDocument();
});

test("the user watches a record from a cell's menu and gets an alert when the record changes", async () => {
  await goTo(page, /^Items/);
  await rowsHere();
  const [cell] = document.querySelectorAll<HTMLElement>('[role="gridcell"][data-field="name"]');
  const name = cell?.textContent ?? "";
  await page.user.pointer([
    { target: cell as HTMLElement },
    { keys: "[MouseRight]", target: cell as HTMLElement },
  ]);
  await page.user.click(await screen.findByRole("menuitem", { name: "Alert me when this changes…" }));
  const dialog = await screen.findByRole("dialog", { name: "New alert rule" });
  await waitFor(() => expect(within(dialog).getByLabelText("Name")).toHaveValue(`“${name}” changes`));
  await page.user.click(within(dialog).getByRole("button", { name: "Add rule" }));
  await expectGone(() => screen.queryByRole("dialog"));
  const item = [...page.service.company.items.all()].find((known) => known.name === name);
  page.service.company.upsertItem({ id: item?.id ?? "", weight: 7.25 });
  await page.refresh();
  await goTo(page, /^Alerts/);
  const alert = await within(await inbox()).findByRole("button", { name: new RegExp(`^Unread: ${name}`) });
  expect(alert).toHaveTextContent(/Weight .* → 7.25/);
  await page.user.click(screen.getByRole("button", { name: "Mark all as read" }));
  await waitFor(() => expect(link()).toHaveAccessibleName("Alerts"));
});

test("the settings save quiet hours and say that this host shows no notifications", async () => {
  await goTo(page, "Settings");
  const section = await screen.findByRole("region", { name: "Alerts" });
  expect(await within(section).findByText(/Only the installed app shows notifications/)).toBeInTheDocument();
  expect(within(section).getByRole("switch", { name: /^Show system notifications/ })).toBeDisabled();
  await page.user.click(within(section).getByRole("switch", { name: /^Quiet hours/ }));
  const from = await within(section).findByLabelText("From");
  fill(from, "21:30");
  await page.user.click(from);
  await page.user.tab();
  await page.user.click(
    within(within(section).getByRole("group", { name: "Beginning on" })).getByRole("checkbox", {
      name: "Sun",
    }),
  );
  await waitFor(async () =>
    expect((await page.call("getAlertSettings")).settings.quietHours).toEqual({
      from: "21:30",
      to: "07:00",
      days: [1, 2, 3, 4, 5, 6],
    }),
  );
});
