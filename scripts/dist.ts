import { spawnSync } from "node:child_process";
import { readUpdateSource } from "../electron/hosts/desktop/updates/update-source.ts";
import { commandExists, DIST_PACKAGES, ensureDebianPackages } from "./debian.ts";
import { buildApp, ROOT } from "./root.ts";

/** `npm run dist [-- options of electron-builder]`: the installers in release/; with --dir the app alone. */
buildApp("package");
const override = process.env["ELECTRON_OVERRIDE_DIST_PATH"];
const updates = readUpdateSource(process.env);
const args = [
  "--publish=never",
  // Makes electron-builder write the manifests (latest*.yml). The app itself uses the address in its own build.
  ...(updates ? ["--config.publish.provider=generic", `--config.publish.url=${updates.page}`] : []),
  // A runtime belongs to one architecture, so a release never takes it from this variable.
  ...(override ? [`--config.electronDist=${override}`] : []),
  ...process.argv.slice(2),
];
const { status } = spawnSync("electron-builder", args, {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...localTools(), ...process.env },
});
process.exitCode = status ?? 1;

/** The system's own tools, which electron-builder then need not download. */
function localTools(): Record<string, string> {
  if (process.platform !== "linux") return {};
  const problem = ensureDebianPackages(DIST_PACKAGES);
  if (problem !== null) console.warn(`${problem}, or electron-builder downloads its own.`);
  return {
    ...(commandExists("dpkg-deb") && { CUSTOM_FPM_PATH: `${ROOT}scripts/fpm.ts` }),
    ...(commandExists("7zz") && { ELECTRON_BUILDER_7ZIP_PATH: "/usr/bin/7zz" }),
    // The highest level takes minutes longer for a tar.gz that is 1 % smaller.
    ELECTRON_BUILDER_COMPRESSION_LEVEL: "6",
  };
}
