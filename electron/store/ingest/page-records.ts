import { AppFailure } from "../../../shared/domain/errors.ts";
import { joinPieces, type BytePieces } from "../../base/byte-pieces.ts";

/**
 * The records of a page as they travelled: the JSON text of an array, in UTF-8. They are parsed where they are stored,
 * in the writer's thread, so that the main process neither holds them as objects nor copies these to the thread.
 */
export type RecordsText = BytePieces;

const DECODER = new TextDecoder();

/** @throws AppFailure `protocol` where the text is not JSON. */
export function parseRecords(pieces: RecordsText, requestId: string | null): readonly unknown[] {
  const text = DECODER.decode(joinPieces(pieces));
  try {
    return parseArray(text);
  } catch (cause) {
    throw new AppFailure(
      {
        kind: "protocol",
        status: 200,
        message: "A page of the service's listing is not whole JSON.",
        ...(requestId === null ? {} : { requestId }),
      },
      { cause },
    );
  }
}

/** @throws SyntaxError */
function parseArray(text: string): readonly unknown[] {
  try {
    return JSON.parse(text) as readonly unknown[];
  } catch (thrown) {
    // Who cut the text out looked at its ends only (list-ends.ts): the answer may have further members after its `data`.
    const { data } = JSON.parse(`{"data":${text}}`) as { readonly data: unknown };
    if (!Array.isArray(data)) throw thrown;
    return data as readonly unknown[];
  }
}
