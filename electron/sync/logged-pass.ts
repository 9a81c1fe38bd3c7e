import { toAppError } from "../../shared/domain/errors.ts";
import type { Retention } from "../store/ingest/change-log.ts";
import { runPass, type PassTally } from "./pass.ts";
import type { PassOptions } from "./pass-options.ts";

/** What a pass did, and what it cost. */
export interface PassSummary extends PassTally {
  readonly requests: number;
}

/**
 * Runs a pass and keeps how it went, whole or failed, with the copy that it is of; lets old changes go.
 * @throws AppFailure, as the pass does.
 */
export async function runLoggedPass(options: PassOptions, retention: Retention): Promise<PassSummary> {
  const { client, clock, writer } = options;
  const startedAt = clock.now();
  const sentBefore = client.traffic.requests;
  const requests = (): number => client.traffic.requests - sentBefore;
  let done: PassTally | null = null;
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
    await writer.logPass(entry, retention, clock.now());
  };
  try {
    const tally = await runPass(options, (now) => {
      done = now;
    });
    await log(null);
    // Beside whatever comes next: it takes a second after the first pull of a million, and only guides the planner.
    void writer.updateStatistics().catch(() => {});
    return { ...tally, requests: requests() };
  } catch (thrown) {
    // What made the pass fail matters more than that it could not be noted.
    await log(thrown).catch(() => {});
    throw thrown;
  }
}
