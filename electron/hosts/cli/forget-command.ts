import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { AppFailure } from "../../../shared/base/errors.ts";
import { connectionIdSchema } from "../../../shared/inventory/connections.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import { KeychainUnavailable, osKeychain } from "../../base/keychain/keychain.ts";
import { USER_MIGRATIONS } from "../../store/database/migrations/index.ts";
import { openForReading } from "../../store/database/open-database.ts";
import { folderInUse, storeError } from "../../store/database/store-error.ts";
import { lockFolder, type FolderLock } from "../../sync/folder-lock.ts";
import { readOptions, required } from "./arguments.ts";
import { EXIT, UsageError } from "./exit-code.ts";
import type { Terminal } from "./terminal.ts";

const connectionsSchema = z.object({
  connections: z.array(z.object({ connectionId: connectionIdSchema }).nullable().catch(null)),
});

/**
 * `forget`: removes all keys and all data of the app for this user. Exported files are not deleted; the last line on
 * stdout names the folders of scheduled exports.
 */
export async function forgetCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readOptions(args, { all: "flag", "app-dir": "text", "without-keychain": "flag" });
  if (!options.all)
    throw new UsageError("--all is missing; it removes keys, data and everything that you made");
  const own = options["app-dir"] === undefined ? terminal.app : null;
  const folder = own ? own.folder : path.resolve(required(options["app-dir"], "app-dir"));
  if (own?.claim() === false) throw inUse();
  const known = readKnown(folder, own === null);
  const locks = lockAll(folder, known.connectionIds);
  try {
    if (!options["without-keychain"]) await forgetKeys(known.connectionIds);
  } finally {
    for (const lock of locks) lock.release();
  }
  const kept = own ? [path.basename(own.inUse)] : [];
  for (const name of fs.existsSync(folder) ? fs.readdirSync(folder) : [])
    if (!kept.includes(name))
      fs.rmSync(path.join(folder, name), { recursive: true, force: true, maxRetries: 3 });
  const { connectionIds, exportFolders } = known;
  if (known.isUnread)
    terminal.progress(
      "stockdeck: user.sqlite could not be read; keys of connections without a local copy may remain.",
    );
  terminal.out(JSON.stringify({ ok: true, connections: connectionIds.length, folder, exportFolders }));
  return EXIT.done;
}

/** The connections to delete, and the folders that are not deleted. */
interface Known {
  readonly connectionIds: readonly string[];
  /** The folders to which scheduled exports wrote files. */
  readonly exportFolders: readonly string[];
  /** Whether the user database could not be read, so that some connections may be missing. */
  readonly isUnread: boolean;
}

/**
 * Finds the connections in the user database. If the database is damaged, each folder of a copy counts as a connection.
 * @param isForeign whether the user named the folder. In this case it must be a folder of Stockdeck, or it is refused.
 */
function readKnown(folder: string, isForeign: boolean): Known {
  const file = path.join(folder, "user.sqlite");
  const copies = path.join(folder, "profiles");
  const inFolders = fs.existsSync(copies)
    ? fs.readdirSync(copies).filter((name) => connectionIdSchema.safeParse(name).success)
    : [];
  try {
    if (!fs.existsSync(file)) throw new AppFailure(storeError("other", "there is no data here"));
    const database = openForReading(file, USER_MIGRATIONS);
    try {
      const [entry] = database.prepare("SELECT value FROM entries WHERE name = 'connections'").all() as {
        value: string;
      }[];
      const { connections = [] } = connectionsSchema.safeParse(parseJson(entry?.value)).data ?? {};
      const schedules = database.prepare("SELECT DISTINCT folder FROM schedules").all() as {
        folder: string;
      }[];
      const listed = connections.flatMap((connection) => (connection ? [connection.connectionId] : []));
      return {
        connectionIds: [...new Set([...listed, ...inFolders])],
        exportFolders: schedules.map((schedule) => schedule.folder),
        isUnread: false,
      };
    } finally {
      database.close();
    }
  } catch (cause) {
    if (isForeign)
      throw new UsageError(`--app-dir: ${folder} is not a folder of the app, or its user.sqlite is damaged`, {
        cause,
      });
    return { connectionIds: inFolders, exportFolders: [], isUnread: fs.existsSync(file) };
  }
}

/** Locks the folders against all other processes. @throws AppFailure `locked`. */
function lockAll(folder: string, connectionIds: readonly string[]): FolderLock[] {
  const locks: FolderLock[] = [];
  try {
    for (const connectionId of connectionIds) {
      const copy = path.join(folder, "profiles", connectionId);
      if (fs.existsSync(copy)) locks.push(lockFolder(copy));
    }
    return locks;
  } catch (thrown) {
    for (const lock of locks) lock.release();
    if (thrown instanceof AppFailure && thrown.error.reason === "locked") throw inUse();
    throw thrown;
  }
}

/**
 * Removes keys from the keychain. @throws AppFailure `keychain` if keys may remain; in this case nothing else was
 * removed.
 */
async function forgetKeys(connectionIds: readonly string[]): Promise<void> {
  const keychain = osKeychain();
  try {
    for (const connectionId of connectionIds) await keychain.delete(connectionId);
  } catch (thrown) {
    if (!(thrown instanceof KeychainUnavailable)) throw thrown;
    const message = `${thrown.message} Nothing else was removed. With --without-keychain the data go and keys stay.`;
    throw new AppFailure({ kind: "keychain", message }, { cause: thrown });
  }
}

const inUse = (): AppFailure => new AppFailure(folderInUse("forget"));
