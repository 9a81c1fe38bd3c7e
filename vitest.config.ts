import os from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { PRODUCTION_JSX } from "./test/component/bundle-page.ts";
import { UnhandledErrors } from "./test/helpers/unhandled-errors.ts";

/** The folder for reports that `npm test` asks for. */
const results = process.env["STOCKDECK_TEST_RESULTS"];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "core",
          include: ["test/unit/**/*.test.{ts,tsx}", "test/integration/**/*.test.ts", "test/fuzz/*.test.ts"],
        },
      },
      {
        extends: true,
        oxc: { jsx: PRODUCTION_JSX },
        test: {
          name: "component",
          include: ["test/component/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          setupFiles: ["test/component/dom.ts"],
          globalSetup: ["test/component/bundle-page.ts"],
          // React's development build takes half of a test's time, most of it for the stacks of its warnings.
          env: { NODE_ENV: "production" },
        },
      },
    ],
    // Longer than the patience of a wait, so that a failure names what it waited for.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The core's threads load its TypeScript through Node itself, which a worker pool of threads would hide.
    pool: "forks",
    // Tests wait more than they compute: two cores run three files at a time.
    maxWorkers: os.availableParallelism() + 1,
    reporters: results
      ? [
          "default",
          ["json", { outputFile: path.join(results, "core.json") }],
          new UnhandledErrors(path.join(results, "core-errors.json")),
        ]
      : ["default"],
  },
});
