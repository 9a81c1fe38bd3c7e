import { defineConfig } from "@playwright/test";
import { IS_WHOLE_RUN } from "./test/helpers/whole-run.ts";

export default defineConfig({
  testDir: "test/e2e",
  outputDir: "test-results",
  timeout: 120_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  // Page tests wait more than they compute: two cores run three at a time.
  workers: 3,
  // The quick run proves each behaviour once; STOCKDECK_WHOLE=1 adds its variants, large amounts and long waits.
  ...(IS_WHOLE_RUN ? {} : { grepInvert: /@whole/ }),
  forbidOnly: Boolean(process.env["CI"]),
  reporter: process.env["STOCKDECK_TEST_PART"] === undefined ? "list" : "./test/reporters/playwright.ts",
  projects: [
    { name: "page", testDir: "test/e2e/page" },
    { name: "electron", testDir: "test/e2e/electron", fullyParallel: false, workers: 1 },
    { name: "package", testDir: "test/e2e/package", fullyParallel: false, workers: 1 },
  ],
  use: {
    viewport: { width: 1_440, height: 900 },
    // A dialog that still moves between a button's press and its release is not clicked.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env["STOCKDECK_CHROMIUM"] ?? "/usr/bin/chromium-headless-shell",
      args: [
        "--no-sandbox",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
    // Recording the page at each action takes a third of the time; `--trace on` does it if a failure needs it.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
  },
});
