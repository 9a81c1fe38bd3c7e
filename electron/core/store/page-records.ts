import { AppFailure } from "../../../shared/errors.ts";

/**
 * The records of a page as they travelled: the JSON text of an array, in UTF-8. They are parsed where they are stored,
 * in the writer's thread, so that the main process neither holds them as objects nor copies these to the thread.
 */
export type RecordsText = Uint8Array;

const DECODER = new TextDecoder();

/** @throws AppFailure `protocol` where the text is not JSON. */
export function parseRecords(text: RecordsText, requestId: string | null): readonly unknown[] {
  try {
    return JSON.parse(DECODER.decode(text)) as readonly unknown[];
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
