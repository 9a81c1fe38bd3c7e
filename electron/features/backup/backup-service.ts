import { BACKUP_ERRORS } from "./messages.ts";
import { z } from "zod";
import type { ConnectionDocument, HandlersOf } from "../../../shared/contract/declarations.ts";
import {
  BACKUP_SUFFIX,
  backupText,
  parseBackup,
  type BackupSummary,
  type BACKUP_CALLS,
} from "../../../shared/features/backup/backup.ts";
import {
  BACKUP_TABLES,
  MAX_BACKUP,
  MAX_CONNECTIONS,
  type BackupRows,
  type BackupTable,
  type BackupTables,
} from "../../../shared/features/backup/backup-tables.ts";
import { DOCUMENTS, type DocumentName } from "../../../shared/contract/documents.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import type { SavedConnection, ConnectionList } from "../../../shared/inventory/connections.ts";
import { MAX_CONNECTION_NAME } from "../../../shared/base/connection-name.ts";
import { settingsSchema, type Settings } from "../../../shared/inventory/settings.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import { uniqueName } from "../../../shared/base/text/unique-name.ts";
import { ALERT_SETTINGS } from "../../../shared/features/alerts/alerts.ts";
import {
  MAX_TEAM_RECORDS,
  TEAM_LIMITS,
  TEAM_KEPT,
  TEAM_SCOPES,
} from "../../../shared/features/team/team-kinds.ts";
import type { Clock } from "../../base/clock.ts";
import type { PushBus } from "../../base/push-bus.ts";
import type { SaveFile } from "../../base/files.ts";
import { normalizeBaseUrl } from "../../base/connection-input.ts";
import type { Cell } from "../../store/database/decode.ts";
import type { Remote } from "../../store/database/worker-rpc.ts";
import type { UserDatabase } from "../../store/user-data/user-database.ts";
import type { BackupMethods } from "./backup-table.ts";
import { type ConnectionManager, SAMPLE_CONNECTION } from "../connections/public.ts";
import {
  isSharedEntry,
  ownerOfEntry,
  parseConnections,
  CONNECTIONS_ENTRY,
  SETTINGS,
  UserData,
} from "../../store/user-data/user-data.ts";

/** The part of the user data's thread that backups need. */
interface BackupStore extends Remote<BackupMethods & UserDatabase> {
  /** The scheduled exports of all connections. */
  schedules(): Promise<readonly { readonly folder: string }[]>;
}

export interface BackupOptions {
  readonly store: BackupStore;
  readonly clock: Clock;
  readonly connections: () => ConnectionList;
}

/** The valid content of a backup, migrated to this version. */
interface Read {
  readonly madeAt: string;
  readonly list: ConnectionList;
  readonly tables: BackupTables;
}

/**
 * Writes all of the user's own data to a text, and reads it back. The text contains neither keys nor rows of the
 * service.
 */
export class BackupService {
  readonly #options: BackupOptions;

  constructor(options: BackupOptions) {
    this.#options = options;
  }

  /** Makes a backup, and a name for its file. @throws AppFailure `invalid_input` if the backup would be too large. */
  async make(): Promise<{ name: string; text: string }> {
    const { store, clock } = this.#options;
    const { version, tables } = await store.backUp();
    const madeAt = new Date(clock.now()).toISOString();
    const text = backupText(version, madeAt, tables);
    if (text.length > MAX_BACKUP) throw invalidInput(BACKUP_ERRORS.tooMuch);
    return { name: `stockdeck-${madeAt.slice(0, 10)}${BACKUP_SUFFIX}`, text };
  }

