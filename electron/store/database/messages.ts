import type { StoreReason } from "../../../shared/base/error-kinds.ts";
import { sentences, type Sentence } from "../../../shared/base/text/texts.ts";

/** A sentence for each failure of the local data. */
export const STORE_SENTENCES: Readonly<Record<StoreReason, Sentence>> = sentences("store", {
  full: "The disk is full. Nothing was lost; free some space and refresh.",
  not_writable: "Stockdeck cannot write to its data folder.",
  newer:
    "The local data was written by a newer version of Stockdeck. It was left untouched; install that version.",
  corrupt: "The local data is damaged.",
  locked: "Another program is using the local data.",
  other: "The local data could not be read or written.",
});

export const STORE_ERRORS = sentences("store.errors", {
  noData: "The local data could not be read or written. (there is no data here yet)",
  newerVersion:
    "The local data was written by a newer version of Stockdeck. It was left untouched; install that version. (version {version}, known up to {newest})",
  stopped: "The part of Stockdeck that keeps local data has stopped. Try again.",
  closed: "This part of Stockdeck is closed.",
  massRemoval:
    "The service no longer returns {rows} of {all} items. Nothing was changed: it may be another company’s key, or a big clean-up.",
  nothingObserved: "Nothing was observed yet: the first pull is not complete.",
  notObserved: "Nothing was observed before {time}.",
});

/** The message if another process uses the data folder. */
export const FOLDER_IN_USE = sentences("store.inUse", {
  sync: "Another Stockdeck process is using this data folder. (one process at a time may sync a data folder)",
  forget:
    "Another Stockdeck process is using this data folder. (quit it, then run this again; nothing was removed)",
});
