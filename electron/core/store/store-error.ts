import { AppFailure, type AppError, type StoreReason } from "../../../shared/errors.ts";

const MESSAGES: Readonly<Record<StoreReason, string>> = {
  full: "The disk is full. Nothing was lost; free some space and refresh.",
  not_writable: "Stockdeck may not write to its data folder. Check the folder's permissions.",
  newer:
    "The local data was written by a newer version of Stockdeck. It was left untouched; install that version.",
  corrupt: "The local data is damaged.",
  locked: "Another Stockdeck process is using this data folder.",
  other: "The local data could not be read or written.",
};

const SQLITE_CONSTRAINT = 19;

/** An error about local data, with what to do about it. */
export function storeError(reason: StoreReason, detail?: string): AppError {
  return { kind: "store", reason, message: detail ? `${MESSAGES[reason]} (${detail})` : MESSAGES[reason] };
}

/** What an exception of SQLite or the file system means. */
export function storeFailure(thrown: unknown): AppFailure {
  if (thrown instanceof AppFailure) return thrown;
  return new AppFailure(storeError(storeReason(thrown)), { cause: thrown });
}

/** Whether SQLite refused a row because it breaks a constraint, as one whose id is there already. */
export function violatesConstraint(thrown: unknown): boolean {
  return primaryCode(thrown) === SQLITE_CONSTRAINT;
}

function primaryCode(thrown: unknown): number {
  const { errcode } = thrown as { errcode?: unknown };
  return typeof errcode === "number" ? errcode & 0xff : 0;
}

/** SQLite's primary result codes (sqlite.org/rescode.html) and errno names, by what they mean for a person. */
function storeReason(thrown: unknown): StoreReason {
  const { code: name } = thrown as { code?: unknown };
  const code = primaryCode(thrown);
  const message = thrown instanceof Error ? thrown.message : "";
  const text = typeof name === "string" ? `${name} ${message}` : message;
  if (code === 13 || /database or disk is full|ENOSPC|EDQUOT/i.test(text)) return "full";
  if (code === 11 || code === 26 || /malformed|not a database/i.test(text)) return "corrupt";
  if (code === 5 || code === 6 || /database (table )?is locked/i.test(text)) return "locked";
  if (code === 8 || code === 14 || /readonly|unable to open|EACCES|EPERM|EROFS|ENOTDIR|EEXIST/i.test(text))
    return "not_writable";
  return "other";
}
