import type { TeamEdit, TeamOutcome } from "../../../../shared/features/team/team-protocol.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import type { ChangeNumbers } from "../../../store/query/changed-records.ts";
import type { ChangesPage } from "./served-changes.ts";
import type { CountedDays, DaysPlace } from "./served-days.ts";
import type { TeamRecords } from "./team-documents.ts";
import type { ListPage, ListRequest } from "./served-lists.ts";
import type { CollectorToken } from "./token-table.ts";

/**
 * Answers a collector's requests: from its own copy (`collector-store.ts`, in a thread) or from PostgreSQL
 * (`postgres/postgres-store.ts`). The same tests run against both.
 */
export interface ServedStore {
  /** Reads one page of a list; "changesDeleted" if the client must restart the listing. */
  list(request: ListRequest): Promise<ListPage | "changesDeleted">;
  /** Reads one record as JSON; null if it does not exist, or if the service no longer returns it. */
  record(resource: Resource, id: string): Promise<string | null>;
  /** Reads the changes after a number, with the numbering to which they belong. */
  changes(after: number, limit: number): Promise<ChangesPage>;
  /**
   * Reads one page of the counted days since a day. @param from ISO 8601; empty for all days. @param most the most
   * lines.
   */
  days(from: string, place: DaysPlace, most: number): Promise<CountedDays>;
  /** The numbers of the kept changes. */
  sequence(): Promise<ChangeNumbers>;
  /** Opens a snapshot of the present state. @returns its number. */
  openSnapshot(): Promise<number>;
  /** The next lines of a snapshot; null after the last line, or after the snapshot was closed. */
  snapshotPart(number: number): Promise<string | null>;
  closeSnapshot(number: number): Promise<void>;
  /** The last number of the team's records. */
  teamSequence(): Promise<number>;
  /** Reads the team's records after a number, in the order of their numbers. */
  teamRecords(after: number, limit: number, all: boolean): Promise<TeamRecords>;
  /**
   * Stores edits of the team's records: either all or none. @param label the label of the token. @param now ms since
   * the epoch.
   */
  applyEdits(edits: readonly TeamEdit[], label: string, now: number): Promise<readonly TeamOutcome[]>;
  tokens(): Promise<readonly CollectorToken[]>;
  /** Stores that these tokens were used now. @param now ms since the epoch. */
  noteUse(hashes: readonly string[], now: number): Promise<void>;
  /** The size of the store in bytes. */
  bytes(): Promise<number>;
}
