import { toAppError } from "../../shared/base/errors.ts";
import type { Retention } from "../store/ingest/change-log.ts";
import { runPass, type PassTally } from "./pass.ts";
import type { PassOptions } from "./pass-options.ts";

/** The counts of a pass and its number of requests. */
export interface PassSummary extends PassTally {
  readonly requests: number;
}

/**
 * Runs a pass, logs it in its copy, whole or failed, and prunes old changes.
 * @param onTally called with the outcome, also before the pass fails.
 * @throws AppFailure, as the pass does.
 */
export async function runLoggedPass(
  options: PassOptions,
  retention: Retention,
  onTally: (tally: PassTally) => void = () => {},
): Promise<PassSummary> {
  const { client, clock, writer } = options;
  const startedAt = clock.now();
  const sentBefore = client.traffic.requests;
  const requests = (): number => client.traffic.requests - sentBefore;
  let done: PassTally | null = null;
  // A pass whose verification fails has written its rows all the same.
  const isWritten = (): boolean => done?.isWritten ?? false;
  const log = async (thrown: unknown): Promise<void> => {
    if (!done) return;
    const error = thrown === null ? null : toAppError(thrown);
    const sum = (name: "seen" | "written" | "quarantined" | "changes"): number =>
      Object.values(done?.tallies ?? {}).reduce((total, tally) => total + tally[name], 0);
    const entry = {
      number: done.number,
      mode: done.mode,
      startedAt,
      endedAt: clock.now(),
      error: error?.kind ?? null,
      message: error?.message ?? null,
      requestId: error?.requestId ?? null,
      requests: requests(),
      restarts: done.restarts,
      seen: sum("seen"),
      written: sum("written"),
      quarantined: sum("quarantined"),
      changes: sum("changes"),
      mark: done.mark,
    };
    await writer.logPass(entry, done.isWritten, clock.now());
  };
  try {
    const tally = await runPass(options, (now) => {
      done = now;
      onTally(now);
    });
    await log(null);
    return { ...tally, requests: requests() };
  } catch (thrown) {
    // The pass's failure matters more than the failure to log it.
    await log(thrown).catch(() => {});
    throw thrown;
  } finally {
    // This runs along with the next work: both steps take a second or more for a large copy, and nothing waits for them.
    if (isWritten()) {
      void writer.updateStatistics().catch(() => {});
      void prune(options, retention).catch(() => {});
    }
  }
}

/** Prunes in steps, so that other writes have their turn. If a step fails, the next pass prunes the rest. */
async function prune({ writer, clock }: PassOptions, retention: Retention): Promise<void> {
  while (await writer.prune(retention, clock.now())) await new Promise(setImmediate);
}
