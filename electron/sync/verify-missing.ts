import { AppFailure } from "../../shared/domain/errors.ts";
import type { PassOptions } from "./pass-options.ts";

/**
 * What a pass may spend on single rows (`VERIFY_BUDGET`) where the user has just said that the removals are meant, and
 * waits to see them gone.
 */
export const ACCEPTED_BUDGET = 2_000;
/** Rows asked of the store at a time, so that a cancelled pass has not asked for more than it used. */
const BATCH = 50;

interface VerifyOptions extends Pick<
  PassOptions,
  "client" | "writer" | "clock" | "serviceClock" | "sequence" | "signal" | "onVerified"
> {
  /** Requests that may be sent. */
  readonly budget: number;
}

/**
 * Asks one by one for the rows that a full check did not see (design 4.8): what comes is stored, a 404 hides the row
 * as "no longer returned since".
 * @returns how many requests were sent, and how many rows were hidden.
 * @throws AppFailure for any other failure; what was settled stays settled.
 */
export async function verifyMissing(
  options: VerifyOptions,
): Promise<{ readonly asked: number; readonly hidden: number }> {
  const { client, writer, clock, serviceClock, sequence, budget, signal } = options;
  let asked = 0;
  let hidden = 0;
  while (asked < budget) {
    const rows = await writer.nextMissing(Math.min(BATCH, budget - asked));
    if (rows.length === 0) break;
    for (const { resource, id } of rows) {
      const number = sequence.take();
      const fetchedNow = (serverTime: number | null) => ({
        sequence: number,
        at: clock.now(),
        servedBy: serviceClock.observe(serverTime),
        verified: true,
      });
      asked += 1;
      try {
        const { record, serverTime } = await client.getRecord(resource, id, {
          priority: "background",
          signal,
        });
        const fetched = fetchedNow(serverTime);
        // An answer about another record, or one that cannot be stored, says nothing of this row.
        if (record["id"] !== id) await writer.settleMissing(resource, id);
        else {
          const stored = await writer.storeRecord(resource, record, fetched);
          if (stored.malformed !== null) await writer.settleMissing(resource, id);
          options.onVerified?.(resource, stored);
        }
      } catch (thrown) {
        if (!(thrown instanceof AppFailure) || thrown.error.kind !== "not_found") throw thrown;
        const commit = await writer.hideRecord(resource, id, fetchedNow(null));
        if (commit.changed) hidden += 1;
        options.onVerified?.(resource, commit);
      }
    }
  }
  return { asked, hidden };
}
