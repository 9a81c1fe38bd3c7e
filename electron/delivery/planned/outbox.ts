import fs from "node:fs/promises";
import path from "node:path";
import { makePrivateFolder, PRIVATE_FILE } from "../../base/files.ts";
import type { NewMail } from "../mail/mail-job.ts";

/** The files of messages on their way, in a private folder. */
export class Outbox {
  readonly #folder: string;
  readonly #isNeeded: (file: string, connectionId: string) => boolean;

  /** @param isNeeded whether a file of a connection's message must still be sent. */
  constructor(folder: string, isNeeded: (file: string, connectionId: string) => boolean) {
    this.#folder = folder;
    this.#isNeeded = isNeeded;
  }

  /**
   * Writes the file of a message. @param name the file name that recipients see. @throws the error of the file
   * system.
   */
  async write(
    connectionId: string,
    id: string,
    name: string,
    content: Uint8Array,
  ): Promise<NonNullable<NewMail["file"]>> {
    makePrivateFolder(this.#folder);
    const file = path.join(this.#folder, `${connectionId}.${id}`);
    await fs.writeFile(file, content, { mode: PRIVATE_FILE, flush: true });
    const { size, mtimeMs } = await fs.stat(file);
    return { path: file, name, bytes: size, modifiedAt: mtimeMs };
  }

  /** Deletes the files that are no longer needed. If a file cannot be deleted now, the next call tries again. */
  async tidy(): Promise<void> {
    const names = await fs.readdir(this.#folder).catch(() => []);
    for (const name of names) {
      const file = path.join(this.#folder, name);
      const [connectionId = ""] = name.split(".");
      if (!this.#isNeeded(file, connectionId)) await fs.rm(file, { force: true }).catch(() => {});
    }
  }
}
