import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { sentenceKeySchema } from "../../../../shared/base/error-schema.ts";
import { replacePrivateFile } from "../../../base/files.ts";

const memorySchema = z.strictObject({
  /**
   * The highest version in a verified manifest, by channel. If a later manifest has an older version, it is a replay.
   */
  highest: z.partialRecord(z.enum(["latest", "beta"]), z.string()).default({}),
  lastCheck: z.iso.datetime().nullable().default(null),
  /** The manifest and the folder of the downloaded update. The next start verifies them again. */
  downloaded: z
    .strictObject({ name: z.string(), text: z.string(), signature: z.string(), folder: z.string() })
    .nullable()
    .default(null),
  /** The reason why the last installation failed. It is stored because no window was open to show it. */
  failure: z.string().nullable().default(null),
  /** The key and the arguments of `failure`. They are stored because the next start may have another language. */
  failureText: sentenceKeySchema.optional(),
});

/** The data about updates that are kept between starts. */
export type UpdateMemory = z.infer<typeof memorySchema>;

/** The file with the data about updates, which only the user may read. */
export class UpdateMemoryFile {
  readonly #file: string;

  /** @param folder the folder with all files of Stockdeck. */
  constructor(folder: string) {
    this.#file = path.join(folder, "updates.json");
  }

  /** The saved memory; empty if the file is missing or damaged. */
  read(): UpdateMemory {
    try {
      return memorySchema.parse(JSON.parse(fs.readFileSync(this.#file, "utf8")));
    } catch {
      return memorySchema.parse({});
    }
  }

  /** Replaces the whole file. @throws Error if writing fails. */
  write(memory: UpdateMemory): void {
    replacePrivateFile(this.#file, JSON.stringify(memory));
  }
}
