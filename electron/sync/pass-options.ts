import type { Resource } from "../../shared/inventory/resource-names.ts";
import type { Clock } from "../base/clock.ts";
import type { ApiClient } from "../client/api-client.ts";
import type { Facts } from "../store/database/facts.ts";
import type { Remote } from "../store/database/worker-rpc.ts";
import type { Commit } from "../store/ingest/commits.ts";
import type { InventoryWriter } from "../store/ingest/inventory-writer.ts";
import type { ListingCommit } from "../store/ingest/listing-writer.ts";
import type { FetchSequence, ServiceClock } from "./fetch-sequence.ts";

export type PassMode = "full" | "incremental";

/** The services and the parameters of a pass. */
export interface PassOptions {
  readonly client: ApiClient;
  readonly writer: Remote<InventoryWriter>;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly sequence: FetchSequence;
  readonly mode: PassMode;
  /** The copy's facts at the start of the pass. */
  readonly facts: Facts;
  /** True if types and locations are listed too (design 4.7: completely, every tenth pass, and on demand). */
  readonly withReferences: boolean;
  readonly pageSize: number;
  /** Seconds (specification 4.5.2). */
  readonly overlap: number;
  /** True if the user confirmed the company and accepted the removals (design 4.8). */
  readonly acceptRemovals: boolean;
  readonly signal?: AbortSignal;
  /** Called for each page as it arrives. @param serverTime its `Date` in ms since the epoch; null without one. */
  onPage?(resource: Resource, serverTime: number | null): void;
  onCommit?(resource: Resource, commit: ListingCommit): void;
  /** Called for each row that was requested by its id. */
  onVerified?(resource: Resource, commit: Commit): void;
}
