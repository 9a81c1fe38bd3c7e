import fs from "node:fs";
import path from "node:path";
import { viewFileText } from "../../../shared/views/view-file.ts";
import { viewLink } from "../../../shared/views/view-share.ts";
import { expect, startAgain, test } from "./launch.ts";
import { explore } from "./window-steps.ts";

test("a link passed by a second start opens the import dialog; anything else does not", async ({
  launch,
}) => {
  const { app, page } = await launch();
  await page.getByRole("button", { name: "Explore with sample data" }).click();
  await page.getByRole("link", { name: /^Items/ }).click();
  await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
  const link = viewLink({
    resource: "items",
    name: "Films",
    definition: { version: 1, minor: 0, search: "film", filters: [], sort: [] },
  });
  const start = (argument: string) =>
    app.evaluate(({ app: electron }, text) => {
      electron.emit("second-instance", {}, ["stockdeck", "--flag", text], "", {});
    }, argument);
  await start("stockdeck://wipe?d=1");
  await start(link ?? "");
  const dialog = page.getByRole("dialog", { name: "Import a view" });
  await expect(dialog.getByLabel("Name")).toHaveValue("Films");
  await dialog.getByRole("button", { name: "Add view" }).click();
  await expect(page.getByRole("button", { name: "View: Films" })).toBeVisible();
  await expect(page.getByRole("searchbox", { name: "Search items" })).toHaveValue("film");
});

test("a link behind -- reaches the first window from a real second start, and nothing behind -- is an option", async ({
  launch,
  folder,
}) => {
  const launched = await launch();
  await explore(launched);
  const link = viewLink({
    resource: "items",
    name: "Films",
    definition: { version: 1, minor: 0, search: "film", filters: [], sort: [] },
  });
  expect(await startAgain(folder, ["--", link ?? "", "--headless", "--help"])).toEqual([0, ""]);
  const dialog = launched.page.getByRole("dialog", { name: "Import a view" });
  await expect(dialog.getByLabel("Name")).toHaveValue("Films");
});

test("the file of a view that a second start brings opens the import dialog, and its text is not shown", async ({
  launch,
  folder,
}) => {
  const launched = await launch();
  await explore(launched);
  const file = path.join(folder, "Films.stockdeck-view.json");
  const text = viewFileText({
    resource: "items",
    name: "Films",
    definition: { version: 1, minor: 0, search: "film", filters: [], sort: [] },
  });
  fs.writeFileSync(file, text);
  expect(await startAgain(folder, ["--", file])).toEqual([0, ""]);
  const dialog = launched.page.getByRole("dialog", { name: "Import a view" });
  await expect(dialog.getByLabel("Name")).toHaveValue("Films");
  await expect(dialog.getByLabel("Or paste a link")).toHaveValue("");
});
