import { spawnSync } from "node:child_process";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import type { SampleService } from "../../service/index.ts";
import { makeReadOnly } from "../../helpers/read-only.ts";
import { slowDisk } from "../../helpers/slow-disk.ts";
import { BrowserHost, expect, test } from "../fixtures.ts";
import { banner, cellsOf, connected, refresh, refreshTo, stateOf, statusBar } from "./steps.ts";

test.use({ items: 400, ownHost: true });

/**
 * Expects that the user can browse while the disk cannot be written. When it is writable again, the next
 * refresh stores all missed changes.
 */
async function staysBrowsable(page: Page): Promise<void> {
  await expect(page.getByTestId("result-count")).toHaveText("400 items");
  await page.getByRole("searchbox").fill("film");
  await expect(page.getByTestId("result-count")).toHaveText(/^\d+ of 400 items$/);
  await page.getByRole("searchbox").fill("");
}

async function converges(page: Page): Promise<void> {
  await refreshTo(page, "Connected");
  await page.getByRole("searchbox").fill("Renamed 399 ");
  await expect(page.getByTestId("result-count")).toHaveText("1 of 400 items");
  await expect(cellsOf(page, "name")).toHaveText([/^Renamed 399 /]);
}

function renameAll(service: SampleService): void {
  // Long enough to fill the disk.
  [...service.company.items.all()].forEach(({ id }, at) =>
    service.company.upsertItem({ id, name: `Renamed ${at} ${"and much longer ".repeat(60)}` }),
  );
}

test.describe("the app on a full disk", () => {
  const smallDisk = test.extend({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    host: async ({}, use) => {
      const folder = await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-small-"));
      const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=32m", "tmpfs", folder]).status === 0;
      if (!mounted) console.info("no small disk can be mounted here: the full disk is not tested on screen");
      smallDisk.skip(!mounted, "no small disk can be mounted here");
      const host = new BrowserHost(folder);
      try {
        await host.start();
        await use(host);
      } finally {
        await host.stop();
        spawnSync("umount", ["-l", folder]);
        await fs.rm(folder, { recursive: true, force: true });
      }
    },
  });

  smallDisk(
    "the app reports a full disk with advice and keeps the rows; a refresh after space is freed completes the copy",
    { tag: "@whole" },
    async ({ page, host, service }) => {
      await connected(page, host, service);
      const ballast = path.join(host.folder, "ballast");
      spawnSync("dd", ["if=/dev/zero", `of=${ballast}`, "bs=64k"]);
      renameAll(service);
      await refresh(page);
      const full = banner(page, "The disk is full.");
      await expect(full).toContainText("Free some space");
      await expect(full).toContainText("Stockdeck tries again at the next refresh");
      await expect(stateOf(page)).toHaveText("Refresh failed");
      await expect(statusBar(page)).toContainText("next refresh in");
      await staysBrowsable(page);

      await fs.rm(ballast);
      await converges(page);
      await expect(full).toBeHidden();
    },
  );
});

test.describe("the app on a slow disk", () => {
  const slowly = test.extend({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    host: async ({}, use) => {
      const under = slowDisk(10);
      slowly.skip(under === null, "no disk can be made slow here");
      const folder = await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-slow-"));
      const host = new BrowserHost(folder, under ?? []);
      try {
        await host.start();
        await use(host);
      } finally {
        await host.stop();
        await fs.rm(folder, { recursive: true, force: true });
      }
    },
  });
  slowly.setTimeout(120_000);

  slowly(
    "a search finds rows at once while a refresh is written to a slow disk",
    { tag: "@whole" },
    async ({ page, host, service }) => {
      await connected(page, host, service);
      renameAll(service);
      await refreshTo(page, "Syncing");
      const count = page.getByTestId("result-count");
      await page.getByRole("searchbox").fill("film");
      await expect(count).toHaveText(/^\d+ of 400 items$/);
      // The search ran while its rows were still being written.
      await expect(stateOf(page)).toHaveText("Syncing");
      await page.getByRole("searchbox").fill("");
      await expect(stateOf(page)).toHaveText("Connected", { timeout: 60_000 });
      await converges(page);
    },
  );
});

test(
  "the app reports a data folder that becomes read-only",
  { tag: "@whole" },
  async ({ page, host, service }) => {
    await connected(page, host, service);
    const undo = makeReadOnly(host.inventory);
    test.skip(undo === null, "no file can be made immutable here");
    try {
      renameAll(service);
      await refresh(page);
      const readOnly = banner(page, "The data folder cannot be written.");
      await expect(readOnly).toContainText(
        "Check the folder’s permissions, and that its disk is not read-only.",
      );
      await expect(readOnly).toContainText("Stockdeck tries again at the next refresh");
      await expect(stateOf(page)).toHaveText("Refresh failed");
      await staysBrowsable(page);
      await readOnly.getByRole("link", { name: "Diagnostics" }).click();
      await expect(page.getByRole("region", { name: "Last refreshes", exact: true })).toBeVisible();
      await expect(page.getByRole("region", { name: "Right now" })).toContainText(
        "cannot write to its data folder",
      );
      await page.getByRole("link", { name: "Items" }).click();
      undo?.();
      await converges(page);
      await expect(readOnly).toBeHidden();
    } finally {
      undo?.();
    }
  },
);
