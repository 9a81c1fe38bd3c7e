import { screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { TestPage } from "../page.ts";

const page = new TestPage();

test("the “Schedule” button is disabled during saving, so that only one schedule is saved", async () => {
  await page.open();
  await page.user.click(screen.getByRole("button", { name: "Export" }));
  const dialog = await screen.findByRole("dialog", { name: "Export" });
  await page.user.click(within(dialog).getByRole("button", { name: "Repeat…" }));
  const form = await screen.findByRole("dialog", { name: "Repeat this export" });
  expect(within(form).getByRole("checkbox", { name: "Mon" })).toBeChecked();
  await page.user.click(within(form).getByRole("button", { name: /Choose/ }));
  const save = within(form).getByRole("button", { name: "Schedule" });
  await waitFor(() => expect(save).toBeEnabled());
  let answer = (): void => {};
  page.around = (name, call) =>
    name === "createSchedule"
      ? new Promise((resolve) => {
          answer = () => resolve(call());
        })
      : call();
  await page.user.click(save);
  expect(save).toBeDisabled();
  answer();
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Repeat this export" })).toBeNull());
  expect(await page.call("listSchedules")).toHaveLength(1);
});
