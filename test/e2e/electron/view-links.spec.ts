import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { viewLink, viewFileText } from "../../../shared/features/views/view-share.ts";
import { expect, startAgain, test } from "./launch.ts";
import { explore } from "./window-steps.ts";

test("a link from a second start opens the import dialog", async ({ launch }) => {
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

test(
  "a second start passes a link after -- to the first window",
  { tag: "@whole" },
  async ({ launch, folder }) => {
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
  },
);

test(
  "a view file from a second start opens the import dialog",
  { tag: "@whole" },
  async ({ launch, folder }) => {
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
  },
);

test(
  "the app refuses a hostile view file, with a reason, before saving anything",
  { tag: "@whole" },
  async ({ launch, folder }) => {
    const launched = await launch();
    await explore(launched);
    const { app, page } = launched;
    const definition = { version: 1, minor: 0, search: "film", filters: [], sort: [] } as const;
    const valid = { format: "stockdeck-view", version: 1, resource: "items", name: "Films", definition };
    const nameOf = (name: string): string => path.join(folder, `${name}.stockdeck-view.json`);
    const open = (file: string): Promise<void> =>
      app.evaluate(({ app: electron }, named) => {
        electron.emit("second-instance", {}, ["stockdeck", "--", named], "/", {});
      }, file);
    /** Everything that a file could change: views, alert rules, settings and the connection. */
    const saved = (): Promise<unknown> =>
      page.evaluate(async () => {
        type Answer<T> = Promise<{ readonly value: T }>;
        const { stockdeck } = globalThis as unknown as {
          stockdeck: {
            bootstrap(): Answer<{ readonly connection: { readonly connectionId: string } }>;
            getSettings(): Answer<unknown>;
            listViews(of: object): Answer<unknown>;
            listAlertRules(of: object): Answer<readonly { readonly rule: unknown }[]>;
          };
        };
        const { connection } = (await stockdeck.bootstrap()).value;
        const of = { connectionId: connection.connectionId };
        const rules = (await stockdeck.listAlertRules(of)).value.map(({ rule }) => rule);
        return [connection, rules, await stockdeck.listViews(of), await stockdeck.getSettings()];
      });
    const before = await saved();
    const dialog = page.getByRole("dialog", { name: "Import a view" });

    await test.step("the app does not read a folder, a pipe, a device, a large file or a missing file", async () => {
      // Reading a pipe or a device would never end, so the app must not read them.
      const unread = ["folder", "pipe", "device", "large", "missing"].map(nameOf);
      const [inFolder = "", pipe = "", device = "", large = ""] = unread;
      fs.mkdirSync(inFolder);
      expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
      fs.symlinkSync("/dev/zero", device);
      fs.writeFileSync(large, JSON.stringify({ ...valid, name: "x".repeat(2_000_001) }));
      for (const file of unread) await open(file);
      const log = path.join(folder, "logs", "stockdeck.log");
      await expect
        .poll(() => fs.readFileSync(log, "utf8").match(/a view's file could not be opened/g)?.length)
        .toBe(unread.length);
      await expect(dialog).toHaveCount(0);
    });

    await test.step("the app refuses hostile text with a reason", async () => {
      const deep = `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
      const proto = JSON.stringify(valid).replace('"sort"', '"__proto__":{"polluted":true},"sort"');
      for (const [name, text, reason] of [
        ["rest", `${JSON.stringify(valid)}${" ".repeat(600_000)}x`, "too large"],
        ["broken", JSON.stringify(valid).slice(0, -9), "not a view of Stockdeck’s"],
        ["program", "#!/bin/sh\ntouch /tmp/x\n", "not a view of Stockdeck’s"],
        ["deep", deep, "nested too deep"],
        ["proto", proto, "__proto__"],
        ["newer", JSON.stringify({ ...valid, version: 2 }), "A newer version"],
        ["settings", JSON.stringify({ ...valid, settings: { pageSize: 1 } }), "settings"],
        ["address", JSON.stringify({ ...valid, definition: { ...definition, baseUrl: "x" } }), "baseUrl"],
      ] as const) {
        fs.writeFileSync(nameOf(name), text);
        await open(nameOf(name));
        await expect(dialog.getByRole("alert")).toContainText(reason);
        await expect(dialog.getByRole("button", { name: "Add view" })).toBeDisabled();
      }
    });
    // Every screen shows a name as plain text.
    const markup = "<img src=x onerror=alert(1)>";
    fs.writeFileSync(nameOf("markup"), JSON.stringify({ ...valid, name: markup }));
    await open(nameOf("markup"));
    await expect(dialog.getByLabel("Name")).toHaveValue(markup);
    await expect(dialog.locator("img")).toHaveCount(0);
    // The view is shown, but not saved until the user confirms.
    expect(await saved()).toEqual(before);
    await dialog.getByRole("button", { name: "Add view" }).click();
    await expect(page.getByRole("button", { name: `View: ${markup}` })).toBeVisible();
    await expect(page.locator("img[src=x]")).toHaveCount(0);
  },
);
