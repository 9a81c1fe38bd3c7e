import path from "node:path";
import { chromium, type Browser, type Page } from "@playwright/test";
import { callHost, waitForStatus } from "../../e2e/host-client.ts";
import { startProgram, type RunningProgram } from "../../helpers/child.ts";
import { startSampleProcess, type SampleProcess } from "../../helpers/sample-process.ts";
import { removeFolder, temporaryFolder } from "../folder.ts";

/** The built page in a real Chromium, over the browser host, the real core and a sample service. */
export class BenchPage {
  readonly page: Page;
  readonly url: string;
  readonly #browser: Browser;
  readonly #host: RunningProgram;
  readonly #service: SampleProcess;
  readonly #folder: string;

  private constructor(parts: {
    page: Page;
    url: string;
    browser: Browser;
    host: RunningProgram;
    service: SampleProcess;
    folder: string;
  }) {
    this.page = parts.page;
    this.url = parts.url;
    this.#browser = parts.browser;
    this.#host = parts.host;
    this.#service = parts.service;
    this.#folder = parts.folder;
  }

  /** Opens the items of a company of so many, all of them pulled. @param latency of the service, ms a request. */
  static async open(items: number, latency: number): Promise<BenchPage> {
    const service = await startSampleProcess(items, "--fault", `latencyMs=${latency}`);
    const folder = await temporaryFolder();
    const host = startProgram(
      ["scripts/start.ts", "--browser", "--no-build", "--folder", path.join(folder, "data")],
      // The key stays in memory: no benchmark touches the keychain of whoever runs it.
      { ...process.env, DBUS_SESSION_BUS_ADDRESS: "disabled:" },
    );
    const [url] = await host.waitFor(/http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/);
    await callHost(url, "connect", { baseUrl: service.url, key: service.key });
    await waitForStatus(url, ({ state }) => state === "idle", 600_000);
    const browser = await chromium.launch({
      executablePath: process.env["STOCKDECK_CHROMIUM"] ?? "/usr/bin/chromium",
      args: ["--no-sandbox"],
    });
    const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
    await page.goto(url);
    await page.locator('[data-cell="0:0"]').waitFor();
    // Smaller tables are SQL's (inventory-reader.ts).
    if (items >= 20_000) await indexRead(url);
    return new BenchPage({ page, url, browser, host, service, folder });
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#host.stop();
    await this.#service.stop();
    await removeFolder(this.#folder);
  }
}

/** Waits until the store answers by its index: then a first window brings the total with it. */
async function indexRead(url: string): Promise<void> {
  const { profiles } = await callHost(url, "bootstrap");
  for (;;) {
    const { total } = await callHost(url, "queryWindow", {
      profileId: profiles.current ?? "",
      resource: "items",
      query: { version: 1, sort: [{ field: "weight", direction: "asc" }] },
      offset: 0,
      limit: 1,
    });
    if (total !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
