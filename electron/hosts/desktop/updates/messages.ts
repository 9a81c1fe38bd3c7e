import { sentences } from "../../../../shared/base/text/texts.ts";

/** The refusals of calls, and the reasons why a chosen update was not installed. */
export const UPDATE_REFUSALS = sentences("desktop.updates", {
  build: "This build does not update itself.",
  administrator: "Updates are switched off by your administrator.",
  nothingNew: "There is no update to download.",
  notReady: "No update has been downloaded.",
  notInstalled: "Stockdeck {version} was not installed. It is tried again when you quit.",
  export:
    "Stockdeck {version} was not installed, because an export was running. It is tried again when you quit.",
  firstPull:
    "Stockdeck {version} was not installed, because the first pull was running. It is tried again when you quit.",
});

/** The errors of a release or of its file that prevent an installation. */
export const UPDATE_FAULTS = sentences("desktop.updates.faults", {
  replayed:
    "The update server offers Stockdeck {offered}, although it offered {before} before. The older version is not installed.",
  notSigned:
    "The update was refused: its description is not signed by the publisher of this Stockdeck. It may have been changed on its way.",
  unreadable: "The update was refused: its description cannot be read.",
  otherFile:
    "The update was refused: the downloaded file is not the one that the publisher signed. It has been deleted.",
  installerNotSigned: "The update was refused: its installer is not signed by the publisher.",
  tooLarge: "The update was refused: the file is larger than the publisher signed.",
  notForThis: "The update was refused: it has no file for this system.",
  changed: "The update was not installed, because its file was changed after it had been downloaded.",
  notInstalled: "The update could not be installed.",
});

/** The sentences about the update server and its answers. */
export const UPDATE_SERVER = sentences("desktop.updates.server", {
  status: "The update server answered with status {status}.",
  answerTooLarge: "The update server’s answer is too large.",
  noRelease: "The update server has no release for this system.",
  noFile: "The update server does not have the file of this version.",
});

/** The sentence for each network failure. All reasons without an own sentence use `other`. */
export const UPDATE_NETWORK = sentences("desktop.updates.network", {
  offline: "This computer has no network connection.",
  dns: "The update server’s name could not be found.",
  tls: "The update server’s certificate was not accepted.",
  timeout: "The update server did not answer in time.",
  reset: "The connection to the update server broke off.",
  proxy: "The proxy refused the connection to the update server.",
  other: "The update server could not be reached.",
});

/** The sentences for a disk on which an update cannot be stored. */
export const UPDATE_DISK = sentences("desktop.updates.disk", {
  full: "There is not enough space on the disk for the update.",
  not_writable: "The update cannot be written to its place on the disk.",
});
