import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";

/** A new folder of a benchmark's own. */
export function temporaryFolder(): Promise<string> {
  return fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-bench-"));
}

export function removeFolder(folder: string): Promise<void> {
  return fs.rm(folder, { recursive: true });
}
