import { FOLDER_IN_USE, STORE_SENTENCES } from "./messages.ts";
import { AppFailure, said, type AppError } from "../../../shared/base/errors.ts";
import { type StoreReason } from "../../../shared/base/error-kinds.ts";

const SQLITE_IOERR = 10;
const SQLITE_CONSTRAINT = 19;

/**
 * An error of local data, with a remedy. @param detail more information for a collector and the command line, in
 * English.
 */
export function storeError(reason: StoreReason, detail?: string): AppError {
  const sentence = STORE_SENTENCES[reason];
  return { kind: "store", reason, ...said(detail ? `${sentence.english} (${detail})` : sentence) };
}

/** The error if another Stockdeck process uses a data folder. @param why the purpose for which the folder is needed. */
export const folderInUse = (why: keyof typeof FOLDER_IN_USE): AppError => ({
  kind: "store",
  reason: "locked",
  ...said(FOLDER_IN_USE[why]),
});

/** Turns an exception of SQLite or the file system into a failure for the user. */
export function storeFailure(thrown: unknown): AppFailure {
  if (thrown instanceof AppFailure) return thrown;
  return new AppFailure(storeError(storeReason(thrown)), { cause: thrown });
}

/**
 * The failure if a database cannot be copied. SQLite does not say which of the two files failed; it is probably the new
 * file.
 */
export function copyFailure(thrown: unknown): AppFailure {
  if (codeOf(thrown) !== SQLITE_IOERR) return storeFailure(thrown);
  return new AppFailure(storeError("not_writable"), { cause: thrown });
}

/** Whether the disk refused a write. It may still be possible to read. */
export const isRefusedWrite = (thrown: unknown): boolean =>
  thrown instanceof AppFailure && (thrown.error.reason === "full" || thrown.error.reason === "not_writable");

/** Whether SQLite refused a row because of a constraint, such as a unique id. */
export function violatesConstraint(thrown: unknown): boolean {
  return (codeOf(thrown) & 0xff) === SQLITE_CONSTRAINT;
}

/** SQLite's extended result code; 0 for other errors. Its lowest byte is the primary code. */
function codeOf(thrown: unknown): number {
  const { errcode } = thrown as { errcode?: unknown };
  return typeof errcode === "number" ? errcode : 0;
}

/**
 * The codes if the disk refuses a write, e.g. after the system has remounted it read-only. SQLITE_IOERR_WRITE is for an
 * open file. SQLITE_IOERR_SHMOPEN and SQLITE_IOERR_SHMSIZE are for the file of shared memory, which an opening makes.
 */
const WRITE_REFUSED: ReadonlySet<number> = new Set([778, 4_618, 4_874]);

/** SQLite's primary result codes (sqlite.org/rescode.html) and errno names, by their meaning for the user. */
function storeReason(thrown: unknown): StoreReason {
  const { code: name } = thrown as { code?: unknown };
  const extended = codeOf(thrown);
  const code = extended & 0xff;
  const message = thrown instanceof Error ? thrown.message : "";
  const text = typeof name === "string" ? `${name} ${message}` : message;
  if (code === 13 || /database or disk is full|ENOSPC|EDQUOT/i.test(text)) return "full";
  if (code === 11 || code === 26 || /malformed|not a database/i.test(text)) return "corrupt";
  if (code === 5 || code === 6 || /database (table )?is locked/i.test(text)) return "locked";
  if (WRITE_REFUSED.has(extended) || code === 8 || code === 14) return "not_writable";
  return /readonly|unable to open|EACCES|EBUSY|EPERM|EROFS|ENOTDIR|EEXIST/i.test(text)
    ? "not_writable"
    : "other";
}
