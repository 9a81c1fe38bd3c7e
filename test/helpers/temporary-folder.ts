import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** A folder of the running test, removed after it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-test-"));
  onTestFinished(async () => {
    await fs.chmod(folder, 0o700);
    await fs.rm(folder, { recursive: true, force: true });
  });
  return folder;
}
