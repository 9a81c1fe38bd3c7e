import path from "node:path";
import type { Browser } from "@playwright/test";
import { callHost, waitForStatus } from "../../e2e/host-client.ts";
import type { RunningProgram } from "../../helpers/child.ts";
import { startSampleProcess, type SampleProcess } from "../../helpers/sample-process.ts";
import { removeFolder, temporaryFolder } from "../folder.ts";
import { indexRead } from "../index-read.ts";
import { launchChromium } from "./chromium.ts";
import { readOwnGrid, startOwnHost } from "./own-host.ts";
import { WatchedPage } from "./watched-page.ts";

/** The built page in a real Chromium. It runs over the browser host, the real core and a sample service. */
export class BenchPage {
  readonly watched: WatchedPage;
  readonly url: string;
  readonly #browser: Browser;
  readonly #host: RunningProgram;
  readonly #service: SampleProcess;
  readonly #folder: string;

  private constructor(parts: {
    watched: WatchedPage;
    url: string;
    browser: Browser;
    host: RunningProgram;
    service: SampleProcess;
    folder: string;
  }) {
    this.watched = parts.watched;
    this.url = parts.url;
    this.#browser = parts.browser;
    this.#host = parts.host;
    this.#service = parts.service;
    this.#folder = parts.folder;
  }

  /** Opens the items of a company with `items` items, all of them pulled. @param latency of the service, ms a request. */
  static async open(items: number, latency: number): Promise<BenchPage> {
    const service = await startSampleProcess(items, `latencyMs=${latency}`);
    const folder = await temporaryFolder();
    const { host, url } = await startOwnHost(path.join(folder, "data"));
    await callHost(url, "connect", { baseUrl: service.url, key: service.key });
    await waitForStatus(url, ({ state }) => state === "idle", 600_000);
    const browser = await launchChromium();
    const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
    const watched = await WatchedPage.open(page, `${url}#/items`, { read: readOwnGrid });
    await indexRead(url);
    return new BenchPage({ watched, url, browser, host, service, folder });
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#host.stop();
    await this.#service.stop();
    await removeFolder(this.#folder);
  }
}
