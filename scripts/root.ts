import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The repository's folder, with a separator at its end. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Builds in its own process, because a bundler does not free its memory. @throws Error if the build fails. */
export function buildApp(what: "all" | "page" | "package"): void {
  const { status } = spawnSync(process.execPath, [`${ROOT}scripts/build-app.ts`, what], {
    cwd: ROOT,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("The build failed.");
}
