import { COUNT_ERRORS } from "./messages.ts";
import {
  AppFailure,
  invalidInput,
  isLasting,
  toAppError,
  type AppError,
} from "../../../shared/base/errors.ts";
import { MAX_ASKED } from "../../../shared/features/counts/count-calls.ts";
import { missingRow, type Finding } from "../../../shared/features/counts/reconcile.ts";
import type { SyncEngine } from "../../sync/sync-engine.ts";
import type { CountService } from "./count-service.ts";

interface VerifyOptions {
  readonly counts: CountService;
  /** Returns the engine of the connection. It is called only if items are missing. @throws AppFailure `no_key`. */
  readonly engine: () => Pick<SyncEngine, "refreshRecord" | "syncNow" | "status">;
  readonly serviceNow: () => number;
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Asks the service for the missing items of a closed count, and compares them again. An item is explained if the
 * service no longer returns it, or if it changed during the count.
 * @throws AppFailure if the service did not answer for all missing items. In this case the result stays unverified.
 */
export async function verifyCount(
  { counts, engine, serviceNow, onProgress }: VerifyOptions,
  connectionId: string,
  countId: string,
): Promise<void> {
  const { count, findings } = await counts.records.result(connectionId, countId);
  const missing = findings.flatMap(({ kind, item }) => (kind === "missing" && item ? [item.id] : []));
  if (missing.length > 0) requireService(engine());
  if (missing.length > MAX_ASKED) await runFullCheck(engine());
  else if (missing.length > 0) await askForEach(engine(), missing, onProgress);
  const states = await counts.copy.states(connectionId, missing, count, count.closedAt);
  const verified = findings.map((finding): Finding => {
    const { kind, item } = finding;
    return kind === "missing" && item ? missingRow(item, states.get(item.id)) : finding;
  });
  await counts.saveVerified(connectionId, countId, verified, new Date(serviceNow()).toISOString(), count);
}

/**
 * Refuses a collector without its service. Its answers from its own copy prove nothing while it cannot reach the
 * service.
 */
function requireService({ status: { collector } }: Pick<SyncEngine, "status">): void {
  if (collector?.error != null) throw invalidInput(COUNT_ERRORS.noService);
}

/** Requests items one by one. A 404 counts as an answer too. */
async function askForEach(
  engine: Pick<SyncEngine, "refreshRecord">,
  ids: readonly string[],
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  let failure: AppError | null = null;
  for (const [at, id] of ids.entries()) {
    onProgress(at, ids.length);
    try {
      await engine.refreshRecord("items", id);
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.kind === "not_found") continue;
      if (isLasting(error)) throw thrown;
      failure ??= error;
    }
  }
  if (failure) throw new AppFailure(failure);
}

async function runFullCheck(engine: Pick<SyncEngine, "syncNow" | "status">): Promise<void> {
  // If the copy follows a collector, the time of the last full check comes from the collector, and no local pass
  // changes this time.
  const { lastPassAt: before } = engine.status;
  await engine.syncNow("full", true);
  const { error, question, lastPassAt, unverified } = engine.status;
  if (error) throw new AppFailure(error);
  if (question) throw invalidInput(COUNT_ERRORS.question);
  if (lastPassAt === before) throw invalidInput(COUNT_ERRORS.checkCancelled);
  if (unverified > 0) throw invalidInput(COUNT_ERRORS.checkIncomplete);
}
