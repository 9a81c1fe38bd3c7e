import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { viewLink, viewFileText, type SharedView } from "../../../shared/features/views/view-share.ts";
import { expect, startAgain, test } from "./launch.ts";
import { explore } from "./window-steps.ts";

const FILMS: SharedView = {
  resource: "items",
  name: "Films",
  definition: { version: 1, minor: 0, search: "film", filters: [], sort: [] },
};

test("a second start opens the import dialog for a link after --, and reads no argument after -- as an option", async ({
  launch,
  folder,
}) => {
  const launched = await launch();
  await explore(launched);
  const link = viewLink(FILMS) ?? "";
  expect(await startAgain(folder, ["--", link, "--headless", "--help"])).toEqual([0, ""]);
  const dialog = launched.page.getByRole("dialog", { name: "Import a view" });
  await expect(dialog.getByLabel("Name")).toHaveValue("Films");
});

test(
  "a second start with a view file opens the import dialog",
  { tag: "@whole" },
  async ({ launch, folder }) => {
    const launched = await launch();
    await explore(launched);
    const file = path.join(folder, "Films.stockdeck-view.json");
    fs.writeFileSync(file, viewFileText(FILMS));
    expect(await startAgain(folder, ["--", file])).toEqual([0, ""]);
    const dialog = launched.page.getByRole("dialog", { name: "Import a view" });
    await expect(dialog.getByLabel("Name")).toHaveValue("Films");
    await expect(dialog.getByLabel("Or paste a link")).toHaveValue("");
  },
);

test(
  "the app does not read a folder, a pipe, a device, a large file or a missing file as a view",
  { tag: "@whole" },
  async ({ launch, folder }) => {
    const launched = await launch();
    await explore(launched);
    const { app, page } = launched;
    // Reading a pipe or a device would never end, so the app must not read them.
    const unread = ["folder", "pipe", "device", "large", "missing"].map((name) =>
      path.join(folder, `${name}.stockdeck-view.json`),
    );
    const [inFolder = "", pipe = "", device = "", large = ""] = unread;
    fs.mkdirSync(inFolder);
    expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
    fs.symlinkSync("/dev/zero", device);
    fs.writeFileSync(large, viewFileText({ ...FILMS, name: "x".repeat(2_000_001) }));
    for (const file of unread)
      await app.evaluate(({ app: electron }, named) => {
        electron.emit("second-instance", {}, ["stockdeck", "--", named], "/", {});
      }, file);
    const log = path.join(folder, "logs", "stockdeck.log");
    await expect
      .poll(() => fs.readFileSync(log, "utf8").match(/a view's file could not be opened/g)?.length)
      .toBe(unread.length);
    await expect(page.getByRole("dialog", { name: "Import a view" })).toHaveCount(0);
  },
);
