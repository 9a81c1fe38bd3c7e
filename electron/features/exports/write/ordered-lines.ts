import os from "node:os";
import { AppFailure } from "../../../../shared/base/errors.ts";
import { startWorker, type Remote } from "../../../store/database/worker-rpc.ts";
import { threadLocation } from "../../../base/thread.ts";
import { LINES, type LineMaker } from "./line-maker.ts";
import type { ExportPlan, ExportWorkerStart } from "./export-plan.ts";

/** Rows below which a second thread costs more time than it saves. */
const WORTH_A_THREAD = 20_000;
/** Parts that the other thread may be making, and unwritten parts in all. */
const [MAX_PENDING, MAX_WAITING] = [3, 12];

/** The failure of an export that the user stopped. */
export function cancelled(): AppFailure {
  return new AppFailure({ kind: "cancelled", message: "The export was cancelled. No file was changed." });
}

/**
 * The lines of an export in their order, in parts of 2,000 rows. Each part has its number of rows. From 20,000 rows on
 * another thread makes some of the parts.
 * @throws AppFailure `cancelled` once the signal is aborted.
 */
export async function* orderedLines(
  file: string,
  plan: ExportPlan,
  maker: LineMaker,
  signal: AbortSignal,
): AsyncGenerator<{ readonly bytes: Uint8Array; readonly rows: number }> {
  const { total } = maker.reader;
  const alone = total < WORTH_A_THREAD || os.availableParallelism() < 2;
  const helper = alone ? null : await help(file, plan, maker);
  const shared = new SharedParts(Math.ceil(total / LINES), maker, helper);
  try {
    for (let from = 0; from < total; from += LINES) {
      const bytes = await shared.take(from / LINES, signal);
      yield { bytes, rows: Math.min(LINES, total - from) };
    }
  } finally {
    await helper?.close();
  }
}

/** The parts of an export, made by either thread and taken in order. */
class SharedParts {
  readonly #count: number;
  readonly #maker: LineMaker;
  readonly #helper: Remote<LineMaker> | null;
  /** Finished and requested parts. */
  readonly #parts = new Map<number, Uint8Array | Promise<Uint8Array>>();
  #next = 0;
  #pending = 0;

  constructor(count: number, maker: LineMaker, helper: Remote<LineMaker> | null) {
    this.#count = count;
    this.#maker = maker;
    this.#helper = helper;
  }

  /** The next part in order. @throws AppFailure `cancelled` once the signal is aborted. */
  async take(part: number, signal: AbortSignal): Promise<Uint8Array> {
    for (;;) {
      if (signal.aborted) throw cancelled();
      const bytes = this.#parts.get(part);
      if (bytes instanceof Uint8Array) {
        this.#parts.delete(part);
        return bytes;
      }
      this.#request();
      if (this.#next < this.#count && this.#parts.size < MAX_WAITING) {
        this.#parts.set(this.#next, this.#maker.make(this.#next));
        this.#next += 1;
        // Lets the other thread's answers, a cancel and the file in.
        await new Promise((resolve) => setImmediate(resolve));
      } else {
        await this.#parts.get(part);
      }
    }
  }

  /** Keeps the other thread busy. */
  #request(): void {
    while (this.#helper !== null && this.#pending < MAX_PENDING && this.#next < this.#count) {
      const part = this.#next;
      this.#next += 1;
      this.#pending += 1;
      const answer = this.#helper.make(part).then((bytes) => {
        this.#pending -= 1;
        this.#parts.set(part, bytes);
        return bytes;
      });
      // Awaited when its turn comes; until then it may fail unseen.
      answer.catch(() => {});
      this.#parts.set(part, answer);
    }
  }
}

/** Another thread with the same rows; null if a pass has changed them meanwhile, or the thread cannot start. */
async function help(file: string, plan: ExportPlan, maker: LineMaker): Promise<Remote<LineMaker> | null> {
  const start: ExportWorkerStart = { role: "lines", file, plan };
  const helper = startWorker<LineMaker>(threadLocation(import.meta.url, "export-worker"), start);
  try {
    if ((await helper.revision()) === maker.revision()) return helper;
  } catch {
    // One thread is slower, and all that is needed.
  }
  await helper.close().catch(() => {});
  return null;
}
