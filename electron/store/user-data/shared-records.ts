/** One value of a record; null deletes it. */
export interface EditedRecord {
  readonly id: string;
  readonly value: string | null;
  /** True if the user saw an earlier value of the record. */
  readonly isLate?: boolean;
}

/**
 * Records that several users share. They take precedence over a user's own records of the same documents.
 * Call every method within a transaction.
 */
export interface SharedRecords {
  /** The shared values that take precedence, by id. @param prefix the beginning of the ids. */
  shown(connectionId: string, document: string, prefix?: string): ReadonlyMap<string, string>;
  /** The shared values, even if the user keeps own ones; null for deleted values. */
  values(connectionId: string, document: string): ReadonlyMap<string, string | null>;
  /** Finds the user's own records hidden by a shared record with another id; or null. */
  hidden(connectionId: string, document: string): ((id: string) => boolean) | null;
  /** Takes the edits of shared records. @returns the edits that remain the user's own. */
  take(
    connectionId: string,
    document: string,
    edits: readonly EditedRecord[],
    now: number,
  ): readonly EditedRecord[];
  /** Whether the limit of a document counts the user's own records alone. */
  countsAlone(connectionId: string, document: string): boolean;
  /** Whether new records of a document are shared. */
  isShared(connectionId: string, document: string): boolean;
  /** Shares an edit. @param now ms since the epoch. */
  add(connectionId: string, document: string, edit: EditedRecord, now: number): void;
}

/** The records of a user who shares none. */
export const NOTHING_SHARED: SharedRecords = {
  shown: () => new Map(),
  values: () => new Map(),
  hidden: () => null,
  take: (_connectionId, _document, edits) => edits,
  countsAlone: () => true,
  isShared: () => false,
  add: () => {},
};