  /** The content of a backup, by connection. @throws AppFailure `invalid_input`. */
  async summary(text: string): Promise<BackupSummary> {
    const { madeAt, list, tables } = await this.#read(text);
    const here = new Set(this.#options.connections().connections.map(({ connectionId }) => connectionId));
    const { columns, rows } = tables.documents;
    const document = columns.indexOf("document");
    const countsOf = (name: DocumentName): ReadonlyMap<Cell, number> =>
      countByConnection({ columns, rows: rows.filter((row) => row[document] === name) });
    const [views, names, notes, counts, rules] = [
      countsOf("views"),
      countsOf("names"),
      countsOf("itemNotes"),
      countsOf("counts"),
      countsOf("alertRules"),
    ];
    const schedules = countByConnection(tables.schedules);
    return {
      madeAt,
      connections: list.connections.map(({ connectionId, name, baseUrl }) => ({
        name,
        baseUrl,
        here: here.has(connectionId),
        views: views.get(connectionId) ?? 0,
        names: names.get(connectionId) ?? 0,
        notes: notes.get(connectionId) ?? 0,
        counts: counts.get(connectionId) ?? 0,
        rules: rules.get(connectionId) ?? 0,
        schedules: schedules.get(connectionId) ?? 0,
      })),
    };
  }

  /**
   * Writes the content of a backup into the user database. Open services must read their data again.
   * @throws AppFailure.
   */
  async restore(text: string): Promise<void> {
    const { store, connections } = this.#options;
    const { list, tables } = await this.#read(text);
    const ids = list.connections.map(({ connectionId }) => connectionId);
    const replaced = (await store.entryNames()).filter((name) => ids.includes(ownerOfEntry(name) ?? ""));
    const merged: Cell[] = [CONNECTIONS_ENTRY, JSON.stringify(mergeLists(connections(), list))];
    const here = await new UserData(store).settings();
    const entries = objectsOf(tables.entries).map(({ name = null, value = null }): Cell[] => [
      name,
      name === SETTINGS ? withConsentOf(here, value) : value,
    ]);
    await store.restore(ids, replaced, {
      ...tables,
      entries: { columns: ["name", "value"], rows: [...entries, merged] },
    });
  }

  async #read(text: string): Promise<Read> {
    const backup = parseBackup(text);
    if (!backup) throw invalidInput(BACKUP_ERRORS.noBackup);
    const tables = await this.#options.store.migrateBackup(backup.version, backup.tables);
    const entries = objectsOf(tables.entries);
    const saved = entries.find(({ name }) => name === CONNECTIONS_ENTRY)?.["value"];
    const list = parseConnections(typeof saved === "string" ? saved : null) ?? {
      connections: [],
      current: null,
    };
    if (list.connections.length > MAX_CONNECTIONS)
      throw invalidInput(BACKUP_ERRORS.tooManyConnections({ most: String(MAX_CONNECTIONS) }));
    for (const { connectionId, kind, baseUrl } of list.connections) {
      normalizeBaseUrl(baseUrl);
      if ((kind === "sample") !== (connectionId === SAMPLE_CONNECTION))
        throw invalidInput(BACKUP_ERRORS.noBackup);
    }
    const folders = new Set((await this.#options.store.schedules()).map(({ folder }) => folder));
    return {
      madeAt: backup.madeAt,
      list,
      tables: soundTables(tables, list, { now: this.#options.clock.now(), folders }),
    };
  }
}

/**
 * The settings of a backup, but with this computer's choices about assistants.
 * @security a backup from another computer must not let assistants read the connections of this computer.
 */
function withConsentOf({ assistantsMayRead, assistantsSeeNames }: Settings, text: Cell): Cell {
  const settings = settingsSchema.safeParse(parseJson(typeof text === "string" ? text : null)).data;
  return settings ? JSON.stringify({ ...settings, assistantsMayRead, assistantsSeeNames }) : text;
}

/**
 * Combines the connections of a backup with the connections of this computer. Connections that are only on this
 * computer keep their names.
 */
function mergeLists(here: ConnectionList, { connections, current }: ConnectionList): ConnectionList {
  const kept = here.connections.filter((own) =>
    connections.every(({ connectionId }) => connectionId !== own.connectionId),
  );
  const taken = kept.map(({ name }) => name);
  const restored = connections.map((connection): SavedConnection => {
    const name = uniqueName(connection.name, taken, MAX_CONNECTION_NAME);
    taken.push(name);
    return { ...connection, name };
  });
  return { connections: [...kept, ...restored], current: here.current ?? current };
}

/**
 * Whether a row is one of the user's choices about the team: a document that is shared, or an own record that takes
 * precedence.
 */
function isTeamChoice({ document, id, value }: Row): boolean {
  const [shared = "", ...own] = String(id).split(" ");
  if (!TEAM_LIMITS.has(shared)) return false;
  return document === TEAM_SCOPES
    ? own.length === 0 && value === '"team"'
    : document === TEAM_KEPT && own.length > 0 && value === "true";
}

function isRecordOfDocument({ document, id }: Row): boolean {
  const name = String(document);
  if (!Object.hasOwn(DOCUMENTS, name)) return false;
  const declared: ConnectionDocument = DOCUMENTS[name as DocumentName];
  return declared.id?.safeParse(id).success ?? true;
}

type Row = Readonly<Record<string, Cell>>;
const uuid = z.uuid();

/**
 * Whether a row of a backup is valid. Only rows that are later returned without a check are checked here; settings are
 * checked whenever they are read.
 */
const SOUND: Readonly<Record<keyof BackupTables, (row: Row) => boolean>> = {
  entries: () => true,
  // A record that does not fit its document is left out each time the document is read.
  documents: (row) => isRecordOfDocument(row) || isTeamChoice(row),
  schedules: ({ id }) => uuid.safeParse(id).success,
};

/** The most rows of a table for one connection. Records are counted for each document. */
const mostRows = (table: BackupTable, document: string): number =>
  table === "entries"
    ? 100_000
    : table === "schedules"
      ? 20_000
      : Object.hasOwn(DOCUMENTS, document)
        ? DOCUMENTS[document as DocumentName].maxRecords
        : // These rows are the user's choices about a team.
          MAX_TEAM_RECORDS;

/** Refuses too many rows. @throws AppFailure `invalid_input` if a connection would get too many rows. */
function requireRoom(table: BackupTable, rows: readonly Row[]): void {
  const counts = new Map<string, number>();
  for (const { connectionId, document } of rows) {
    // Entries that belong to all connections count as one group.
    const group = JSON.stringify(table === "entries" ? [] : [connectionId, document]);
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    const most = mostRows(table, String(document));
    if (count > most) throw invalidInput(TOO_MANY[table]({ most: String(most) }));
  }
}

const TOO_MANY = {
  entries: BACKUP_ERRORS.tooManyEntries,
  documents: BACKUP_ERRORS.tooManySettings,
  schedules: BACKUP_ERRORS.tooManySchedules,
} as const satisfies Readonly<Record<BackupTable, unknown>>;

/** The moment of the restore, and the folders that users chose on this computer. */
interface Here {
  readonly now: number;
  readonly folders: ReadonlySet<string>;
}

/**
 * The valid rows that belong to a listed connection, or to all connections. Schedules begin at the moment of the
 * restore, and are paused.
 * @security a folder that only the backup names is left out, so that nothing is written to a folder that the user did
 * not choose on this computer.
 */
function soundTables(
  tables: BackupTables,
  { connections }: ConnectionList,
  { now, folders }: Here,
): BackupTables {
  const ids = new Set<unknown>(connections.map(({ connectionId }) => connectionId));
  const belongs = (table: keyof BackupTables, row: Row): boolean => {
    if (table !== "entries") return ids.has(row["connectionId"]);
    const name = String(row["name"]);
    return isSharedEntry(name) || name === ALERT_SETTINGS || ids.has(ownerOfEntry(name));
  };
  const sound = BACKUP_TABLES.map((table) => {
    const { columns } = tables[table];
    const rows = objectsOf(tables[table]).filter((row) => belongs(table, row) && SOUND[table](row));
    const begin = (row: Row): Row => {
      const folder = folders.has(String(row["folder"])) ? (row["folder"] ?? "") : "";
      return { ...row, folder, paused: 1, anchor: now, settledUntil: now, last: null, failure: null };
    };
    const taken = table === "schedules" ? rows.map(begin) : rows;
    requireRoom(table, taken);
    return [table, { columns, rows: taken.map((row) => columns.map((name) => row[name] ?? null)) }];
  });
  return Object.fromEntries(sound) as BackupTables;
}

function countByConnection({ columns, rows }: BackupRows): ReadonlyMap<Cell, number> {
  const at = columns.indexOf("connectionId");
  const counts = new Map<Cell, number>();
  for (const row of rows) counts.set(row[at] ?? null, (counts.get(row[at] ?? null) ?? 0) + 1);
  return counts;
}

const objectsOf = ({ columns, rows }: BackupRows): Row[] =>
  rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null])));

