import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { test as base } from "@playwright/test";
import { startProgram } from "../helpers/child.ts";

/** A sample service in a process of its own. */
export interface SampleProcess {
  readonly url: string;
  readonly key: string;
}

interface Fixtures {
  /** The address of a browser host over a fresh data folder: real core, real store. */
  readonly hostUrl: string;
}
interface WorkerFixtures {
  /** A real sample service with 5,000 items, frozen. */
  readonly sample: SampleProcess;
}

/** Page tests: `page` is open on the first screen of a fresh data folder. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  sample: [
    async ({}, use) => {
      const program = startProgram(["electron/cli.ts", "serve-sample", "--items", "5000", "--seed", "1"]);
      const [line] = await program.waitFor(/\{.*\}/);
      await use(JSON.parse(line) as SampleProcess);
      await program.stop();
    },
    { scope: "worker" },
  ],
  hostUrl: async ({}, use) => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-page-"));
    const program = startProgram(["scripts/start.ts", "--browser", "--no-build", "--folder", folder]);
    const [url] = await program.waitFor(/http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/);
    await use(url);
    await program.stop();
    await fs.rm(folder, { recursive: true, force: true });
  },
  page: async ({ page, hostUrl }, use) => {
    await page.goto(hostUrl);
    await use(page);
  },
});

export { expect } from "@playwright/test";
