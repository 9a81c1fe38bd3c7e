import { createHash } from "node:crypto";
import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import type { CallInput } from "../../../shared/contract/contract.ts";
import { readTeamValues } from "../../../shared/contract/team-documents.ts";
import {
  isBlank,
  MAX_NAMES,
  nameEntrySchema,
  NAME_LIMIT,
  tidyEntry,
  NAME_FILE,
  nameFileText,
  type NameEntry,
  type NAME_CALLS,
} from "../../../shared/features/names/names.ts";
import type { Clock } from "../../base/clock.ts";
import { oneAtATime } from "../../base/one-at-a-time.ts";
import type { SaveFile } from "../../base/files.ts";
import type { RowNames } from "../../store/ingest/inventory-writer.ts";
import type { Remote } from "../../store/database/worker-rpc.ts";
import { asStored } from "../../store/user-data/connection-documents.ts";
import type { UserDatabase } from "../../store/user-data/user-database.ts";
import { readTable } from "../../delivery/file-import/read-table.ts";

export interface NameBookOptions {
  readonly store: Remote<UserDatabase>;
  readonly clock: Pick<Clock, "now">;
  /** @throws AppFailure `invalid_input` if there is no such profile. */
  requireProfile(profileId: string): void;
  /** Writes the names to the rows of an open profile, and reports the change. */
  onChange(profileId: string, names: RowNames): Promise<void>;
  /** Called after the user has saved entries. Those of the team now wait to be sent. */
  onSaved(profileId: string): void;
}

/** The user's names for ids without a name in the API. Each connection has its own. */
export class NameService {
  readonly #options: NameBookOptions;
  readonly #change = oneAtATime();

  constructor(options: NameBookOptions) {
    this.#options = options;
  }

  /** Every entry of a profile, by id. */
  async list(profileId: string): Promise<NameEntry[]> {
    const records = await this.#options.store.records(profileId, NAMES, "");
    return readEntries(records.map(({ id, value }) => [id, value]));
  }

  /** The names as they are written to the rows of a profile. */
  async rowNames(profileId: string): Promise<RowNames> {
    return rowNamesOf(await this.list(profileId));
  }

  /** Adds entries, replaces those with the same ids, and removes blank ones. */
  save({ profileId, entries, seen }: CallInput<"saveNames">): Promise<void> {
    return this.#change(async () => {
      this.#options.requireProfile(profileId);
      const { store, clock } = this.#options;
      const present = seen ? await store.recordsOf(profileId, NAMES, [seen.id]) : [];
      const records = entries.map(tidyEntry).map((entry) => ({
        id: entry.id,
        value: recordOf(entry),
        ...(seen?.id === entry.id ? { seen: asStored(recordOf(seen), seen.id, present, recordSchema) } : {}),
      }));
      await store.saveRecords(profileId, NAMES, records, NAME_LIMIT, clock.now());
      await this.changed(profileId);
      this.#options.onSaved(profileId);
    });
  }

  /** Passes the names on after a change. */
  async changed(profileId: string): Promise<void> {
    await this.#options.onChange(profileId, await this.rowNames(profileId));
  }
}

/** The name of the name book among the user's documents. */
const NAMES = "names";

const recordSchema = nameEntrySchema.omit({ id: true });

/** An entry as JSON, without its id; null for a blank one. */
const recordOf = ({ name, team, note }: NameEntry): string | null =>
  isBlank({ name, team, note }) ? null : JSON.stringify({ name, team, note });

/** Entries from their records. Damaged ones, which may come from other workstations, are left out. */
export const readEntries = (records: Iterable<readonly [id: string, value: string]>): NameEntry[] =>
  [...readTeamValues(NAMES, records)].map(([id, entry]) => ({ id, ...entry }));

/** The names as they are written to rows. Entries without a name are left out. */
export function rowNamesOf(entries: readonly NameEntry[]): RowNames {
  const names = entries.flatMap(({ id, name }) => (name === "" ? [] : [{ id, name }]));
  if (names.length === 0) return { names, state: null };
  const state = createHash("sha256").update(JSON.stringify(names)).digest("base64url");
  return { names, state };
}

interface NameHandlerParts {
  readonly names: NameService;
  readonly startup: { readonly opened: Promise<void> };
  readonly saveFile: SaveFile;
}

/** The handlers of the user's names for ids. */
export function nameHandlers({ names, startup: { opened }, saveFile }: NameHandlerParts) {
  return {
    listNames: ({ profileId }) => names.list(profileId),
    saveNames: (input) => opened.then(() => names.save(input)),
    exportNames: async ({ profileId }) => {
      const entries = await names.list(profileId);
      return saveFile(NAME_FILE, () => nameFileText(entries));
    },
    readTableFile: ({ base64 }) => readTable(Buffer.from(base64, "base64"), MAX_NAMES),
  } satisfies HandlersOf<typeof NAME_CALLS>;
}
