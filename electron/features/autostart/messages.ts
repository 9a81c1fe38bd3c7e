import { sentences, texts } from "../../../shared/base/text/texts.ts";

export const AUTOSTART_ERRORS = sentences("autostart.errors", {
  notHere: "Stockdeck in a browser does not start with the computer.",
  notAdded: "The system did not add Stockdeck to the programs that start with the computer.",
  notRemoved: "The system still starts Stockdeck with the computer.",
  oddPath:
    "The system starts no program whose path contains “=”: {program}. Move Stockdeck to another folder first.",
  file: "Stockdeck cannot {action, select, read {read} write {write} other {remove}} {file} ({code}).",
});

/** The comment in the entry that starts the app at login. */
export const AUTOSTART_ENTRY = texts("autostart.entry", { comment: "Refreshes the stock, and shows alerts" });
