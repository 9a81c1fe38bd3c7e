import fs from "node:fs/promises";
import path from "node:path";
import { startCore } from "../electron/hosts/core/app-core.ts";
import { startBrowserHost } from "../electron/hosts/browser/browser-host.ts";
import { ROOT } from "./root.ts";
import { CORE } from "./shot-core.ts";
import { WINDOW, type Scene } from "./shot-stage.ts";

/** The app on a computer with a policy: its first screen, what settings list, and crashes. */
export const ADMINISTRATION_SCENE: Scene = async ({ page: tourPage, data, service, shoot }) => {
  const folder = path.join(data, "administration");
  await fs.mkdir(folder, { recursive: true });
  const policy = {
    baseUrl: service.url,
    exportFolders: ["/srv/exports"],
    updates: { allowed: false, channel: "latest" as const },
  };
  const core = startCore({ ...CORE, host: "electron", folder, policy });
  const host = await startBrowserHost({ core, pages: path.join(ROOT, "dist/renderer") });
  const context = await tourPage
    .context()
    .browser()
    ?.newContext({ viewport: WINDOW, reducedMotion: "reduce", colorScheme: "light" });
  if (!context) throw new Error("The tour has no browser.");
  const page = await context.newPage();
  try {
    await page.goto(host.url);
    await page.getByText("Set by your administrator").waitFor();
    await shoot("onboarding-with-policy", page);
    await page.getByLabel("API key", { exact: true }).fill(service.key);
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("region", { name: "Set by your administrator" }).waitFor();
    await shoot("settings-with-policy", page);
    core.crashes.add({
      kind: "app",
      reason: "The run that began 2026-05-01T08:00:00.000Z did not end properly.",
    });
    core.crashes.add({ kind: "page", reason: "oom", exitCode: 5 });
    core.crashes.add({ kind: "defect", reason: "TypeError", defect: new TypeError("an example") });
    await page.getByRole("link", { name: "Diagnostics" }).click();
    await page.getByRole("button", { name: "Delete all" }).scrollIntoViewIfNeeded();
    await page.getByRole("heading", { name: "Versions" }).scrollIntoViewIfNeeded();
    await shoot("diagnostics-crashes", page);
  } finally {
    await context.close();
    await host.close();
    await core.close();
  }
};
