import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../../helpers/child.ts";
import { expect, SANDBOX, test, type LaunchedApp } from "./launch.ts";

/** Writes the policy for the apps of this test. @returns its file. */
function setPolicy(folder: string, text: string): string {
  const file = path.join(folder, "root/etc/stockdeck/policy.json");
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text, { mode: 0o644 });
  process.env["STOCKDECK_POLICY_ROOT"] = path.join(folder, "root");
  return file;
}

test.afterEach(() => {
  delete process.env["STOCKDECK_POLICY_ROOT"];
});

/**
 * Answers every save dialog with `file`.
 * @returns a function that reads the path proposed by the last dialog.
 */
async function answerSaving({ app }: LaunchedApp, file: string): Promise<() => Promise<string>> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = ((_window: unknown, { defaultPath }: Electron.SaveDialogOptions) => {
      Object.assign(globalThis, { begun: defaultPath });
      return Promise.resolve({ canceled: false, filePath });
    }) as unknown as typeof dialog.showSaveDialog;
  }, file);
  return () => app.evaluate(() => (globalThis as unknown as { begun: string }).begun);
}

test.setTimeout(90_000);

test("a policy fixes the base URL and the export folders of the app", async ({ launch, folder, sample }) => {
  const allowed = path.join(folder, "exports");
  fs.mkdirSync(allowed);
  setPolicy(folder, JSON.stringify({ baseUrl: sample.url, exportFolders: [allowed] }));
  const launched = await launch();
  const { page } = launched;
  await expect(page.getByLabel("Base URL")).toHaveValue(sample.url);
  await expect(page.getByLabel("Base URL")).not.toBeEditable();
  await page.getByLabel("API key", { exact: true }).fill(sample.key);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("link", { name: /^Items/ }).click();
  await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });

  await page.getByRole("link", { name: "Diagnostics" }).click();
  const save = page.getByRole("button", { name: "Save to a file" });
  const begun = await answerSaving(launched, path.join(folder, "report.json"));
  await save.click();
  await expect(page.getByRole("alert")).toHaveText(new RegExp(`exported to ${allowed} only`));
  // The dialog begins in the allowed folder.
  expect(path.dirname(await begun())).toBe(allowed);
  expect(fs.existsSync(path.join(folder, "report.json"))).toBe(false);
});

test(
  "the app and its commands refuse to start with an unusable policy",
  { tag: "@whole" },
  async ({ folder }) => {
    const file = setPolicy(folder, `{ "baseURL": "https://inventory.example" }`);
    const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...environment } = process.env;
    for (const words of [[], ["--headless", "--help"]]) {
      const switches = [
        "--ozone-platform=headless",
        "--disable-gpu",
        `--user-data-dir=${path.join(folder, "home")}`,
      ];
      const args = [ROOT, ...SANDBOX, ...switches, ...words];
      const app = spawn(process.env["STOCKDECK_ELECTRON"] ?? "", args, { env: environment });
      let [stdout, stderr] = ["", ""];
      app.stdout.on("data", (data: Buffer) => (stdout += data.toString()));
      app.stderr.on("data", (data: Buffer) => (stderr += data.toString()));
      const [code] = (await once(app, "close")) as [number];
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(
        `stockdeck: The policy of this computer cannot be used: ${file}. There is no setting “baseURL”.`,
      );
    }
    expect(fs.existsSync(path.join(folder, "home", "user.sqlite"))).toBe(false);
  },
);