interface BackupHandlerParts {
  readonly backups: BackupService;
  readonly connections: ConnectionManager;
  readonly events: PushBus;
  readonly startup: { readonly opened: Promise<void>; reopen(): Promise<void> };
  readonly exports: { readonly isRunning: boolean; stopOf(connectionId: string): Promise<void> };
  readonly schedules: { halt(): Promise<void>; load(): Promise<void> };
  readonly mail: { halt(): Promise<void>; load(): Promise<void> };
  readonly change: <T>(work: () => Promise<T>) => Promise<T>;
  readonly saveFile: SaveFile;
}

/** The handlers of backups of the user's own data. */
export function backupHandlers(parts: BackupHandlerParts) {
  const { saveFile, backups, startup, exports, schedules, mail, connections, events, change } = parts;
  return {
    makeBackup: () => startup.opened.then(() => backups.make()),
    saveBackup: async () => {
      await startup.opened;
      const { name, text } = await backups.make();
      return saveFile(name, () => text);
    },
    readBackup: ({ text }) => startup.opened.then(() => backups.summary(text)),
    restoreBackup: ({ text }) =>
      change(async () => {
        if (exports.isRunning) throw invalidInput(BACKUP_ERRORS.exportRuns);
        await schedules.halt();
        await mail.halt();
        try {
          await backups.restore(text);
        } catch (thrown) {
          await mail.load();
          await schedules.load();
          throw thrown;
        }
        const { connection } = connections.current;
        if (connection) await exports.stopOf(connection.connectionId);
        await startup.reopen();
        events.emit("restored", {});
      }),
  } satisfies HandlersOf<typeof BACKUP_CALLS>;
}
