import { spawnSync } from "node:child_process";
import { buildApp, ROOT } from "./root.ts";

/** `npm run dist [-- options of electron-builder]`: the packaged app in release/; --dir with an override only to look at. */
buildApp("package");
const override = process.env["ELECTRON_OVERRIDE_DIST_PATH"];
const args = [
  "--publish=never",
  ...(override ? [`--config.electronDist=${override}`] : []),
  ...process.argv.slice(2),
];
process.exitCode = spawnSync("electron-builder", args, { cwd: ROOT, stdio: "inherit" }).status ?? 1;
