import { test as base, expect, type ConsoleMessage, type Page } from "@playwright/test";
import { startSampleService, type FaultSettings, type SampleService } from "../service/index.ts";
import { startHost, WorkerHost, type BrowserHost } from "./browser-host.ts";
import { callHost, waitForStatus, waitForStock } from "./host-client.ts";
import { resetConnection } from "./reset-connection.ts";

/** The options of a test. */
interface Options {
  readonly items: number;
  readonly faults: FaultSettings;
  /**
   * Whether the test has its own host. It needs one if it restarts the host, changes its folder, keys or
   * environment, or uses the sample data, whose connection always has the same id. Other tests use their
   * worker's host one after another.
   */
  readonly ownHost: boolean;
}
interface Fixtures {
  /** A host without a connection. */
  readonly host: BrowserHost;
  /** The address that `page` opens. */
  readonly hostUrl: string;
  /** A frozen sample service in the test's own process. A test may change, break and close it. */
  readonly service: SampleService;
}
/** A host that all the tests of a worker share. */
interface SharedHost {
  readonly url: string;
  /** The id of its only connection, which holds a whole company that does not change. */
  readonly connectionId: string;
}
interface WorkerFixtures {
  readonly workerHost: WorkerHost;
  readonly sharedHost: SharedHost;
}

/**
 * Page tests: `page` is open on the first screen of a host without a connection; its address is the table of items.
 */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  items: [400, { option: true }],
  faults: [{}, { option: true }],
  ownHost: [false, { option: true }],
  host: async ({ ownHost, workerHost }, use) => {
    if (!ownHost) return workerHost.lend(use);
    const host = await startHost();
    try {
      await use(host);
    } finally {
      await host.remove();
    }
  },
  hostUrl: async ({ host }, use) => use(host.url),
  service: async ({ items, faults }, use) => {
    const service = await startSampleService({ items, seed: 1, faults });
    await use(service);
    await service.close();
  },
  workerHost: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const host = new WorkerHost();
      try {
        await use(host);
      } finally {
        await host.remove();
      }
    },
    { scope: "worker" },
  ],
  sharedHost: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const host = await startHost();
      try {
        const service = await startSampleService({ items: 5_000, seed: 1 });
        await connect(host.url, service);
        await use({ url: host.url, connectionId: host.connectionId });
        await service.close();
      } finally {
        await host.remove();
      }
    },
    { scope: "worker" },
  ],
  // All pages close before their host is emptied for the next test.
  context: async ({ hostUrl: _hostUrl, context }, use) => use(context),
  page: async ({ page, hostUrl }, use) => {
    const problems = watchPage(page);
    await page.goto(`${hostUrl}#/items`);
    await use(page);
    expect(problems, "errors that the page logged").toEqual([]);
  },
});

/** Connected tests: `page` is newly open on the items of `service`, after the whole first pull. */
export const connectedTest = test.extend({
  hostUrl: async ({ host, service }, use) => {
    await connect(host.url, service);
    await use(host.url);
  },
  page: async ({ page }, use) => {
    await expect(page.getByTestId("sync-state")).toHaveText("Connected");
    await isComplete(page);
    await use(page);
  },
});

/**
 * Table tests: `page` is open on 5,000 items with all defaults: no filter and no order. The company does not
 * change, so values that a test reads one after another agree.
 */
export const tableTest = test.extend({
  hostUrl: async ({ sharedHost: { url, connectionId } }, use) => {
    await resetConnection(url, connectionId);
    await use(url);
  },
  page: async ({ page }, use) => {
    await isComplete(page);
    await use(page);
  },
});

/** Waits until a page shows rows and has loaded its deferred scripts. Keys have no effect before that. */
async function isComplete(page: Page): Promise<void> {
  await expect(page.getByRole("gridcell").first()).toBeVisible();
  await expect(page.getByRole("contentinfo", { name: "Status" })).toBeVisible();
}

/** Connects a host to a service, and waits for the whole first pull. */
async function connect(url: string, service: SampleService): Promise<void> {
  await callHost(url, "connect", { baseUrl: service.url, key: service.key });
  await waitForStatus(url, ({ state }) => state === "idle");
  await waitForStock(url);
}

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

export { BrowserHost } from "./browser-host.ts";
export { expect } from "@playwright/test";
