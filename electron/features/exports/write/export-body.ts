import type { ExportDescription, ChangesDescription } from "./describe-export.ts";

/** What is watched while a file is written, and what stops it. */
export interface ExportWatch {
  readonly signal: AbortSignal;
  /** How many rows or changes are made, of how many. */
  readonly onRows?: (done: number, total: number) => void;
}

/** What goes into a file, of one moment. */
export interface ExportBody {
  readonly description: ExportDescription | ChangesDescription;
  /** How many rows or changes there are: what the progress counts. */
  readonly total: number;
  /** The file's bytes. @throws AppFailure `cancelled` once the signal is aborted. */
  chunks(watch: ExportWatch): AsyncGenerator<Uint8Array>;
  close(): void;
}

/** Ms between two looks at whether the export was cancelled, if nothing else waits. */
const TURN = 20;

/** What lets a cancel in now and then, if lines are made without a pause. */
export function makeTurns(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last <= TURN) return;
    await new Promise((resolve) => setImmediate(resolve));
    last = performance.now();
  };
}
