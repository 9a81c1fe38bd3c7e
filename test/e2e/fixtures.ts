import { readdirSync } from "node:fs";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { test as base, expect, type ConsoleMessage, type Page } from "@playwright/test";
import {
  startSampleService,
  type FaultSettings,
  type SampleService,
} from "../../electron/sample-service/index.ts";
import { DEFAULT_SETTINGS } from "../../shared/inventory/settings.ts";
import { startProgram, type RunningProgram } from "../helpers/child.ts";
import { callHost, waitForStatus, waitForStock } from "./host-client.ts";

const KEYED_HOST = fileURLToPath(new URL("./keyed-host.ts", import.meta.url));

/** A browser host over one data folder, with the real core and store. A test may end it and start it again. */
export class BrowserHost {
  /** Everything that the app keeps. */
  readonly folder: string;
  #program: RunningProgram | null = null;
  readonly #under: readonly string[];
  #url = "";

  /** @param under the words before the command (`startProgram`). */
  constructor(folder: string, under: readonly string[] = []) {
    this.folder = folder;
    this.#under = under;
  }

  /** The page's address, with its token; it changes with each start. */
  get url(): string {
    return this.#url;
  }

  /** The address of the table of items. */
  get itemsUrl(): string {
    return `${this.#url}#/items`;
  }

  /** The id of the host's only profile. */
  get profileId(): string {
    const [profileId, ...others] = readdirSync(path.join(this.folder, "profiles"));
    if (profileId === undefined || others.length > 0) throw new Error("There is not exactly one profile.");
    return profileId;
  }

  /** The database of the only profile's local copy. */
  get inventory(): string {
    return path.join(this.folder, "profiles", this.profileId, "inventory.sqlite");
  }

  /**
   * Starts the host.
   * @param keys the keychain's contents (`keptKey`) by profile, `default` for all other profiles; without it
   * there is no keychain.
   * @param more further variables of the environment.
   */
  async start(
    keys?: Readonly<Record<string, string>>,
    more: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const program = keys ? [KEYED_HOST] : ["scripts/start.ts", "--browser", "--no-build"];
    const environment = {
      ...process.env,
      // No test may touch the developer's own keychain.
      DBUS_SESSION_BUS_ADDRESS: "disabled:",
      ...(keys ? { STOCKDECK_TEST_KEYS: JSON.stringify(keys) } : {}),
      ...more,
    };
    this.#program = startProgram([...program, "--folder", this.folder], environment, this.#under);
    [this.#url] = await this.#program.waitFor(/http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/);
  }

  /** Sends the host's process a signal. */
  signal(name: NodeJS.Signals): void {
    this.#program?.process.kill(name);
  }

  async stop(): Promise<void> {
    await this.#program?.stop();
    this.#program = null;
  }
}

/** The options of a test's service. */
interface Options {
  readonly items: number;
  readonly faults: FaultSettings;
}
interface Fixtures {
  /** A host over a fresh data folder. */
  readonly host: BrowserHost;
  /** The address that `page` opens. */
  readonly hostUrl: string;
  /** A frozen sample service in the test's own process. A test may change, break and close it. */
  readonly service: SampleService;
}
/** A host that all the tests of a worker share. */
interface SharedHost {
  readonly url: string;
  /** The id of its only profile, which holds a whole company that does not change. */
  readonly profileId: string;
}
interface WorkerFixtures {
  readonly sharedHost: SharedHost;
}

/**
 * Page tests: `page` is open on the first screen of a new data folder, whose address is the table of items.
 */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  items: [400, { option: true }],
  faults: [{}, { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
  host: async ({}, use) => withHost(use),
  hostUrl: async ({ host }, use) => use(host.url),
  service: async ({ items, faults }, use) => {
    const service = await startSampleService({ items, seed: 1, faults });
    await use(service);
    await service.close();
  },
  sharedHost: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) =>
      withHost(async (host) => {
        const service = await startSampleService({ items: 5_000, seed: 1 });
        await callHost(host.url, "connect", { baseUrl: service.url, key: service.key });
        await waitForStatus(host.url, ({ state }) => state === "idle");
        await waitForStock(host.url);
        await use({ url: host.url, profileId: host.profileId });
        await service.close();
      }),
    { scope: "worker" },
  ],
  page: async ({ page, hostUrl }, use) => {
    const problems = watchPage(page);
    await page.goto(`${hostUrl}#/items`);
    await use(page);
    expect(problems, "errors that the page logged").toEqual([]);
  },
});

/**
 * Table tests: `page` is open on 5,000 items with all defaults: no filter and no order. The company does not
 * change, so values that a test reads one after another agree.
 */
export const tableTest = test.extend({
  hostUrl: async ({ sharedHost: { url, profileId } }, use) => {
    await callHost(url, "saveSettings", DEFAULT_SETTINGS);
    for (const name of ["view.items", "view.types", "view.locations"]) {
      await callHost(url, "saveUiState", { profileId, name, value: "" });
    }
    for (const { id } of await callHost(url, "listViews", { profileId })) {
      await callHost(url, "deleteView", { profileId, id });
    }
    const names = await callHost(url, "listNames", { profileId });
    const entries = names.map(({ id }) => ({ id, name: "", team: "", note: "" }));
    if (entries.length > 0) await callHost(url, "saveNames", { profileId, entries });
    await use(url);
  },
  page: async ({ page }, use) => {
    await expect(page.getByRole("gridcell").first()).toBeVisible();
    await use(page);
  },
});

/** Collects the page's uncaught errors, logged errors (CSP refusals too) and requests to other machines. */
export function watchPage(page: Page): string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
  page.on("console", (message: ConsoleMessage) => {
    if (message.type() === "error") problems.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^(http|ws)s?:$/.test(protocol) && hostname !== "127.0.0.1")
      problems.push(`request: ${request.url()}`);
  });
  return problems;
}

async function withHost(use: (host: BrowserHost) => Promise<void>): Promise<void> {
  const host = new BrowserHost(await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-page-")));
  try {
    await host.start();
    await use(host);
  } finally {
    await host.stop();
    await fs.rm(host.folder, { recursive: true, force: true });
  }
}

export { expect } from "@playwright/test";
