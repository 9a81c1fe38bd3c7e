import os from "node:os";
import { defineConfig } from "vitest/config";
import { PRODUCTION_JSX } from "./test/component/bundle-page.ts";
import { IS_WHOLE_RUN } from "./test/helpers/whole-run.ts";
import { VitestProgress } from "./test/reporters/vitest.ts";

/** Runs the threads of the store in the test's own thread. */
const WORLD = "test/helpers/in-process-threads.ts";
/** Tests that are about threads, and so run outside the World. */
const THREADS = "test/integration/**/*.threads.test.ts";
/** Files share a process, because loading a core again takes long. So a test leaves no global behind. */
const SHARED = { isolate: false, restoreMocks: true, unstubEnvs: true, unstubGlobals: true };

export default defineConfig({
  test: {
    tags: [{ name: "whole", description: "belongs to npm run test:all" }],
    ...(!IS_WHOLE_RUN && { tagsFilter: ["!whole"] }),
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.{ts,tsx}"],
          ...SHARED,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["test/integration/**/*.test.ts"],
          exclude: [THREADS],
          setupFiles: [WORLD],
          ...SHARED,
        },
      },
      { extends: true, test: { name: "integration with threads", include: [THREADS] } },
      {
        extends: true,
        oxc: { jsx: PRODUCTION_JSX },
        test: {
          name: "component",
          include: ["test/component/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          setupFiles: [WORLD, "test/component/dom.ts"],
          globalSetup: ["test/component/bundle-page.ts"],
          // React's development build takes half of a test's time, most of it for the stacks of its warnings.
          env: { NODE_ENV: "production" },
          ...SHARED,
        },
      },
      { extends: true, test: { name: "fuzz", include: ["test/fuzz/*.test.ts"] } },
    ],
    // Longer than the patience of a wait, so that a failure names what it waited for.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The core's threads load its TypeScript through Node itself, which a worker pool of threads would hide.
    pool: "forks",
    // Tests wait more than they compute: two cores run three files at a time.
    maxWorkers: os.availableParallelism() + 1,
    reporters: [process.env["STOCKDECK_TEST_PART"] === undefined ? "default" : new VitestProgress()],
  },
});
