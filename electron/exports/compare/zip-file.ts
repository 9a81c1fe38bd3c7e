import type { FileHandle } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import zlib from "node:zlib";
import { BOMB_BYTES, BOMB_FACTOR, MAX_PART_BYTES, MAX_UNPACKED_BYTES, refusal } from "./limits.ts";

interface Entry {
  readonly method: number;
  readonly packed: number;
  readonly offset: number;
}

const [END, DIRECTORY, LOCAL] = [0x0605_4b50, 0x0201_4b50, 0x0403_4b50];
/** Where the end record can begin: it is 22 bytes, and a comment of up to 65,535. */
const TAIL = 65_557;
const MAX_ENTRIES = 1_000;
const [STORED, DEFLATED] = [0, 8];
const NOT_WHOLE = "This workbook is damaged or not whole.";

/**
 * A ZIP archive of anybody, read where it is.
 * @security sizes that it claims are not believed: what comes out is counted, and refused where it is too much.
 */
export class ZipFile {
  readonly #handle: FileHandle;
  readonly #entries: ReadonlyMap<string, Entry>;
  #unpacked = 0;

  private constructor(handle: FileHandle, entries: ReadonlyMap<string, Entry>) {
    this.#handle = handle;
    this.#entries = entries;
  }

  /** @throws AppFailure where it is damaged, encrypted or too large. */
  static async open(handle: FileHandle): Promise<ZipFile> {
    const { size } = await handle.stat();
    const tail = await bytesAt(handle, Math.max(0, size - TAIL), Math.min(size, TAIL));
    const at = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
    if (at < 0 || at + 22 > tail.length || tail.readUInt32LE(at) !== END) throw refusal(NOT_WHOLE);
    const [count, length, offset] = [
      tail.readUInt16LE(at + 10),
      tail.readUInt32LE(at + 12),
      tail.readUInt32LE(at + 16),
    ];
    if (count > MAX_ENTRIES || length > MAX_PART_BYTES) throw refusal("This workbook has too many parts.");
    return new ZipFile(handle, readDirectory(await bytesAt(handle, offset, length), count));
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
      if (size > MAX_PART_BYTES) throw refusal("A part of this workbook is too large.");
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString("utf8");
  }

  /** A part, unpacked piece by piece. @throws AppFailure where it is not there, damaged, or unpacks to too much. */
  async *chunks(path: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(path);
    if (!entry) throw refusal(NOT_WHOLE);
    const { method, packed, offset } = entry;
    const local = await bytesAt(this.#handle, offset, 30);
    if (local.readUInt32LE(0) !== LOCAL) throw refusal(NOT_WHOLE);
    const begin = offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
    const raw = this.#packed(begin, packed);
    const out = method === STORED ? raw : inflated(raw);
    let size = 0;
    try {
      for await (const chunk of out) {
        size += chunk.length;
        this.#unpacked += chunk.length;
        const isBomb = size > BOMB_BYTES && size > packed * BOMB_FACTOR;
        if (isBomb || this.#unpacked > MAX_UNPACKED_BYTES)
          throw refusal("This workbook unpacks to far more than an export holds, so it is refused.");
        yield chunk;
      }
    } catch (thrown) {
      throw (thrown as { code?: string }).code?.startsWith("Z_") === true ? refusal(NOT_WHOLE) : thrown;
    }
  }

  async *#packed(begin: number, length: number): AsyncGenerator<Buffer> {
    const step = 1 << 16;
    for (let at = 0; at < length; at += step)
      yield await bytesAt(this.#handle, begin + at, Math.min(step, length - at));
  }
}

function inflated(raw: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  // Its failure destroys the stream that is read here, which tells it there.
  return pipeline(Readable.from(raw), zlib.createInflateRaw(), () => {}) as AsyncIterable<Buffer>;
}

function readDirectory(bytes: Buffer, count: number): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  let at = 0;
  for (let left = count; left > 0; left -= 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY) throw refusal(NOT_WHOLE);
    const method = bytes.readUInt16LE(at + 10);
    const encrypted = (bytes.readUInt16LE(at + 8) & 1) === 1;
    if (encrypted || (method !== STORED && method !== DEFLATED))
      throw refusal("This workbook is encrypted, or packed in a way that Stockdeck does not read.");
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const path = bytes.toString("utf8", at + 46, at + 46 + name);
    entries.set(path, { method, packed: bytes.readUInt32LE(at + 20), offset: bytes.readUInt32LE(at + 42) });
    at += 46 + name + extra + comment;
  }
  return entries;
}

/** So many bytes. @throws AppFailure where the file has not so many there. */
async function bytesAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, at);
  if (bytesRead < length) throw refusal(NOT_WHOLE);
  return buffer;
}
