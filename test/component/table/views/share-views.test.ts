import fs from "node:fs";
import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { viewLink } from "../../../../shared/features/views/view-share.ts";
import type { SharedView } from "../../../../shared/features/views/view-share.ts";
import { FOREIGN_VIEW } from "../../../helpers/foreign-view.ts";
import { TestPage } from "../../page.ts";
import { addFilter, expectText, expectView, fill, goTo, openViews, saveViewAs } from "../../steps.ts";

const page = new TestPage({ items: 400 });
beforeEach(() => page.open());

const OUTLANDISH = "This is refused: no view of Stockdeck is built like this.Detail: ";

async function openImport(): Promise<HTMLElement> {
  await page.user.click(within(await openViews(page)).getByRole("button", { name: "Import…" }));
  return screen.findByRole("dialog", { name: "Import a view" });
}

async function giveFile(dialog: HTMLElement, text: string): Promise<void> {
  const input = dialog.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("The dialog takes no file.");
  await page.user.upload(input, new File([text], "x.json", { type: "application/json" }));
}

test("a shared view file does not reveal its connection", async () => {
  const { user, under } = page;
  fs.rmSync(under.savesTo, { force: true });
  const editor = await addFilter(page, "Status");
  await user.click(await within(editor).findByRole("checkbox", { name: /^Archived/ }));
  await user.click(within(editor).getByRole("button", { name: "Done" }));
  await user.click(within(await openViews(page)).getByRole("button", { name: "Export" }));
  await waitFor(() => expect(fs.existsSync(under.savesTo)).toBe(true));
  const text = fs.readFileSync(under.savesTo, "utf8");
  expect(Object.keys(JSON.parse(text) as object)).toEqual([
    "format",
    "version",
    "name",
    "resource",
    "definition",
  ]);
  for (const trace of ["sample", new URL(page.service.url).port]) expect(text).not.toContain(trace);

  await goTo(page, "Locations");
  await screen.findByRole("grid", { name: "Locations" });
  const dialog = await openImport();
  await giveFile(dialog, text);
  await expectText(
    () => within(dialog).queryByRole("list", { name: "What the view shows" }),
    "Status is Archived",
  );
  fill(within(dialog).getByLabelText("Name"), "Archive");
  await user.click(within(dialog).getByRole("button", { name: "Add view" }));
  await expectView("Archive");
  expect(screen.getByRole("link", { name: /^Items/ })).toHaveAttribute("data-status", "active");
  expect(await screen.findByRole("group", { name: "Status is Archived" })).toBeVisible();
});

test("the import dialog lists everything that the view will add", async () => {
  const definition: SharedView["definition"] = {
    ...FOREIGN_VIEW.definition,
    grouping: ["status", "updatedAt:month"],
    density: "compact",
    columns: {
      order: ["weight", "name", "status"],
      visibility: {
        id: false,
        locationId: false,
        materialTypeId: false,
        remainingLength: false,
        updatedAt: false,
      },
      widths: {},
      pins: { name: "left", status: "right" },
    },
  };
  const dialog = await openImport();
  fill(within(dialog).getByLabelText("Or paste a link"), viewLink({ ...FOREIGN_VIEW, definition }) ?? "");
  const list = await within(dialog).findByRole("list", { name: "What the view shows" });
  const lines = (): readonly (string | null)[] =>
    within(list)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
  const expected = [
    "Table: Items",
    "Location is loc_of_others (unknown) or empty",
    "Order: Weight descending",
    "Groups: Status, then Updated by month",
    expect.stringMatching(/^Columns: Weight, Name, Status/),
    "Pinned at the left: Name",
    "Pinned at the right: Status",
    "Row height: compact",
  ];
  // The check whether a location is known takes a moment.
  await waitFor(() => expect(lines()).toEqual(expected));
});

