import { on } from "node:events";
import { AppFailure, invalidInput } from "../../../shared/domain/errors.ts";
import { startThread, threadLocation } from "../../base/thread.ts";
import { compareCancelled } from "./cancelled.ts";
import type { FileFacts, ParseMessage, ParseWorkerStart } from "./parse-worker.ts";

/** Megabytes of the heap of a thread that reads files: the texts that a workbook shares are all that it keeps. */
export const PARSE_LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 };

const parseLocation = (): URL => threadLocation(import.meta.url, "parse-worker");

/** The failure of a file that needs more memory than that. */
export function tooMuchMemory(): Error {
  return invalidInput("This file needs more memory than Stockdeck gives to one, so it is refused.");
}

/**
 * The rows of a file as they are stored, in groups, and at last what else is in it. They are read in a thread of their own.
 * @security that thread is ended where the reading is cancelled, whatever it does; it has no database open, for a thread
 * that is ended within one takes the process with it.
 * @throws AppFailure `invalid_input` with the reason where the file cannot be read; `cancelled` once the signal is aborted.
 */
export async function* parsedRows(
  path: string,
  signal: AbortSignal,
): AsyncGenerator<readonly string[], FileFacts> {
  if (signal.aborted) throw compareCancelled();
  const start: ParseWorkerStart = { path };
  const worker = startThread(parseLocation(), start, PARSE_LIMITS);
  try {
    const messages = on(worker, "message", { signal, close: ["exit"] }) as AsyncIterable<[ParseMessage]>;
    for await (const [message] of messages) {
      if ("read" in message) return message.read;
      if ("error" in message) throw new AppFailure(message.error, { cause: new Error(message.stack) });
      yield message.rows;
      worker.postMessage("taken");
    }
    throw new Error("the thread that reads a file ended too early");
  } catch (thrown) {
    if (signal.aborted) throw compareCancelled();
    throw (thrown as { code?: string }).code === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuchMemory() : thrown;
  } finally {
    await worker.terminate();
  }
}
