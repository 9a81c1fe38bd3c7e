import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { UPDATE_FAULTS } from "./messages.ts";
import { refused } from "./update-manifest.ts";
import { nextTurn } from "../../../base/clock.ts";

/**
 * Replaces the running AppImage with a downloaded one. The running app uses the old file until it ends. If a step
 * fails, the old or the new AppImage is in place. electron-updater itself would remove the old AppImage first.
 * @throws AppFailure `update_refused` if the file is not the signed file; Error if writing fails.
 */
export async function replaceAppImage(downloaded: string, appImage: string, sha512: string): Promise<void> {
  const part = `${appImage}.part`;
  try {
    // The file is copied into the same folder first, so that the last step is a single rename.
    await fs.promises.copyFile(downloaded, part);
    await requireHash(part, sha512);
    await fs.promises.chmod(part, 0o755);
    // Without this sync, a power failure after the rename could leave a file without its bytes.
    await sync(part);
    await fs.promises.rename(part, appImage);
  } catch (thrown) {
    await fs.promises.rm(part, { force: true });
    throw thrown;
  }
  // Some file systems cannot sync a folder. This is ignored, because the new AppImage is already in place.
  await sync(path.dirname(appImage)).catch(() => {});
  await fs.promises.rm(downloaded, { force: true });
}

async function sync(fileOrFolder: string): Promise<void> {
  const handle = await fs.promises.open(fileOrFolder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Hashes a file again, because hours may have passed since the download.
 * @throws AppFailure `update_refused` if the file has changed.
 */
export async function requireHash(file: string, sha512: string): Promise<void> {
  const hash = createHash("sha512");
  await pipeline(fs.createReadStream(file), hash);
  if (hash.digest("base64") !== sha512) throw refused(UPDATE_FAULTS.changed);
}

/** The part of electron-updater's `NsisUpdater` that starts an installer. */
export interface InstallerStarter {
  install(isSilent: boolean, isForceRunAfter: boolean): boolean;
  on(event: "error", listener: (error: Error) => void): unknown;
  off(event: "error", listener: (error: Error) => void): unknown;
}

/**
 * Starts the installer on Windows. The installer continues after the app has ended.
 * @throws Error if it does not start. In this case electron-updater returns false, or emits `error` afterwards.
 */
export async function startInstaller(updater: InstallerStarter, restart: boolean): Promise<void> {
  const failures: Error[] = [];
  const note = (error: Error): void => void failures.push(error);
  updater.on("error", note);
  const isStarted = updater.install(true, restart);
  // If a program cannot start, this is reported in the next tick; if it asks for more rights, one tick later.
  await nextTurn();
  updater.off("error", note);
  if (failures[0]) throw failures[0];
  if (!isStarted) throw new Error("the installer was not started");
}
