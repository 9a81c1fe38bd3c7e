import fs from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, test } from "../fixtures.ts";
import { keptKey } from "../../helpers/kept-key.ts";
import { banner, connected, stateOf } from "./steps.ts";

test.use({ items: 120, ownHost: true });
test.beforeEach(async ({ page, host, service }) => {
  await connected(page, host, service);
  await page.goto("about:blank");
  await host.stop();
});

test("the app sets a damaged copy aside and pulls the data again", async ({ page, host, service }) => {
  for (const suffix of ["-wal", "-shm"]) await fs.rm(host.inventory + suffix, { force: true });
  await fs.writeFile(host.inventory, "This is no database. ".repeat(2_000));
  await host.start({ default: keptKey(service) });
  await page.goto(host.itemsUrl);
  const notice = banner(page, "About the local data:");
  await expect(notice).toContainText(
    "The file with the local copy was damaged. It was set aside as inventory.sqlite.damaged-",
  );
  await expect(stateOf(page)).toHaveText("Connected");
  await expect(page.getByTestId("result-count")).toHaveText("120 items");
  const files = await fs.readdir(path.dirname(host.inventory));
  expect(files.filter((name) => name.includes(".damaged-"))).toHaveLength(1);
  await notice.getByRole("button", { name: /^Dismiss/ }).click();
  await expect(notice).toBeHidden();
});

test("the app does not change a newer version's copy", { tag: "@whole" }, async ({ page, host, service }) => {
  const database = new DatabaseSync(host.inventory);
  database.exec("PRAGMA user_version = 999; PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  const before = await fs.readFile(host.inventory);
  await host.start({ default: keptKey(service) });
  await page.goto(host.itemsUrl);
  const notice = banner(page, "The local data is from a newer Stockdeck.");
  await expect(notice).toContainText("Update Stockdeck. The data was not touched.");
  await expect(banner(page, /first pull/i)).toBeHidden();
  await expect(banner(page, /API key/)).toBeHidden();
  await expect(stateOf(page)).toHaveText("Local data not open");
  await expect(page.getByRole("heading", { name: "The local copy could not be opened" })).toBeVisible();
  await page.getByRole("link", { name: "Diagnostics" }).click();
  await expect(page.getByRole("alert")).toContainText("written by a newer version of Stockdeck");
  await expect(page.getByRole("region", { name: "Local data", exact: true })).toContainText(
    /inventory\.sqlite\s*[\d.]+ [kM]B/,
  );
  await expect(page.getByRole("region", { name: "Last refreshes", exact: true })).toContainText(
    "No refresh yet",
  );
  expect(await fs.readFile(host.inventory)).toEqual(before);
});
