import { fileURLToPath } from "node:url";
import { build } from "vite";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Builds the page, the Electron side and the preload into dist/.
 * @param page `production`, or `package` for a packaged app, without the browser host.
 */
export async function buildApp(page: "production" | "package" = "production"): Promise<void> {
  for (const mode of [page, "electron", "preload"]) {
    await build({ configFile: `${ROOT}vite.config.ts`, mode, logLevel: "warn" });
  }
}

/** Builds the page alone, for the browser host, which runs the core from its sources. */
export async function buildPage(): Promise<void> {
  await build({ configFile: `${ROOT}vite.config.ts`, mode: "production", logLevel: "warn" });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildApp(process.argv.includes("--package") ? "package" : "production");
}
