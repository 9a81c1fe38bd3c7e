import { spawnSync } from "node:child_process";
import { buildApp, ROOT } from "./root.ts";

/**
 * `npm run dist [-- electron-builder's options]`: the packaged app, in release/. Where Electron's download cannot
 * be reached, `npm run dist -- --dir` with ELECTRON_OVERRIDE_DIST_PATH packs that runtime, to look at only.
 */
buildApp("package");
const override = process.env["ELECTRON_OVERRIDE_DIST_PATH"];
const args = [
  "--publish=never",
  ...(override ? [`--config.electronDist=${override}`] : []),
  ...process.argv.slice(2),
];
process.exitCode = spawnSync("electron-builder", args, { cwd: ROOT, stdio: "inherit" }).status ?? 1;
