import { AppFailure } from "../../../../shared/base/errors.ts";
import { type StoreReason } from "../../../../shared/base/error-kinds.ts";
import { networkReason } from "../../../client/network-reason.ts";
import { unreachable } from "./fetch-manifest.ts";
import { refused } from "./update-manifest.ts";

const DISK: Readonly<Record<string, StoreReason>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EACCES: "not_writable",
  EPERM: "not_writable",
  EROFS: "not_writable",
};
const DISK_MESSAGES = {
  full: "There is not enough space on the disk for the update.",
  not_writable: "The update cannot be written to its place on the disk.",
} as const;

/** Turns an error of electron-updater, disk or network into a failure with a remedy. */
export function updateFailure(thrown: unknown): AppFailure {
  if (thrown instanceof AppFailure) return thrown;
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const code = "code" in error ? String(error.code) : "";
  if (code === "ERR_CHECKSUM_MISMATCH")
    return refused(
      "The update was refused: the downloaded file is not the one that the publisher signed. It has been deleted.",
      { cause: error },
    );
  if (code === "ERR_UPDATER_INVALID_SIGNATURE")
    return refused("The update was refused: its installer is not signed by the publisher.", { cause: error });
  const reason = DISK[code];
  if (reason === "full" || reason === "not_writable")
    return new AppFailure({ kind: "store", reason, message: DISK_MESSAGES[reason] }, { cause: error });
  if (/, status 404/.test(error.message))
    return new AppFailure(
      { kind: "not_found", message: "The update server does not have the file of this version." },
      { cause: error },
    );
  return unreachable(networkReason(error), error);
}

/** The failure of an installation, which needs no network: an unknown error is no failure of the connection. */
export function installFailure(thrown: unknown): AppFailure {
  const failure = updateFailure(thrown);
  const { kind } = failure.error;
  if (kind !== "network" && kind !== "not_found") return failure;
  return refused("The update could not be installed.", { cause: thrown });
}
