import { defineConfig } from "@playwright/test";
import config from "../playwright.config.ts";
import type { TourOptions } from "./shot-stage.ts";

/** The tour: the scenes in their order, one at a time. The guide's pictures show the scenes over the sample company. */
export default defineConfig<TourOptions>({
  ...config,
  testDir: ".",
  testMatch: "shots-of-*.ts",
  outputDir: "../test-results/shots",
  fullyParallel: false,
  workers: 1,
  reporter: "list",
  projects: [
    { name: "guide", grep: /@guide/, use: { ofGuide: true } },
    { name: "shots", grepInvert: /@guide-only/ },
  ],
});
