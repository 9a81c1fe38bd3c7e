import { invalidInput } from "../../../shared/domain/errors.ts";
import { MAX_STORED_BYTES, SPARE_STORED_BYTES, STORED_FACTOR } from "./limits.ts";

/** What a row costs beside its text. */
const ROW = 16;

/** Counts the bytes of the rows that a file brings to the disk. @security a small file must not fill it. */
export class StoredBytes {
  readonly #most: number;
  #stored = 0;

  /** @param fileSize bytes of the file. */
  constructor(fileSize: number) {
    this.#most = Math.max(SPARE_STORED_BYTES, fileSize * STORED_FACTOR);
  }

  /** @throws AppFailure `invalid_input` with the limit that is passed. */
  add(row: string): void {
    this.#stored += ROW + Buffer.byteLength(row);
    if (this.#stored > MAX_STORED_BYTES)
      throw invalidInput("The rows of this file take more than 4 GB, the most that is compared.");
    if (this.#stored > this.#most)
      throw invalidInput(
        `The rows of this file take more than ${STORED_FACTOR} times its size, which no export does, so it is refused.`,
      );
  }
}