test("the user copies a link to the current view", async () => {
  const { user, under } = page;
  await user.click(within(await openViews(page)).getByRole("button", { name: "Copy link" }));
  expect(await screen.findByText("Link copied")).toBeInTheDocument();
  const link = under.copied.at(-1) ?? "";
  expect(link).toMatch(/^stockdeck:\/\/view\?d=/);
  const dialog = await openImport();
  fill(within(dialog).getByLabelText("Or paste a link"), link);
  const add = within(dialog).getByRole("button", { name: "Add view" });
  await waitFor(() => expect(add).toBeEnabled());
  await user.click(add);
  await expectView("All");
  const views = await openViews(page);
  expect(await within(views).findByRole("list", { name: "Your views" })).toHaveTextContent("All");
});

test("the app refuses a hostile or broken view file and gives the reason", async () => {
  const dialog = await openImport();
  for (const [text, reason] of [
    ["", "This file is empty."],
    ["{", "This is not a view of Stockdeck’s, or a damaged one."],
    ["[".repeat(100_000) + "]".repeat(100_000), `${OUTLANDISH}it is nested too deep`],
    ['{"__proto__":{"x":1}}', `${OUTLANDISH}it has a part named “__proto__”`],
    ["x".repeat(2_100_000), "This is too large for a view."],
    ['{"format":"stockdeck-view","version":3}', "A newer version of Stockdeck made this view."],
  ] as const) {
    await giveFile(dialog, text);
    await waitFor(() => expect(within(dialog).getByRole("alert").textContent).toBe(reason));
    expect(within(dialog).getByRole("button", { name: "Add view" })).toBeDisabled();
  }
  await page.user.keyboard("{Escape}");
  const list = await openViews(page);
  expect(within(list).queryByRole("list", { name: "Your views" })).toBeNull();
});

test("a shared view's alert rules are added only if the user agrees", async () => {
  const { user, under } = page;
  const connectionId = (await page.call("bootstrap")).connection?.connectionId ?? "";
  await saveViewAs(page, "Shared with rules");
  const views = await page.call("listViews", { connectionId });
  const viewId = views.find(({ name }) => name === "Shared with rules")?.id ?? "";
  const watch = { kind: "amount", viewId, measure: "count", direction: "above", threshold: 500 } as const;
  const rule = { name: "Too many", paused: false, afterRefreshes: 2, notify: false } as const;
  await page.call("saveAlertRule", { connectionId, rule: { ...rule, watch: { ...watch, clearAt: 400 } } });
  fs.rmSync(under.savesTo, { force: true });
  await user.click(within(await openViews(page)).getByRole("button", { name: "Export" }));
  await waitFor(() => expect(fs.existsSync(under.savesTo)).toBe(true));
  const text = fs.readFileSync(under.savesTo, "utf8");
  expect(text).not.toContain(viewId);

  const importAs = async (name: string, withRules: boolean): Promise<void> => {
    const dialog = await openImport();
    await giveFile(dialog, text);
    const box = await within(dialog).findByRole("checkbox", { name: "Add its 1 alert rule" });
    expect(box).not.toBeChecked();
    expect(within(dialog).getByRole("list", { name: "Its alert rules" })).toHaveTextContent(
      "Too many: The number of items in “Shared with rules” is above 500, until 400",
    );
    if (withRules) await user.click(box);
    fill(within(dialog).getByLabelText("Name"), name);
    await user.click(within(dialog).getByRole("button", { name: "Add view" }));
    await expectView(name);
  };
  const watched = async (): Promise<readonly unknown[]> => {
    const rules = await page.call("listAlertRules", { connectionId });
    return rules.map(({ rule: { name, watch: watches } }) => [name, "viewId" in watches && watches.viewId]);
  };
  await importAs("Without its rule", false);
  expect(await watched()).toEqual([["Too many", viewId]]);
  await importAs("With its rule", true);
  await waitFor(async () => {
    const added = (await page.call("listViews", { connectionId })).find(
      ({ name }) => name === "With its rule",
    );
    expect(await watched()).toEqual([
      ["Too many", viewId],
      ["Too many", added?.id],
    ]);
  });
});
