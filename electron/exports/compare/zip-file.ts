import type { FileHandle } from "node:fs/promises";
import yauzl from "yauzl";
import { AppFailure, invalidInput } from "../../../shared/domain/errors.ts";
import { BOMB_BYTES, BOMB_FACTOR, MAX_PART_BYTES, MAX_UNPACKED_BYTES } from "./limits.ts";

const MAX_ENTRIES = 1_000;
const NOT_WHOLE = "This workbook is damaged or not whole.";

/**
 * A ZIP archive of unknown origin, read where it lies.
 * @security sizes that it claims are not believed: what comes out is counted, and refused where it is too much.
 */
export class ZipFile {
  readonly #archive: yauzl.ZipFile;
  readonly #entries: ReadonlyMap<string, yauzl.Entry>;
  /** Bytes of the archive itself. */
  readonly #size: number;
  #unpacked = 0;

  private constructor(archive: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>, size: number) {
    this.#archive = archive;
    this.#entries = entries;
    this.#size = size;
  }

  /** @throws AppFailure where it is damaged, encrypted or has too many parts. */
  static async open(handle: FileHandle): Promise<ZipFile> {
    try {
      const archive = await yauzl.fromFdPromise(handle.fd, { lazyEntries: true });
      if (archive.entryCount > MAX_ENTRIES) throw invalidInput("This workbook has too many parts.");
      const entries = new Map<string, yauzl.Entry>();
      for await (const entry of archive.eachEntry()) {
        if (!entry.canDecodeFileData())
          throw invalidInput("This workbook is encrypted, or packed in a way that Stockdeck does not read.");
        entries.set(entry.fileName, entry);
      }
      return new ZipFile(archive, entries, (await handle.stat()).size);
    } catch (thrown) {
      throw refusalOf(thrown);
    }
  }

  has(path: string): boolean {
    return this.#entries.has(path);
  }

  /** A small part, whole. @throws AppFailure where it is not there, or too large. */
  async text(path: string): Promise<string> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of this.chunks(path)) {
      size += chunk.length;
      if (size > MAX_PART_BYTES) throw invalidInput("A part of this workbook is too large.");
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString("utf8");
  }

  /** A part, unpacked piece by piece. @throws AppFailure where it is not there, damaged, or unpacks to too much. */
  async *chunks(path: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(path);
    if (!entry) throw invalidInput(NOT_WHOLE);
    // What it claims to be is refused at once; what it is beyond its claim, while it is unpacked.
    if (isBomb(entry.uncompressedSize, entry.compressedSize)) throw unpacksTooFar();
    let size = 0;
    try {
      for await (const chunk of await this.#archive.openReadStreamPromise(entry)) {
        const bytes = chunk as Uint8Array;
        size += bytes.length;
        this.#unpacked += bytes.length;
        if (isBomb(size, entry.compressedSize) || isBomb(this.#unpacked, this.#size)) throw unpacksTooFar();
        if (this.#unpacked > MAX_UNPACKED_BYTES)
          throw invalidInput("This workbook unpacks to more than 4 GB, the most that is compared.");
        yield bytes;
      }
    } catch (thrown) {
      throw refusalOf(thrown);
    }
  }
}

/** Parts may share their packed bytes, so that the whole archive is measured, too. */
function isBomb(unpacked: number, packed: number): boolean {
  return unpacked > BOMB_BYTES && unpacked > packed * BOMB_FACTOR;
}

function unpacksTooFar(): Error {
  const grown = `${BOMB_FACTOR} times its size`;
  return invalidInput(
    `This workbook unpacks to far more than an export holds (more than ${grown}), so it is refused.`,
  );
}

/** What a damaged archive throws, as a refusal; a disk that cannot be read stays what it is. */
function refusalOf(thrown: unknown): unknown {
  const isDisk = thrown instanceof Error && "syscall" in thrown;
  return thrown instanceof AppFailure || isDisk ? thrown : invalidInput(NOT_WHOLE);
}
