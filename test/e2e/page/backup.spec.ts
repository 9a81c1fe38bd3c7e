import fs from "node:fs/promises";
import { expect, test } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { FILM_VIEW } from "../../helpers/made-by-user.ts";
import { expectAccessible } from "./axe.ts";
import { command, connected, openViews } from "./steps.ts";
import { savedRecords } from "../../helpers/saved-records.ts";

test.use({ ownHost: true });

test("a backup has no key and restores views and names", async ({ page, host, service }) => {
  await connected(page, host, service);
  const { connectionId } = host;
  await callHost(host.url, "createView", {
    connectionId,
    resource: "items",
    name: "Films",
    definition: FILM_VIEW,
  });
  const name = { name: "Ánna", team: "", note: "" };
  await callHost(host.url, "saveRecords", savedRecords(connectionId, "names", { usr_left: name }));
  await command(page, "Settings");
  const section = page.getByRole("region", { name: "Backup" });
  const download = page.waitForEvent("download");
  await section.getByRole("button", { name: "Save a backup…" }).click();
  const saved = await download;
  await expect(page.getByText(`The backup is in ${saved.suggestedFilename()}.`)).toBeVisible();
  const text = await fs.readFile(await saved.path(), "utf8");
  expect(text).not.toContain(service.key);

  await callHost(host.url, "disconnect");
  await page.getByRole("button", { name: "Restore a backup…" }).click();
  const dialog = page.getByRole("dialog", { name: "Restore a backup" });
  const choose = async (name: string, content: string): Promise<void> => {
    const chooser = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: "Choose a file…" }).click();
    await (await chooser).setFiles({ name, mimeType: "application/json", buffer: Buffer.from(content) });
  };
  await choose("view.json", '{"format":"stockdeck-view"}');
  await expect(dialog.getByRole("alert")).toContainText("This file is not a backup of Stockdeck");
  await expect(dialog.getByRole("button", { name: "Restore" })).toBeDisabled();
  await choose("mine.json", text);
  await expect(dialog.getByRole("alert")).toBeHidden();
  await expect(dialog.getByRole("status")).toContainText("new here): 1 view and 1 name");
  await expectAccessible(page, "[role=dialog]");
  await dialog.getByRole("button", { name: "Restore" }).click();

  // The page reloads.
  await expect(dialog).toBeHidden();
  await page.getByRole("link", { name: "Items" }).click();
  await expect((await openViews(page)).getByRole("button", { name: /^Films/ })).toBeVisible();
  const names = await callHost(host.url, "readRecords", { connectionId, document: "names" });
  expect(names).toEqual([{ id: "usr_left", value: name }]);
  await expect(page.getByText(/Enter (a|the) key/).first()).toBeAttached();
});
