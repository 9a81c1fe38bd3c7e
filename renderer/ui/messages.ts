import { texts } from "../../shared/base/text/texts.ts";
import { listOf } from "../base/format.ts";
import type { ErrorKind, NetworkReason, StoreReason } from "../../shared/base/error-kinds.ts";

/** The kinds of errors whose reasons need no separate advice. */
type UndetailedKind = Exclude<ErrorKind, "network" | "store">;
export const KIND_TITLES: Readonly<Record<UndetailedKind, string>> = texts("ui.errors.kinds.titles", {
  unauthorized: "The key was refused (401)",
  forbidden: "The key may not read this inventory (403)",
  not_found: "Not found (404)",
  not_addressable: "The service cannot be asked for this record",
  bad_request: "The service refused the request (400)",
  rate_limited: "Rate-limited (429)",
  server: "The service has a problem",
  protocol: "This is not the inventory API",
  keychain: "The keychain refused",
  no_key: "There is no API key",
  policy: "Your administrator does not allow this",
  invalid_input: "This value cannot be used",
  other_company: "Another company’s key?",
  mass_removal: "Many items are missing",
  not_observed: "Nothing was observed then",
  update_refused: "The update was refused",
  cancelled: "Stopped",
  internal: "Something went wrong inside Stockdeck",
});
export const KIND_ADVICE: Readonly<Record<UndetailedKind, string>> = texts("ui.errors.kinds.advice", {
  unauthorized:
    "Check that the whole key was pasted and that it was not revoked, or ask an admin for a new one.",
  forbidden:
    "An admin can check that the company is active, on a Pro or Enterprise plan, and what the key covers.",
  not_found: "Check the base URL: it must be the inventory API’s own, without the path of a page.",
  not_addressable: "No URL can hold its id. Refreshes that list all records still update it.",
  bad_request: "Try again. If this keeps happening, report the request id.",
  rate_limited: "Another program may use the same key. Stockdeck waits, then continues by itself.",
  server: "It is not your connection. Try again in a moment.",
  protocol:
    "Something answered, but not in the API’s form. Check the base URL, and that no login page or gateway stands in between.",
  keychain: "Unlock the system’s keychain and try again. Until then the key is kept for this session only.",
  no_key: "Enter a key to resume refreshing. Rows already received stay readable.",
  policy: "Settings list what is set on this computer.",
  invalid_input: "Correct the value and try again.",
  other_company: "Choose: the same company, or another one that gets its own connection.",
  mass_removal: "Choose: they were removed, or the key belongs to another company.",
  not_observed: "Choose a later day.",
  update_refused: "Nothing was installed. Tell your provider of Stockdeck.",
  cancelled: "Start again at any time. Nothing already received is lost.",
  internal: "Try again. If this keeps happening, restart Stockdeck.",
});

export const NETWORK_TITLES: Readonly<Record<NetworkReason, string>> = texts("ui.errors.network.titles", {
  dns: "No such host",
  tls: "The connection is not trusted",
  refused: "The connection was refused",
  reset: "The connection broke off",
  timeout: "No answer in time",
  proxy: "The proxy blocks the connection",
  redirect: "The address redirects elsewhere",
  intermediary: "Something else answered",
  offline: "Offline",
  other: "No answer",
});
export const NETWORK_ADVICE: Readonly<Record<NetworkReason, string>> = texts("ui.errors.network.advice", {
  dns: "The name in the base URL could not be found. Check its spelling, the network and the VPN.",
  tls: "The certificate was refused. A company proxy may need its certificate installed in the system.",
  refused: "The host is there, but nothing listens at that port. Check the port of the base URL.",
  reset: "Try again. If this keeps happening, a firewall may be closing it.",
  timeout: "The host did not answer. Check the network and the VPN, then try again.",
  proxy: "The system’s proxy refused or could not be reached. Check the proxy settings of the system.",
  redirect:
    "Stockdeck never follows redirects, so that the key reaches no other host. Enter the final address.",
  intermediary:
    "A proxy, a gateway or another server answered instead of the service. Check the base URL and the network; Stockdeck tries again by itself.",
  offline: "There is no network. Stockdeck tries again as soon as there is.",
  other: "Check the base URL and the network, then try again.",
});

export const STORE_TITLES: Readonly<Record<StoreReason, string>> = texts("ui.errors.store.titles", {
  full: "The disk is full",
  not_writable: "The data folder cannot be written",
  newer: "The local data is from a newer Stockdeck",
  corrupt: "The local data was damaged",
  locked: "The local data is in use",
  other: "The local data has a problem",
});
export const STORE_ADVICE: Readonly<Record<StoreReason, string>> = texts("ui.errors.store.advice", {
  full: "Free some space. Stockdeck then continues from there.",
  not_writable: "Check the folder’s permissions, and that its disk is not read-only.",
  newer: "Update Stockdeck. The data was not touched.",
  corrupt: "The damaged file was set aside; a new copy is pulled from the service.",
  locked:
    "Another program has it open: another Stockdeck, a headless sync, or a program that reads databases. Wait until that ends.",
  other: "Restart Stockdeck. If this keeps happening, wipe the local data in Settings.",
});

