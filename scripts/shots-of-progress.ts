import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startCore, type AppCore } from "../electron/hosts/core/app-core.ts";
import { startSampleService } from "../test/service/index.ts";
import { fillCopy } from "../test/helpers/fill-copy.ts";
import { startBrowserHost } from "../electron/hosts/browser/browser-host.ts";
import { ROOT } from "./root.ts";
import { CORE } from "./shot-core.ts";
import type { Scene } from "./shot-stage.ts";

/** Rows whose export takes long enough to be photographed. */
const ROWS = 200_000;

/** A running export of a large copy: the tour's copy is exported too fast to see. */
export const PROGRESS_SCENE: Scene = async ({ page: tour, shoot }) => {
  const data = await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-shots-"));
  const options = { ...CORE, folder: data, chooseExport: async (name: string) => path.join(data, name) };
  await fillProfile(startCore(options), data);
  const core = startCore(options);
  const host = await startBrowserHost({ core, pages: path.join(ROOT, "dist/renderer") });
  const page = await tour.context().newPage();
  await page.goto(`${host.url}#/items`);
  await page.getByTestId("result-count").filter({ hasText: "200,000 items" }).waitFor();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByRole("combobox", { name: "Format" }).click();
  await page.getByRole("option", { name: /^XLSX/ }).click();
  await dialog.getByRole("button", { name: "Export 200,000 rows" }).click();
  await dialog.getByText(/^\d\d,\d{3} of 200,000 rows/).waitFor();
  await shoot("export-progress", page);
  await dialog.getByRole("button", { name: "Cancel the export" }).click();
  await dialog.getByTestId("export-end").waitFor();
  await shoot("export-cancelled", page);
  await page.close();
  await host.close();
  await core.close();
  await fs.rm(data, { recursive: true, force: true });
};

/** Makes a profile whose first pull never ends, and fills its copy without a service. */
async function fillProfile(core: AppCore, data: string): Promise<void> {
  const service = await startSampleService({ items: 10, faults: { skipRequests: 1, htmlNext: 99 } });
  const failed = new Promise<void>((resolve) =>
    core.events.subscribe((name, payload) => {
      if (name === "status" && (payload as { readonly state: string }).state === "failed") resolve();
    }),
  );
  await core.dispatch("connect", { baseUrl: service.url, key: service.key });
  await failed;
  await core.close();
  await service.close();
  const [profile = ""] = await fs.readdir(path.join(data, "profiles"));
  fillCopy(path.join(data, "profiles", profile, "inventory.sqlite"), ROWS);
}
