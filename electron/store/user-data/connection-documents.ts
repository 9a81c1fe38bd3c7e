import type { z } from "zod";
import {
  DOCUMENTS,
  type DOCUMENT_CALLS,
  type DocumentName,
  type RecordOf,
} from "../../../shared/contract/documents.ts";
import { SINGLE_RECORD, type HandlersOf } from "../../../shared/contract/declarations.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import { readRecord } from "../../../shared/contract/team-documents.ts";
import type { Clock } from "../../base/clock.ts";
import { oneAtATime } from "../../base/one-at-a-time.ts";
import type { Remote } from "../database/worker-rpc.ts";
import type { UserDatabase } from "./user-database.ts";
import type { RecordRow } from "./own-records.ts";

export interface ConnectionDocumentsOptions {
  readonly store: Remote<UserDatabase>;
  readonly clock: Pick<Clock, "now">;
  /** @throws AppFailure `invalid_input` if the connection does not exist. */
  requireConnection(connectionId: string): void;
  /**
   * Passes the records to the connection's open copy, and reports the change.
   * @param ids the records that the user has saved; empty if the team has changed the document.
   */
  onChange(connectionId: string, document: DocumentName, ids: readonly string[]): Promise<void>;
  /** Called after the user has saved records. The team's records among them now wait to be sent. */
  onSaved(connectionId: string): void;
}

/**
 * The documents that users have for each connection (shared/contract/documents.ts). They are stored apart from the
 * synced data.
 */
export class ConnectionDocuments {
  readonly #options: ConnectionDocumentsOptions;
  readonly #change = oneAtATime();

  constructor(options: ConnectionDocumentsOptions) {
    this.#options = options;
  }

  /** The records of a document whose ids begin with a prefix. Damaged records are left out. */
  async read<N extends DocumentName>(
    document: N,
    connectionId: string,
    prefix = "",
  ): Promise<ReadonlyMap<string, RecordOf<N>>> {
    return recordsIn(document, await this.#options.store.records(connectionId, document, prefix));
  }

  /** Reads records by their ids. Damaged and unknown records are left out. */
  async readOf<N extends DocumentName>(
    document: N,
    connectionId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, RecordOf<N>>> {
    return recordsIn(document, await this.#options.store.recordsOf(connectionId, document, ids));
  }

  /** The value of a document that has only one record; null if the user has not set it. */
  async readSingle<N extends DocumentName>(document: N, connectionId: string): Promise<RecordOf<N> | null> {
    return (await this.read(document, connectionId)).get(SINGLE_RECORD) ?? null;
  }

  /**
   * Saves records, and deletes a record whose value is null.
   * @param records the records. `seen` is the value that the user saw in an editor: null if there was no value.
   * @throws AppFailure `invalid_input` if the connection is unknown or has too many records, `store`.
   */
  save<N extends DocumentName>(
    document: N,
    connectionId: string,
    records: readonly SavedValue<RecordOf<N>>[],
  ): Promise<void> {
    return this.#change(async () => {
      this.#options.requireConnection(connectionId);
      const { record, maxRecords, tooMany } = DOCUMENTS[document];
      const { store } = this.#options;
      const textOf = (value: unknown): string | null =>
        value === null ? null : JSON.stringify(record.parse(value));
      const edited = records.flatMap(({ id, seen }) => (seen === undefined ? [] : [id]));
      const present = edited.length === 0 ? [] : await store.recordsOf(connectionId, document, edited);
      const rows = records.map(({ id, value, seen, isUpdate }) => ({
        id,
        value: textOf(value),
        isUpdate,
        ...(seen === undefined ? {} : { seen: asStored(textOf(seen), id, present, record) }),
      }));
      await store.saveRecords(
        connectionId,
        document,
        rows,
        { maxRecords, tooMany },
        this.#options.clock.now(),
      );
      const ids = records.map(({ id }) => id);
      await this.#options.onChange(connectionId, document, ids);
      this.#options.onSaved(connectionId);
    });
  }

  /** Reports the documents whose records the team has changed. An unknown document comes from a newer version. */
  async changedByTeam(connectionId: string, documents: readonly string[]): Promise<void> {
    for (const document of documents)
      if (Object.hasOwn(DOCUMENTS, document))
        await this.#options.onChange(connectionId, document as DocumentName, []);
  }
}

/** A value to save; null deletes the record. */
interface SavedValue<T> {
  readonly id: string;
  readonly value: T | null;
  readonly seen?: T | null | undefined;
  /** True if the record is saved only if it still exists. */
  readonly isUpdate?: boolean;
}

/**
 * The stored text of a value that a user saw. Another workstation may have written the same value in another form.
 * @param seen the text of the value in this version's form; null if the user saw no value.
 */
export function asStored(
  seen: string | null,
  id: string,
  present: readonly RecordRow[],
  schema: z.ZodType,
): string | null {
  const stored = present.find((row) => row.id === id)?.value ?? null;
  const parsed = stored === null ? null : schema.safeParse(parseJson(stored));
  return parsed?.success === true && JSON.stringify(parsed.data) === seen ? stored : seen;
}

/** The records of a document, by id. Damaged records, and records of a newer version, are left out. */
export function recordsIn<N extends DocumentName>(
  document: N,
  rows: readonly RecordRow[],
): ReadonlyMap<string, RecordOf<N>> {
  const schema = DOCUMENTS[document].record;
  return new Map(
    rows.flatMap(({ id, value }) => {
      const record = readRecord<unknown>(schema, value);
      return record === undefined ? [] : [[id, record as RecordOf<N>] as const];
    }),
  );
}

interface DocumentHandlerParts {
  readonly documents: ConnectionDocuments;
  readonly startup: { readonly opened: Promise<void> };
}

/** The handlers of users' documents. */
export function documentHandlers({ documents, startup }: DocumentHandlerParts) {
  return {
    readRecords: async ({ document, connectionId }) =>
      [...(await documents.read(document, connectionId))].map(([id, value]) => ({ id, value })),
    saveRecords: ({ document, connectionId, records }) =>
      // The contract has already checked each value against its document.
      startup.opened.then(() => documents.save(document, connectionId, records as never)),
  } satisfies HandlersOf<typeof DOCUMENT_CALLS>;
}