export const ERRORS = texts("ui.errors", {
  serviceSays: "The service says: “{message}”",
  requestId: "Request id",
  copyRequestId: "Copy request id",
});
export const NOTICES = texts("ui.notices", {
  copied: "{what} copied",
  dismiss: "Dismiss: {title}",
  close: "Close this message",
  saved: "{file} saved",
  /** Turns words into a sentence. */
  sentence: "{words}.",
});

/** A pending update, such as "3 rows changed", and the key that shows or applies it. */
export const PENDING = texts("ui.pending", {
  /** Announced to screen readers. */
  announcement: "{summary}. Press R to {action, select, show {show} other {apply}}.",
  button: "{summary} – {action, select, show {show} other {apply}} (R)",
});
export type PendingAction = "show" | "apply";

/** The texts of every chart. */
export const CHART = texts("ui.charts", {
  asTable: "Show as table",
  total: "Total",
  notObserved: "not observed",
  nothing: "Nothing to show.",
  /** The name of a part of a bar: "Copper foil: Available, 1,250 m". */
  part: "{label}: {series}, {value}",
  /** The name of a whole bar, or of a gap: "Copper foil: 1,400 m", "12 March: not observed". */
  mark: "{label}: {value}",
});

export const PAGER = texts("ui.pager", {
  label: "Pages",
  previous: "Previous",
  next: "Next",
  /** The rows on a page of all rows: "1–100 of 250". */
  places: "{from, number}–{to, number} of {all, number}",
});

/** Joins facts to one line: "Plant 2 · 12 rows". Empty facts and null are left out. */
export const joinFacts = (...facts: readonly (string | null)[]): string =>
  facts.filter((fact) => fact !== null && fact !== "").join(" · ");

/** Buttons that many forms and dialogs have. */
export const ACTIONS = texts("ui.actions", {
  cancel: "Cancel",
  close: "Close",
  closeByKey: "Close (Esc)",
  save: "Save",
  open: "Open",
  edit: "Edit",
  copy: "Copy",
  done: "Done",
  download: "Download",
  tryAgain: "Try again",
  undo: "Undo",
});

export const TABLE = texts("ui.tables", {
  /** The accessible name of the area in which a table scrolls. */
  region: "{label}, table",
  /** The tooltip of a heading. A click on it sorts. */
  sortBy: "Sort by {column}",
});

/** The messages for an invalid number in an input field. */
export const KEY_FIELD = texts("ui.keyField", { toggle: "Toggle password visibility" });

export const NUMBER_PROBLEMS = texts("ui.numbers", {
  whole: "Write a whole number.",
  atLeast: "At least {least}.",
  atMost: "At most {most}.",
});

/**
 * Texts for the header of a grid's column. They are not in the grid's messages, because the first script loads those.
 */
export const HEADER = texts("ui.headers", {
  filtered: "Filtered: edit the filter",
  menu: "Sort, filter, hide, pin (Alt+Down)",
  width: "Drag to resize; double-click to fit",
  filterOf: "Filter of {column}",
  menuOf: "Menu of {column}",
});

/** The state of a column that its header shows. */
interface HeaderState {
  readonly label: string;
  readonly isSortable: boolean;
  /** The rank of the column if the order has several columns; null otherwise. */
  readonly place: { readonly rank: number; readonly of: number } | null;
  readonly isFiltered: boolean;
  readonly pin: "left" | "right" | undefined;
}

const MARKS = texts("ui.headers.marks", {
  place: "{rank, number} of {of, number} in the order",
  filtered: "filtered",
  left: "pinned to the left",
  right: "pinned to the right",
  sortBy: "Sort by {column} (Shift: add to the order)",
  sortByAfter: "{marks}. Sort by {column} (Shift: add to the order)",
});

/** Describes a header's marks and the effect of a click, for tooltip and screen readers. */
export function describeHeader({
  label: column,
  isSortable,
  place,
  isFiltered,
  pin,
}: HeaderState): string | undefined {
  const marks = listOf([
    ...(place ? [MARKS.place(place)] : []),
    ...(isFiltered ? [MARKS.filtered] : []),
    ...(pin ? [MARKS[pin]] : []),
  ]);
  if (!isSortable) return marks || undefined;
  return marks === "" ? MARKS.sortBy({ column }) : MARKS.sortByAfter({ marks, column });
}
