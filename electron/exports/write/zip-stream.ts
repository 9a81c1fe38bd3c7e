import zlib from "node:zlib";
import { AppFailure } from "../../../shared/domain/errors.ts";

/** One part of an archive; its text may be made while it is written. */
export interface ZipPart {
  readonly path: string;
  readonly text: AsyncIterable<string> | Iterable<string>;
}

/** What the central directory says of a part. */
interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

/** Sizes and places are 32 bits wide without ZIP64, which not every reader of spreadsheets knows. */
const LIMIT = 0xffff_ffff;
/** Bit 3: sizes follow the data, since they are not known before it. Bit 11: names are UTF-8. */
const FLAGS = 0x0808;
const [VERSION, DEFLATED] = [20, 8];
/** 1 January 1980, midnight, the earliest that a ZIP can say: the same rows give the same bytes. */
const DATE = 0x0021;

/**
 * A ZIP archive, chunk by chunk (APPNOTE 6.3, 4.3), with memory for nothing but the chunk at hand.
 * @throws AppFailure of kind `invalid_input` where a part or the whole passes 4 GiB.
 */
export async function* zipStream(parts: Iterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let offset = 0;
  for (const { path, text } of parts) {
    const name = Buffer.from(path);
    const begin = localHeader(name);
    yield begin;
    let [crc, size, packed] = [0, 0, 0];
    const counted = async function* (): AsyncGenerator<Buffer> {
      for await (const piece of text) {
        const bytes = Buffer.from(piece);
        crc = zlib.crc32(bytes, crc);
        size += bytes.length;
        yield bytes;
      }
    };
    for await (const chunk of deflate(counted())) {
      packed += chunk.length;
      yield chunk;
    }
    const end = record(0x0807_4b50, [4, crc], [4, packed], [4, size]);
    yield end;
    written.push({ name, crc, packed, size, offset });
    offset += begin.length + packed + end.length;
    if (Math.max(size, offset) > LIMIT) throw tooLarge();
  }
  yield directory(written, offset);
}

async function* deflate(pieces: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  const packer = zlib.createDeflateRaw({ chunkSize: 1 << 16 });
  // Held back while the packer is full, so that what is made waits for what is written.
  const feeding = (async () => {
    for await (const piece of pieces) {
      if (!packer.write(piece)) await new Promise((resolve) => packer.once("drain", resolve));
      if (packer.destroyed) return;
    }
    packer.end();
  })();
  feeding.catch((thrown: Error) => packer.destroy(thrown));
  for await (const chunk of packer) yield chunk as Uint8Array;
  await feeding;
}

function localHeader(name: Buffer): Buffer {
  const head = record(
    0x0403_4b50,
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATED],
    [2, 0],
    [2, DATE],
    [4, 0],
    [4, 0],
    [4, 0],
    [2, name.length],
    [2, 0],
  );
  return Buffer.concat([head, name]);
}

function directory(parts: readonly Written[], offset: number): Buffer {
  const entries = parts.map(({ name, crc, packed, size, offset: at }) =>
    Buffer.concat([
      record(
        0x0201_4b50,
        [2, VERSION],
        [2, VERSION],
        [2, FLAGS],
        [2, DEFLATED],
        [2, 0],
        [2, DATE],
        [4, crc],
        [4, packed],
        [4, size],
        [2, name.length],
        [2, 0],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, at],
      ),
      name,
    ]),
  );
  const length = entries.reduce((sum, entry) => sum + entry.length, 0);
  const count = parts.length;
  const end = record(0x0605_4b50, [2, 0], [2, 0], [2, count], [2, count], [4, length], [4, offset], [2, 0]);
  return Buffer.concat([...entries, end]);
}

/** A record of numbers of so many bytes each, behind its signature. */
function record(signature: number, ...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 4));
  let at = buffer.writeUInt32LE(signature);
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}

function tooLarge(): AppFailure {
  const message =
    "This is more than an XLSX file can hold (4 GiB). Export fewer rows or columns, or take CSV.";
  return new AppFailure({ kind: "invalid_input", message });
}
