import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import type { AppCore } from "../electron/hosts/core/app-core.ts";
import type { CoreOptions } from "../electron/hosts/core/core-options.ts";
import { KeychainUnavailable } from "../electron/base/keychain/keychain.ts";
import manifest from "../package.json" with { type: "json" };
import { BrowserHost, test } from "../test/e2e/fixtures.ts";
import { startHostHere, type HostHere } from "../test/e2e/host-here.ts";
import { addFilter, connected, exploreSample, filterBy, rowsHere } from "../test/e2e/page/steps.ts";
import { NotedUpdates } from "../test/helpers/noted-updates.ts";
import { ROOT } from "./root.ts";

export const WINDOW = { width: 1_440, height: 900 };
export const NARROW = { width: 900, height: 700 };

/** A host in this process, whose keyring, updates and core a scene can change. */
class TourHost extends BrowserHost {
  readonly updates = new NotedUpdates();
  /** Whether the keyring takes keys. */
  hasKeyring = true;
  readonly #keys = new Map<string, string>();
  /** Further options of the core. */
  more: Partial<CoreOptions> = {};
  #running: HostHere | null = null;

  override get url(): string {
    return this.#running?.url ?? "";
  }

  get core(): AppCore {
    if (!this.#running) throw new Error("The host does not run.");
    return this.#running.core;
  }

  override async start(): Promise<void> {
    const inExported = async (name: string): Promise<string> => {
      await fs.mkdir(path.join(this.folder, "exported/scheduled"), { recursive: true });
      return path.join(this.folder, "exported", name);
    };
    this.#running = await startHostHere({
      folder: this.folder,
      version: manifest.version,
      keychain: {
        get: async (account) => this.#keys.get(account) ?? null,
        set: async (account, key) => {
          if (!this.hasKeyring) throw new KeychainUnavailable("noService");
          this.#keys.set(account, key);
        },
        delete: async (account) => void this.#keys.delete(account),
      },
      confirmMailServer: async () => true,
      chooseExport: inExported,
      chooseFolder: () => inExported("scheduled"),
      updates: this.updates,
      assistantCommand: { command: "/opt/Stockdeck/stockdeck", args: ["--headless", "mcp"] },
      ...this.more,
    });
  }

  override async stop(): Promise<void> {
    await this.#running?.close();
    this.#running = null;
  }
}

export interface TourOptions {
  /** Whether the scene takes the guide's and the README's pictures, over the sample company. */
  readonly ofGuide: boolean;
  /** Whether `page` begins with all items instead of the first screen. */
  readonly isConnected: boolean;
  /** Whether an administrator has set a policy. */
  readonly hasPolicy: boolean;
}

interface Stage {
  readonly host: TourHost;
  /** Photographs the page once `shown` is visible. */
  readonly shoot: Shoot;
  /** Photographs it in a small window. */
  readonly shootNarrow: Shoot;
  readonly shootBoth: Shoot;
}
type Shoot = (name: string, shown?: Locator) => Promise<void>;

/** A scene brings a screen into states and photographs them. Each one has a new host over 5,000 items. */
export const scene = test.extend<TourOptions & Stage>({
  items: 5_000,
  ofGuide: [false, { option: true }],
  isConnected: [true, { option: true }],
  hasPolicy: [false, { option: true }],
  host: async ({ service, hasPolicy }, provide) => {
    const policy = {
      baseUrl: service.url,
      exportFolders: ["/srv/exports"],
      updates: { allowed: false, channel: "latest" as const },
    };
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-shots-"));
    const host = new TourHost(folder);
    if (hasPolicy) host.more = { host: "electron", policy };
    try {
      await host.start();
      await provide(host);
    } finally {
      await host.remove();
    }
  },
  page: async ({ page, host, service, ofGuide, isConnected }, provide) => {
    if (isConnected) await (ofGuide ? exploreSample(page) : connected(page, host, service));
    await page.mouse.move(0, 0);
    await provide(page);
  },
  shoot: async ({ page, ofGuide }, provide) =>
    provide(async (name, shown) => {
      await shown?.waitFor();
      await (ofGuide ? shootForGuide(page, name) : shootInBothColours(page, name));
    }),
  shootNarrow: async ({ page, shoot }, provide) =>
    provide(async (name, shown) => {
      await page.setViewportSize(NARROW);
      await shoot(`narrow-${name}`, shown);
      await page.setViewportSize(WINDOW);
    }),
  shootBoth: async ({ shoot, shootNarrow }, provide) =>
    provide(async (name, shown) => {
      await shoot(name, shown);
      await shootNarrow(name);
    }),
});

/** A scene that begins without a connection. */
export const firstScreen = scene.extend({ isConnected: false });

async function shootInBothColours(page: Page, name: string): Promise<void> {
  const folder = path.join(ROOT, "shots");
  mkdirSync(folder, { recursive: true });
  const number = String(readdirSync(folder).length / 2 + 1).padStart(2, "0");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(150);
    await take(page, `shots/${number}-${name}-${colorScheme}.png`);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** The pictures that are not the guide's, or have another name there. */
const OTHER_FILES: Readonly<Record<string, string>> = {
  "items-filtered": "docs/screenshot.png",
  overview: "docs/overview.png",
  "labels-sheet": "docs/guide/images/labels.png",
};

/** Takes the picture if the guide or the README shows it. */
async function shootForGuide(page: Page, name: string): Promise<void> {
  const guide = path.join(ROOT, "docs/guide");
  const pages = readdirSync(guide).filter((file) => file.endsWith(".md"));
  const texts = pages.map((file) => readFileSync(path.join(guide, file), "utf8"));
  const isShown = texts.some((text) => text.includes(`images/${name}.png`));
  const files = [isShown ? `docs/guide/images/${name}.png` : undefined, OTHER_FILES[name]];
  if (files.every((file) => file === undefined)) return;
  await dismissMessages(page);
  await page.mouse.move(0, 0);
  await page.waitForTimeout(400);
  for (const file of files) if (file !== undefined) await take(page, file);
}

async function take(page: Page, name: string): Promise<void> {
  const file = path.join(ROOT, name);
  await page.screenshot({ path: file });
  const { size } = await fs.stat(file);
  console.log(`${name} (${Math.round(size / 1_000)} kB)`);
}

/** Closes all messages, so that no picture shows them. */
export async function dismissMessages(page: Page): Promise<void> {
  const close = page.getByRole("button", { name: "Close this message" });
  while ((await close.count()) > 0) {
    await close.first().click();
    await page.waitForTimeout(300);
  }
}

/** Applies pending rows, because the sample company changes all the time. */
export async function settled(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.waitForTimeout(600);
  const waiting = page.getByRole("button", { name: /apply \(R\)$/ });
  if ((await waiting.count()) > 0) await waiting.first().click();
  await page.waitForTimeout(400);
}

/** Filters the items by three fields, and sorts them by length. */
export async function filterItems(page: Page): Promise<void> {
  await filterBy(page, "Status", "Available", "Checked out");
  const places = await addFilter(page, "Location");
  for (const at of [0, 1]) await places.getByRole("checkbox").nth(at).check();
  await places.getByRole("button", { name: "Done" }).click();
  const length = await addFilter(page, "Remaining length");
  await length.getByLabel(/: at least$/).fill("25");
  await length.getByRole("button", { name: "Done" }).click();
  await page.getByRole("columnheader", { name: /^Remaining length/ }).click();
  await rowsHere(page);
}
