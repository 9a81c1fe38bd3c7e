import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { TestPage } from "../page.ts";
import {
  banner,
  expectGone,
  expectRows,
  expectState,
  expectText,
  fill,
  statusBar,
  textsOf,
  cellAt,
} from "../steps.ts";

const page = new TestPage({ fresh: true });
beforeEach(() => page.open());

const refresh = (): Promise<void> => page.user.keyboard("{F5}");
const count = (): HTMLElement => screen.getByTestId("result-count");

test("rows stay readable after the key is revoked", async () => {
  const { service, user } = page;
  service.setKeyState(service.key, "revoked");
  await refresh();
  const refused = await banner("The key was refused (401).");
  expect(refused).toHaveTextContent("The service says: “The API key has been revoked.”");
  expect(within(refused).getByRole("button", { name: "Copy request id" })).toBeVisible();
  await expectState("Key refused");
  expect(statusBar()).not.toHaveTextContent("next refresh");
  expect(count()).toHaveTextContent("120 items");
  const search = screen.getByRole("searchbox");
  fill(search, "film");
  await expectText(count, /^\d+ of 120 items$/);
  fill(search, "");
  await expectRows(120);

  const item = { id: [...service.company.items.all()][0]?.id ?? "", name: "Sent to the new key" };
  service.company.upsertItem(item);
  await user.click(within(refused).getByRole("button", { name: "Replace key" }));
  fill(await within(refused).findByLabelText("New API key"), service.addKey());
  await user.click(within(refused).getByRole("button", { name: "Replace key" }));
  await expectGone(() => screen.queryByRole("region", { name: "The key was refused (401)." }));
  await expectState("Connected");
  await expectText(statusBar, "next refresh in");
  fill(search, item.name);
  await waitFor(() => expect(textsOf("name")).toEqual([item.name]));
});

test("the app shows the service's own reason if a key has no access", async () => {
  const { service } = page;
  for (const [state, message] of [
    ["inactive", "The company of this API key is not active."],
    ["not_pro", "The company of this API key is not on a Pro or Enterprise plan."],
    ["no_scope", "This API key lacks the scope to read inventory."],
  ] as const) {
    service.setKeyState(service.key, state);
    await refresh();
    await expectText(
      () => screen.queryByRole("region", { name: "The key may not read this inventory (403)." }),
      `The service says: “${message}”`,
    );
    await expectState("No access");
  }
  expect(count()).toHaveTextContent("120 items");
  service.setKeyState(service.key, "active");
  await refresh();
  await expectState("Connected");
  await expectGone(() => screen.queryByRole("region", { name: /403/ }));
});

test("the banner about a refused key also appears if the key is revoked while a record is open", async () => {
  const { service, user } = page;
  service.setKeyState(service.key, "revoked");
  await user.click(cellAt(0, 0));
  expect(await banner("The key was refused (401).")).toBeVisible();
  const details = screen.getByRole("complementary");
  await expectText(() => details, "Could not be verified");
  await waitFor(() => expect(details.querySelectorAll("dt")).toHaveLength(15));
});
