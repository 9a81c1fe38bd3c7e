import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { sentenceKeySchema } from "../../../../shared/base/error-schema.ts";
import { replacePrivateFile } from "../../../base/files.ts";

const memorySchema = z.strictObject({
  /** The highest version in a verified manifest, by channel. A later manifest with an older version is a replay. */
  highest: z.partialRecord(z.enum(["latest", "beta"]), z.string()).default({}),
  lastCheck: z.iso.datetime().nullable().default(null),
  /** The downloaded update's manifest and folder, which the next start verifies again. */
  downloaded: z
    .strictObject({ name: z.string(), text: z.string(), signature: z.string(), folder: z.string() })
    .nullable()
    .default(null),
  /** The reason why the last installation failed, when no window was open to show it. */
  failure: z.string().nullable().default(null),
  /** The key and the arguments of `failure`, because the next start may have another language. */
  failureText: sentenceKeySchema.optional(),
});

/** The data about updates that are kept between starts. */
export type UpdateMemory = z.infer<typeof memorySchema>;

/** The file with the data about updates, which only the user may read. */
export class UpdateMemoryFile {
  readonly #file: string;

  /** @param folder the folder with everything that Stockdeck keeps. */
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

  /** Replaces the file as a whole. @throws Error if the disk refuses. */
  write(memory: UpdateMemory): void {
    replacePrivateFile(this.#file, JSON.stringify(memory));
  }
}
