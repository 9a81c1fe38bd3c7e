import { createHash } from "node:crypto";
import fs from "node:fs";
import { pipeline } from "node:stream/promises";
import { refused } from "./update-manifest.ts";

/**
 * Puts a downloaded AppImage in the place of the one that runs, which the system keeps until the app has ended. Whatever
 * fails, one of the two is there: electron-updater itself would first remove the old one.
 * @throws AppFailure `update_refused` where the file is not the one that was signed; Error where the disk refuses.
 */
export async function replaceAppImage(downloaded: string, appImage: string, sha512: string): Promise<void> {
  const part = `${appImage}.part`;
  try {
    // To the same folder, so that the last step is one rename.
    await fs.promises.copyFile(downloaded, part);
    await requireHash(part, sha512);
    await fs.promises.chmod(part, 0o755);
    await fs.promises.rename(part, appImage);
  } catch (thrown) {
    await fs.promises.rm(part, { force: true });
    throw thrown;
  }
  await fs.promises.rm(downloaded, { force: true });
}

/**
 * Hashes a file again: hours may have passed since it was downloaded.
 * @throws AppFailure `update_refused` where it is another one.
 */
export async function requireHash(file: string, sha512: string): Promise<void> {
  const hash = createHash("sha512");
  await pipeline(fs.createReadStream(file), hash);
  if (hash.digest("base64") !== sha512) throw refused(CHANGED);
}

const CHANGED = "The update was not installed, because its file was changed after it had been downloaded.";
