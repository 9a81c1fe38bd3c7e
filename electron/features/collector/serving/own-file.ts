import fs from "node:fs";
import path from "node:path";
import { AppFailure } from "../../../../shared/base/errors.ts";
import { makePrivateFolder } from "../../../base/files.ts";
import { copyTo } from "../../../store/database/back-up.ts";
import { COLLECTOR_MIGRATIONS } from "../../../store/database/migrations/index.ts";
import {
  isWhole,
  noticeDamage,
  openKept,
  setFileAside,
  type Database,
} from "../../../store/database/open-database.ts";
import { storeError, storeFailure } from "../../../store/database/store-error.ts";
import { remoteOf, type Remote } from "../../../store/database/worker-rpc.ts";

/** The files of a collector. */
export interface CollectorFiles {
  /** The database of synced rows. The engine writes it. */
  readonly inventory: string;
  /** The collector's own database. It is created if it never existed. */
  readonly own: string;
  /** Whether a new own database replaces a damaged or lost one. */
  readonly acceptsLoss?: boolean | undefined;
}

/** The most daily backups of a collector's own database that are kept. */
const KEPT_BACKUPS = 7;

/** The folder of the backups. */
const backupFolder = (file: string): string => path.join(path.dirname(file), "backups");

/** The backups of a collector's own database, the latest first. */
function backupsOf(file: string): readonly string[] {
  const folder = backupFolder(file);
  if (!fs.existsSync(folder)) return [];
  const names = fs.readdirSync(folder).filter((name) => /^collector-\d{4}-\d\d-\d\d\.sqlite$/.test(name));
  return names
    .toSorted()
    .toReversed()
    .map((name) => path.join(folder, name));
}

/**
 * Opens a collector's own database; creates it if it never existed. Its tokens and team records exist nowhere else, so
 * a damaged or lost database is never replaced automatically.
 * @param acceptsLoss true if an administrator agrees to begin a new database. A damaged file is then set aside.
 * @returns the database, and the path to which a damaged file was moved.
 * @throws AppFailure of kind `store`: `corrupt` names the file and its last good backup.
 */
export function openOwnFile(
  file: string,
  acceptsLoss = false,
): { readonly database: Database; readonly setAside: string | null } {
  if (isLost(file) && !acceptsLoss) throw damageOf(file);
  try {
    return { database: openKept(file, COLLECTOR_MIGRATIONS), setAside: null };
  } catch (thrown) {
    const failure = storeFailure(thrown);
    if (failure.error.reason !== "corrupt") throw failure;
    if (!acceptsLoss) throw damageOf(file);
    const setAside = setFileAside(file);
    return { database: openKept(file, COLLECTOR_MIGRATIONS), setAside };
  }
}

/** Whether a file that had backups is missing or empty. */
const isLost = (file: string): boolean =>
  (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0 && backupsOf(file).length > 0;

/** The error for a damaged or lost file. It names the last backup that can be read. */
function damageOf(file: string): AppFailure {
  const backup = backupsOf(file).find((copy) => isWhole(copy));
  const remedy =
    backup === undefined
      ? "It has no backup"
      : `Its last good backup is ${backup}: delete the damaged file with its -wal and -shm, copy the backup to its place, and start once with --new-epoch`;
  return new AppFailure(
    storeError(
      "corrupt",
      `${file} is damaged or lost: the tokens and the team's records. ${remedy}; or start once with --accept-loss, which begins without them`,
    ),
  );
}

/** The path of a day's backup. @param now ms since the epoch. */
const backupOf = (file: string, now: number): string =>
  path.join(backupFolder(file), `collector-${new Date(now).toISOString().slice(0, 10)}.sqlite`);

/** Whether the backup of a day exists. @param now ms since the epoch. */
export const isBackedUp = (file: string, now: number): boolean => fs.existsSync(backupOf(file, now));

/** Writes the backup of a day, and deletes the oldest backups. @throws AppFailure of kind `store`. */
export function backUpOwnFile(database: Database, file: string, now: number): void {
  makePrivateFolder(backupFolder(file));
  copyTo(database, backupOf(file, now), () => true);
  for (const old of backupsOf(file).slice(KEPT_BACKUPS)) fs.rmSync(old, { force: true });
}

/**
 * Makes a function that turns damage into an error with the name of the file. A damaged copy is marked, so that the
 * next start sets it aside.
 */
export function namingDamage({ own, inventory }: CollectorFiles): (thrown: unknown) => unknown {
  let found: AppFailure | null = null;
  return (thrown) => {
    if (storeFailure(thrown).error.reason !== "corrupt") return thrown;
    return (found ??= isWhole(own) && !isLost(own) ? copyDamage(inventory, thrown) : damageOf(own));
  };
}

/** The error for a damaged copy. The service still has the records of the copy. */
export function copyDamage(inventory: string, cause: unknown): AppFailure {
  noticeDamage(inventory, cause);
  const remedy = "start the collector again: it sets the file aside and fills another one";
  return new AppFailure(storeError("corrupt", `${inventory}; ${remedy}`), { cause });
}

/** Wraps a service so that damage found by any of its calls is reported. */
export const reportingDamage = <T extends object>(
  service: Remote<T>,
  report: (failure: AppFailure) => void,
): Remote<T> =>
  remoteOf(async (method, args) => {
    try {
      return await (service as Record<string, (...given: readonly unknown[]) => Promise<unknown>>)[method]?.(
        ...args,
      );
    } catch (thrown) {
      if (thrown instanceof AppFailure && thrown.error.reason === "corrupt") report(thrown);
      throw thrown;
    }
  });
