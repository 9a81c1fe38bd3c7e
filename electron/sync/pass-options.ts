import type { Resource } from "../../shared/inventory/resource-names.ts";
import type { Clock } from "../base/clock.ts";
import type { ApiClient } from "../client/api-client.ts";
import type { AppError } from "../../shared/base/errors.ts";
import type { CollectorFacts, Facts } from "../store/database/facts.ts";
import type { ListingTally } from "../store/ingest/listing.ts";
import type { Remote } from "../store/database/worker-rpc.ts";
import type { Commit } from "../store/ingest/commits.ts";
import type { InventoryWriter } from "../store/ingest/inventory-writer.ts";
import type { ListingCommit } from "../store/ingest/listing-writer.ts";
import type { FetchSequence, ServiceClock } from "./fetch-sequence.ts";

export type PassMode = "full" | "incremental";

/** The counts of a listing that has not started. */
export const EMPTY_TALLY: ListingTally = { seen: 0, written: 0, quarantined: 0, changes: 0 };

/** The counts of a pass so far, even if it fails. */
export interface PassTally {
  readonly number: number;
  readonly mode: PassMode;
  readonly tallies: Readonly<Record<Resource, ListingTally>>;
  readonly restarts: number;
  /** Rows that were requested because a full check did not return them. `hidden` counts those that are now hidden. */
  readonly verified: number;
  readonly hidden: number;
  /** True when all rows and the mark are stored. Single rows may still be verified. */
  readonly isWritten: boolean;
  /** The error that ended the verification of single rows early; null if there was none. */
  readonly halted: AppError | null;
  readonly mark: string | null;
  /**
   * The reason why the collector's counted days could not be read; null if they were read. Absent if the pass did not
   * request them.
   */
  readonly daysProblem?: AppError | null;
}

/** The state of a collector, as its last answer gave it. */
export interface CollectorState extends Pick<CollectorFacts, "epoch" | "number"> {
  /** The service's time up to which the collector's copy is complete, ISO 8601. */
  readonly completeAsOf: string | null;
  /** The kind of the failure that ended its last pass; null after a success. */
  readonly error: string | null;
}

/** The services that a pass uses, and its parameters. */
export interface PassOptions {
  readonly client: ApiClient;
  readonly writer: Remote<InventoryWriter>;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly sequence: FetchSequence;
  readonly mode: PassMode;
  /** The facts about the copy at the start of the pass. */
  readonly facts: Facts;
  /** True to list types and locations too. They are listed completely, every tenth pass and on demand (design 4.7). */
  readonly withReferences: boolean;
  readonly pageSize: number;
  /** The overlap in seconds (specification 4.5.2). */
  readonly overlap: number;
  /** True if the user confirmed the company and accepted the removals (design 4.8). */
  readonly acceptRemovals: boolean;
  readonly signal?: AbortSignal;
  /** Called for each page as it arrives. @param serverTime the page's `Date` in ms since the epoch; null if absent. */
  onPage?(resource: Resource, serverTime: number | null): void;
  onCommit?(resource: Resource, commit: ListingCommit): void;
  /** Called when the copy is up to date with its collector. */
  onCollector?(state: CollectorState): void;
  /** Called for each row that was requested by its id. */
  onVerified?(resource: Resource, commit: Commit): void;
}
