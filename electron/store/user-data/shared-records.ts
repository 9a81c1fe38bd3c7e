/** One value of a record; null deletes it. */
export interface EditedRecord {
  readonly id: string;
  readonly value: string | null;
  /** True if the user saw an older value of the record than the present one. */
  readonly isLate?: boolean;
}

/**
 * Records that several users share. They take precedence over the user's own records of the same documents. Call every
 * method within a transaction.
 */
export interface SharedRecords {
  /** The shared values that take precedence, by id. @param prefix the start of the ids. */
  shown(connectionId: string, document: string, prefix?: string): ReadonlyMap<string, string>;
  /** The shared values, even if the user keeps own values instead; null for deleted values. */
  values(connectionId: string, document: string): ReadonlyMap<string, string | null>;
  /** Returns a test for own records that a shared record with another id hides; null if none can be hidden. */
  hidden(connectionId: string, document: string): ((id: string) => boolean) | null;
  /**
   * Takes those edits that belong to shared records.
   * @returns the other edits, which remain the user's own.
   */
  take(
    connectionId: string,
    document: string,
    edits: readonly EditedRecord[],
    now: number,
  ): readonly EditedRecord[];
  /** Whether the limit of a document counts only the user's own records. */
  countsAlone(connectionId: string, document: string): boolean;
  /** Whether new records of a document are shared. */
  isShared(connectionId: string, document: string): boolean;
  /** Adds an edit that is to be shared. @param now ms since the epoch. */
  add(connectionId: string, document: string, edit: EditedRecord, now: number): void;
}

/** The shared records of a user who shares none. */
export const NOTHING_SHARED: SharedRecords = {
  shown: () => new Map(),
  values: () => new Map(),
  hidden: () => null,
  take: (_connectionId, _document, edits) => edits,
  countsAlone: () => true,
  isShared: () => false,
  add: () => {},
};
