import type { Sentence } from "../../shared/base/text/texts.ts";
import { SYNC_ERRORS } from "./messages.ts";
import type { CallOutput } from "../../shared/contract/contract.ts";
import type { StoredRecord } from "../../shared/query/query-calls.ts";
import { AppFailure, toAppError, isLasting, type AppError, said } from "../../shared/base/errors.ts";
import type { Resource } from "../../shared/inventory/resource-names.ts";
import type { ApiClient } from "../client/api-client.ts";
import type { Clock } from "../base/clock.ts";
import type { Commit } from "../store/ingest/commits.ts";
import type { SyncedStore } from "./synced-store.ts";
import { verifiedFetch, type FetchSequence, type ServiceClock } from "./fetch-sequence.ts";

export interface RefreshOptions {
  readonly client: ApiClient;
  readonly store: SyncedStore;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly sequence: FetchSequence;
  /** False if the key may belong to another company. Then its 404s prove nothing about the copy's rows. */
  readonly mayHide: boolean;
  /** The event that named the record. A request with an event is tried only once. Absent if the user is waiting. */
  readonly event?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called when the row has changed in the copy. */
  readonly onChange: (commit: Commit) => Promise<void>;
}

/** The error for a 404 while the key's company is not confirmed. */
const UNKNOWN_COMPANY = {
  kind: "other_company",
  ...said(SYNC_ERRORS.unknownRecord),
} as const;

/** A record as the service has just returned it. */
export interface Refreshed {
  readonly record: StoredRecord;
  /** True if the copy had another version. */
  readonly changed: boolean;
}

/**
 * Requests one record, stores it and returns it (`getItem` and its siblings, specification 4). A 404 hides the row as
 * "no longer returned since" (design 4.8), and is thrown.
 * @throws AppFailure; `protocol` for another or a malformed record, which leaves the copy unchanged.
 */
export async function refreshRecord(
  options: RefreshOptions,
  resource: Resource,
  id: string,
): Promise<Refreshed> {
  const { client, store, mayHide, event, signal, onChange } = options;
  const verifiedNow = verifiedFetch(options);
  const fetchedNow = (serverTime: number | null) => ({
    ...verifiedNow(serverTime),
    ...(event === undefined ? {} : { event }),
  });
  const { record, requestId, serverTime } = await client
    .getRecord(
      resource,
      id,
      event === undefined ? { priority: "user", retries: 1 } : { priority: "background", retries: 0, signal },
    )
    .catch(async (thrown: unknown) => {
      if (toAppError(thrown).kind === "not_found") {
        if (!mayHide) throw new AppFailure(UNKNOWN_COMPANY, { cause: thrown });
        const commit = await store.writer.hideRecord(resource, id, fetchedNow(null));
        if (commit.changed) await onChange(commit);
      }
      throw thrown;
    });
  const protocol = (sentence: Sentence): AppFailure =>
    new AppFailure({ kind: "protocol", ...said(sentence), ...(requestId === null ? {} : { requestId }) });
  if (typeof record["id"] === "string" && record["id"] !== id) {
    throw protocol(SYNC_ERRORS.otherRecordKept);
  }
  const commit = await store.writer.storeRecord(resource, record, fetchedNow(serverTime));
  if (commit.malformed !== null) {
    throw protocol(SYNC_ERRORS.malformed({ fault: commit.malformed }));
  }
  if (commit.changed) await onChange(commit);
  const stored = await store.reader.record(resource, id);
  if (!stored) throw protocol(SYNC_ERRORS.otherRecord);
  return { record: stored, changed: commit.changed };
}

type Outcome = CallOutput<"verifyRecords">[number];

/** The part of the engine that verifies records. */
interface RecordRefresher {
  refreshRecord(resource: Resource, id: string): Promise<Refreshed>;
}

/** Verifies records one after the other (`getItem` for each item). A permanent failure ends the run. */
export async function verifyRecords(
  engine: RecordRefresher,
  resource: Resource,
  ids: readonly string[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let lasting: AppError | null = null;
  for (const id of ids) {
    const outcome: Outcome = lasting
      ? { id, outcome: "failed", error: lasting }
      : await verifyRecord(engine, resource, id);
    if (outcome.outcome === "failed" && outcome.error && isLasting(outcome.error)) lasting = outcome.error;
    outcomes.push(outcome);
  }
  return outcomes;
}

async function verifyRecord(engine: RecordRefresher, resource: Resource, id: string): Promise<Outcome> {
  try {
    const { changed } = await engine.refreshRecord(resource, id);
    return { id, outcome: changed ? "changed" : "same", error: null };
  } catch (thrown) {
    const error = toAppError(thrown);
    return { id, outcome: error.kind === "not_found" ? "gone" : "failed", error };
  }
}
