import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { TestPage } from "../page.ts";
import {
  addFilter,
  chooseView,
  expectExactText,
  expectGone,
  expectText,
  fill,
  heard,
  openViews,
  saveViewAs,
} from "../steps.ts";

const page = new TestPage({ items: 60, fresh: true });
const NOTHING_NEW_TEXT = "Nothing new since you last looked";

beforeEach(async () => {
  for (const [id, name] of [
    ["itm_a", "Alpha foil"],
    ["itm_b", "Beta foil"],
    ["itm_c", "Gamma foil"],
  ] as const) {
    const item = { id, name, status: "available", checkedOutToUserId: null, weight: 5 } as const;
    page.service.company.upsertItem(item);
  }
  await page.refresh();
  await page.open();
  await screen.findByText(NOTHING_NEW_TEXT);
});

const line = (): HTMLElement | null => screen.queryByRole("button", { name: /^Since you last looked/ });
const openList = async (): Promise<HTMLElement> => {
  await page.user.click(line() as HTMLElement);
  return screen.findByRole("dialog", { name: /^Since you last looked/ });
};
const expectLine = (text: string): Promise<void> => expectExactText(line, text);

test("the app counts new and changed rows, and the user marks these rows as seen", async () => {
  const { user, service } = page;
  const sentences = heard();
  service.company.upsertItem({ id: "itm_a", weight: 3 });
  service.company.upsertItem({ id: "itm_b", status: "checked_out", checkedOutToUserId: "u-1" });
  service.company.upsertItem({ id: "itm_d", name: "Delta foil", status: "available" });
  await page.refresh();
  await expectText(() => screen.getByTestId("result-count"), "64 items");
  await expectLine("Since you last looked: 1 entered, 2 changed");
  expect(screen.getByRole("link", { name: /^Items ?, 3 new since you last looked$/ })).toBeVisible();
  expect(sentences).toContain("Since you last looked: 1 entered, 2 changed");
  service.company.upsertItem({ id: "itm_c", weight: 4 });
  await page.refresh();
  await expectLine("Since you last looked: 1 entered, 3 changed");

  const list = await openList();
  const entered = await within(list).findByRole("region", { name: "Entered this view" });
  expect(within(entered).getAllByRole("button")).toHaveLength(1);
  expect(entered).toHaveTextContent("Delta foil");
  expect(entered).toHaveTextContent("First seen; Status Available");
  const changed = within(list).getByRole("region", { name: "Changed" });
  expect(within(changed).getByRole("button", { name: /Alpha foil/ })).toHaveTextContent("Weight 5 → 3");
  expect(within(changed).getByRole("button", { name: /Beta foil/ })).toHaveTextContent(
    "Status Available → Checked out",
  );

  await user.click(within(list).getByRole("button", { name: "Seen" }));
  expect(await screen.findByText(NOTHING_NEW_TEXT)).toBeVisible();
  await expectGone(() => screen.queryByTestId("unseen-items"));
  await page.reopen();
  expect(await screen.findByText(NOTHING_NEW_TEXT)).toBeVisible();
});

test("each view counts its own unseen changes", async () => {
  const { user, service } = page;
  await chooseView(page, "Available");
  const asked = { view: "items/available", resource: "items", query: { version: 1 }, limit: 0 } as const;
  await waitFor(async () => expect((await page.call("queryUnseen", asked)).seen).toBe(true));
  service.company.upsertItem({ id: "itm_b", status: "checked_out", checkedOutToUserId: "u-1" });
  await page.refresh();
  await expectLine("Since you last looked at this view: 1 left");
  expect(
    screen.getByRole("link", { name: /^Items ?, 1 new in its view since you last looked$/ }),
  ).toBeVisible();
  fill(screen.getByRole("searchbox"), "no such thing");
  await expectLine("Since you last looked at this view (ignoring the search): 1 left");
  await user.click(screen.getByRole("button", { name: "Clear search" }));
  await chooseView(page, "All");
  await expectLine("Since you last looked: 1 changed");
  await chooseView(page, "Available");
  await expectLine("Since you last looked at this view: 1 left");
  await user.click(await within(await openList()).findByRole("button", { name: /Beta foil/ }));
  await waitFor(() => expect(screen.getByRole("heading", { name: "Beta foil" })).toHaveFocus());
  await expectGone(() => screen.queryByRole("dialog", { name: /^Since you last looked/ }));
});

test("unseen changes use a view's new filter after the view is saved", async () => {
  const { user, service } = page;
  service.company.upsertItem({ id: "itm_b", status: "archived" });
  await page.refresh();
  const editor = await addFilter(page, "Status");
  await user.click(await within(editor).findByRole("checkbox", { name: /^Available/ }));
  await user.click(within(editor).getByRole("button", { name: "Done" }));
  await saveViewAs(page, "Mine");
  // The saved view is marked as seen some time after the line has reported its filter as seen.
  const { connection } = await page.call("bootstrap");
  const connectionId = connection?.connectionId ?? "";
  await waitFor(async () => {
    const [saved] = await page.call("listViews", { connectionId });
    const of = { connectionId, view: `items/${saved?.id}`, resource: "items", limit: 0 } as const;
    expect(await page.call("queryUnseen", { ...of, query: { version: 1 } })).toMatchObject({ seen: true });
  });
  service.company.upsertItem({ id: "itm_a", weight: 3 });
  service.company.upsertItem({ id: "itm_b", weight: 4 });
  await page.refresh();
  await expectLine("Since you last looked at this view: 1 changed");

  await user.click(screen.getByRole("button", { name: /^Edit filter Status/ }));
  const again = await screen.findByRole("form", { name: /Status/ });
  await user.click(await within(again).findByRole("checkbox", { name: /^Archived/ }));
  await user.click(within(again).getByRole("button", { name: "Done" }));
  await user.click(within(await openViews(page)).getByRole("button", { name: /^Save$/ }));
  await expectLine("Since you last looked at this view: 2 changed");
});
