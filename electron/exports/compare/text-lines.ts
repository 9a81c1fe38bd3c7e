import type { FileHandle } from "node:fs/promises";
import { invalidInput } from "../../../shared/domain/errors.ts";
import { MAX_LINE } from "./limits.ts";

const CHUNK = 1 << 18;

/** The bytes of a file from its beginning, piece by piece; each piece is gone with the next. */
export async function* fileChunks(handle: FileHandle): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(CHUNK);
  for (let at = 0; ;) {
    const { bytesRead } = await handle.read(buffer, 0, CHUNK, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Bytes as text, without the mark that may stand before it. @throws AppFailure where they are not UTF-8. */
export async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw invalidInput("This file is not text in UTF-8, so it cannot be read.");
    }
  };
  for await (const bytes of chunks) {
    const text = decode(bytes);
    if (text !== "") yield text;
  }
  const rest = decode();
  if (rest !== "") yield rest;
}

/** A line, and whether it had its line end. */
export interface Line {
  readonly text: string;
  readonly ended: boolean;
}

/** The lines of a text, without line ends. @throws AppFailure where one is too long to be a row. */
export async function* textLines(texts: AsyncIterable<string>): AsyncGenerator<Line> {
  let rest = "";
  for await (const text of texts) {
    const whole = rest + text;
    let at = 0;
    for (let end = whole.indexOf("\n", rest.length); end >= 0; end = whole.indexOf("\n", at)) {
      yield { text: whole.slice(at, end), ended: true };
      at = end + 1;
    }
    rest = whole.slice(at);
    if (rest.length > MAX_LINE)
      throw invalidInput("A line of this file is too long to be a row of an export.");
  }
  if (rest !== "") yield { text: rest, ended: false };
}
