import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { storeFailure } from "../store/store-error.ts";

/** Characters gathered before they are written. */
const CHUNK = 1 << 18;

/**
 * Writes a file whole or not at all: into a temporary file beside it, synced, then renamed. Whatever fails, the
 * old file stays as it was and nothing is left behind.
 * @throws AppFailure of kind `store` where the disk refuses; whatever `lines` throws.
 */
export async function writeWholeFile(file: string, lines: Iterable<string>): Promise<void> {
  const temporary = path.join(
    path.dirname(file),
    `.${path.basename(file)}.${randomBytes(4).toString("hex")}.part`,
  );
  const handle = await fs.open(temporary, "wx").catch(asStoreFailure);
  try {
    let chunk = "";
    for (const line of lines) {
      chunk += line;
      if (chunk.length < CHUNK) continue;
      await handle.writeFile(chunk).catch(asStoreFailure);
      chunk = "";
    }
    await handle.writeFile(chunk).catch(asStoreFailure);
    await handle.sync().catch(asStoreFailure);
    await handle.close();
    await fs.rename(temporary, file).catch(asStoreFailure);
  } catch (thrown) {
    await handle.close().catch(() => {});
    await fs.rm(temporary, { force: true });
    throw thrown;
  }
}

function asStoreFailure(thrown: unknown): never {
  throw storeFailure(thrown);
}
