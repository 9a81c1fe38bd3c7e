import { Readable } from "node:stream";
import yazl from "yazl";
import { invalidInput } from "../../../../shared/base/errors.ts";

/** One part of an archive; its text may be made while it is written. */
export interface ZipPart {
  readonly path: string;
  readonly text: AsyncIterable<string> | Iterable<string>;
}

/** More needs ZIP64, which not every reader of spreadsheets knows. */
const MAX_BYTES = 0xffff_ffff;
/** The earliest date of a ZIP: the same rows give the same bytes. */
const UNDATED = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/**
 * A ZIP archive, chunk by chunk, in bounded memory.
 * @throws AppFailure of kind `invalid_input` if a part or the whole passes 4 GiB.
 */
export async function* zipStream(parts: Iterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  const fail = (thrown: Error): unknown => output.destroy(thrown);
  zip.on("error", fail);
  for (const { path, text } of parts)
    zip.addReadStreamLazy(path, UNDATED, (open) =>
      open(null, Readable.from(bounded(text), { objectMode: false }).once("error", fail)),
    );
  zip.end();
  yield* bounded(output);
}

/** The same pieces as bytes, as long as they fit. */
async function* bounded(
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string>,
): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece);
    size += bytes.length;
    if (size > MAX_BYTES) throw tooLarge();
    yield bytes;
  }
}

function tooLarge(): Error {
  const message =
    "This is more than an XLSX file can hold (4 GiB). Export fewer rows or columns, or take CSV.";
  return invalidInput(message);
}
