import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/unit/**/*.test.{ts,tsx}", "test/integration/**/*.test.ts"],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // The core's threads load its TypeScript through Node itself, which a worker pool of threads would hide.
    pool: "forks",
    reporters: ["default"],
  },
});
