import { SYNC_ERRORS } from "./messages.ts";
import { AppFailure, isLasting, type AppError, said } from "../../shared/base/errors.ts";
import { isForeignNotFound } from "../client/read-answer.ts";
import type { MissingRow } from "../store/ingest/missing-rows.ts";
import { verifiedFetch } from "./fetch-sequence.ts";
import type { PassOptions } from "./pass-options.ts";

/**
 * Single rows that a pass may request after the user accepted its removals. The usual limit is `VERIFY_BUDGET`, but
 * here the user is waiting.
 */
export const ACCEPTED_BUDGET = 2_000;
/** Rows that are read at once from the store. If the pass is cancelled, few rows were read in vain. */
const BATCH = 50;
/**
 * Consecutive 404s without the service's error body that end the verification. A proxy then seems to answer for all
 * rows.
 */
const FOREIGN_IN_A_ROW = 20;
/** After this many other failures in a row, the service itself seems to fail. */
const FAILURES_IN_A_ROW = 5;

interface VerifyOptions extends Pick<
  PassOptions,
  "client" | "writer" | "clock" | "serviceClock" | "sequence" | "signal" | "onVerified"
> {
  /** The number of requests that may be sent. */
  readonly budget: number;
}

/** The result of one pass's verification. */
export interface Verified {
  /** The number of requests sent. */
  readonly asked: number;
  readonly hidden: number;
  /** The refusal by another server that ended the verification early; null if there was none. */
  readonly halted: AppError | null;
}

/**
 * Requests the rows that a full check did not return, one by one (design 4.8). An arriving record is stored,
 * and a 404 of the service hides the row as "no longer returned since". A row that cannot be requested is
 * postponed with growing pauses.
 * @throws AppFailure for a failure that would repeat for every row; settled rows stay settled.
 */
export async function verifyMissing(options: VerifyOptions): Promise<Verified> {
  const { writer, clock, budget } = options;
  let asked = 0;
  let hidden = 0;
  let foreign = 0;
  let failures = 0;
  while (asked < budget) {
    const rows = await writer.nextMissing(Math.min(BATCH, budget - asked), clock.now());
    if (rows.length === 0) break;
    for (const row of rows) {
      asked += 1;
      const outcome = await verifyRow(options, row);
      if (outcome === "hidden") hidden += 1;
      const error = typeof outcome === "string" ? null : outcome;
      const isForeign = error !== null && isForeignNotFound(error);
      foreign = isForeign ? foreign + 1 : 0;
      failures = error !== null && !isForeign && error.kind !== "not_addressable" ? failures + 1 : 0;
      if (error === null) continue;
      await writer.setMissingAside(row.resource, row.id, clock.now());
      if (foreign >= FOREIGN_IN_A_ROW) return { asked, hidden, halted: error };
      if (failures >= FAILURES_IN_A_ROW) throw new AppFailure(error);
    }
  }
  return { asked, hidden, halted: null };
}

/**
 * @returns the result for the row, or the reason why it cannot be requested.
 * @throws AppFailure that would repeat for every row.
 */
async function verifyRow(
  options: VerifyOptions,
  { resource, id }: MissingRow,
): Promise<"stored" | "hidden" | AppError> {
  const { client, writer, signal, onVerified } = options;
  const fetchedNow = verifiedFetch(options);
  try {
    const { record, serverTime } = await client.getRecord(resource, id, { priority: "background", signal });
    if (record["id"] !== id) return { kind: "protocol", ...said(SYNC_ERRORS.otherRecord) };
    const stored = await writer.storeRecord(resource, record, fetchedNow(serverTime));
    onVerified?.(resource, stored);
    if (stored.malformed !== null) return { kind: "protocol", message: stored.malformed };
    return "stored";
  } catch (thrown) {
    if (!(thrown instanceof AppFailure)) throw thrown;
    const { error } = thrown;
    if (error.kind === "not_found") {
      const commit = await writer.hideRecord(resource, id, fetchedNow(null));
      onVerified?.(resource, commit);
      return commit.changed ? "hidden" : "stored";
    }
    if (error.kind === "cancelled" || error.kind === "internal") throw thrown;
    // Pages have just arrived, so a timeout may concern only this row.
    if (isLasting(error) && error.reason !== "timeout" && error.reason !== "reset") throw thrown;
    return error;
  }
}
