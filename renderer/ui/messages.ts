import { formatCount } from "../base/format.ts";
import type { ErrorKind, NetworkReason, StoreReason } from "../../shared/base/error-kinds.ts";

export interface ErrorAdvice {
  readonly title: string;
  readonly advice: string;
}

/** The advice for each kind of error whose reasons need no separate advice. */
export const KIND_ADVICE: Readonly<Record<Exclude<ErrorKind, "network" | "store">, ErrorAdvice>> = {
  unauthorized: {
    title: "The key was refused (401)",
    advice: "Check that the whole key was pasted and that it was not revoked, or ask an admin for a new one.",
  },
  forbidden: {
    title: "The key may not read this inventory (403)",
    advice:
      "An admin can check that the company is active, on a Pro or Enterprise plan, and what the key covers.",
  },
  not_found: {
    title: "Not found (404)",
    advice: "Check the base URL: it must be the inventory API’s own, without the path of a page.",
  },
  not_addressable: {
    title: "The service cannot be asked for this record",
    advice: "No URL can hold its id. Refreshes that list all records still update it.",
  },
  bad_request: {
    title: "The service refused the request (400)",
    advice: "Try again. If this keeps happening, report the request id.",
  },
  rate_limited: {
    title: "Rate-limited (429)",
    advice: "Another program may use the same key. Stockdeck waits, then continues by itself.",
  },
  server: {
    title: "The service has a problem",
    advice: "It is not your connection. Try again in a moment.",
  },
  protocol: {
    title: "This is not the inventory API",
    advice:
      "Something answered, but not in the API’s form. Check the base URL, and that no login page or gateway stands in between.",
  },
  keychain: {
    title: "The keychain refused",
    advice: "Unlock the system’s keychain and try again. Until then the key is kept for this session only.",
  },
  no_key: {
    title: "There is no API key",
    advice: "Enter a key to resume refreshing. Rows already received stay readable.",
  },
  policy: {
    title: "Your administrator does not allow this",
    advice: "Settings list what is set on this computer.",
  },
  invalid_input: {
    title: "This value cannot be used",
    advice: "Correct the value and try again.",
  },
  other_company: {
    title: "Another company’s key?",
    advice: "Choose: the same company, or another one that gets its own connection.",
  },
  mass_removal: {
    title: "Many items are missing",
    advice: "Choose: they were removed, or the key belongs to another company.",
  },
  not_observed: {
    title: "Nothing was observed then",
    advice: "Choose a later day.",
  },
  update_refused: {
    title: "The update was refused",
    advice: "Nothing was installed. Tell your provider of Stockdeck.",
  },
  cancelled: {
    title: "Stopped",
    advice: "Start again at any time. Nothing already received is lost.",
  },
  internal: {
    title: "Something went wrong inside Stockdeck",
    advice: "Try again. If this keeps happening, restart Stockdeck.",
  },
};

export const NETWORK_ADVICE: Readonly<Record<NetworkReason, ErrorAdvice>> = {
  dns: {
    title: "No such host",
    advice: "The name in the base URL could not be found. Check its spelling, the network and the VPN.",
  },
  tls: {
    title: "The connection is not trusted",
    advice: "The certificate was refused. A company proxy may need its certificate installed in the system.",
  },
  refused: {
    title: "The connection was refused",
    advice: "The host is there, but nothing listens at that port. Check the port of the base URL.",
  },
  reset: {
    title: "The connection broke off",
    advice: "Try again. If this keeps happening, a firewall may be closing it.",
  },
  timeout: {
    title: "No answer in time",
    advice: "The host did not answer. Check the network and the VPN, then try again.",
  },
  proxy: {
    title: "The proxy blocks the connection",
    advice: "The system’s proxy refused or could not be reached. Check the proxy settings of the system.",
  },
  redirect: {
    title: "The address redirects elsewhere",
    advice:
      "Stockdeck never follows redirects, so that the key reaches no other host. Enter the final address.",
  },
  intermediary: {
    title: "Something else answered",
    advice:
      "A proxy, a gateway or another server answered instead of the service. Check the base URL and the network; Stockdeck tries again by itself.",
  },
  offline: {
    title: "Offline",
    advice: "There is no network. Stockdeck tries again as soon as there is.",
  },
  other: {
    title: "No answer",
    advice: "Check the base URL and the network, then try again.",
  },
};

export const STORE_ADVICE: Readonly<Record<StoreReason, ErrorAdvice>> = {
  full: {
    title: "The disk is full",
    advice: "Free some space. Stockdeck then continues from there.",
  },
  not_writable: {
    title: "The data folder cannot be written",
    advice: "Check the folder’s permissions, and that its disk is not read-only.",
  },
  newer: {
    title: "The local data is from a newer Stockdeck",
    advice: "Update Stockdeck. The data was not touched.",
  },
  corrupt: {
    title: "The local data was damaged",
    advice: "The damaged file was set aside; a new copy is pulled from the service.",
  },
  locked: {
    title: "The local data is in use",
    advice:
      "Another program has it open: another Stockdeck, a headless sync, or a program that reads databases. Wait until that ends.",
  },
  other: {
    title: "The local data has a problem",
    advice: "Restart Stockdeck. If this keeps happening, wipe the local data in Settings.",
  },
};

export const serviceSays = (message: string): string => `The service says: “${message}”`;
export const REQUEST_ID = "Request id";
export const COPY_REQUEST_ID = "Copy request id";
export const copied = (what: string): string => `${what} copied`;
export const UNDO = "Undo";
export const dismissLabel = (title: string): string => `Dismiss: ${title}`;

const PENDING_ACTIONS = { show: "show", apply: "apply" };
export type PendingAction = keyof typeof PENDING_ACTIONS;
/** A pending update for screen readers: "3 rows changed. Press R to apply." */
export const pendingAnnouncement = (summary: string, action: PendingAction): string =>
  `${summary}. Press R to ${PENDING_ACTIONS[action]}.`;
/** A pending update on a button: "3 rows changed – apply (R)". */
export const pendingLabel = (summary: string, action: PendingAction): string =>
  `${summary} – ${PENDING_ACTIONS[action]} (R)`;

/** The texts of every chart. */
export const CHART = {
  asTable: "Show as table",
  total: "Total",
  notObserved: "not observed",
  nothing: "Nothing to show.",
};
/** A part of a bar: "Copper foil: Available, 1,250 m". */
export const partName = (label: string, series: string, value: string): string =>
  `${label}: ${series}, ${value}`;
/** A whole bar, or a gap: "Copper foil: 1,400 m", "12 March: not observed". */
export const markName = (label: string, value: string): string => `${label}: ${value}`;

export const PAGER = { label: "Pages", previous: "Previous", next: "Next" };
/** "1–100 of 250". */
export const placesOf = (from: number, to: number, all: number): string =>
  `${formatCount(from)}–${formatCount(to)} of ${formatCount(all)}`;

/** The tooltip of a heading that sorts. */
export const sortBy = (column: string): string => `Sort by ${column}`;

/** Joins facts to one line: "Plant 2 · 12 rows". Empty facts and null are left out. */
export const joinFacts = (...facts: readonly (string | null)[]): string =>
  facts.filter((fact) => fact !== null && fact !== "").join(" · ");

/** Buttons that many forms and dialogs have. */
export const ACTIONS = {
  cancel: "Cancel",
  close: "Close",
  save: "Save",
  open: "Open",
  edit: "Edit",
  copy: "Copy",
  done: "Done",
  download: "Download",
  tryAgain: "Try again",
};

export const CLOSE_BY_KEY = "Close (Esc)";

/** The accessible name of the region in which a table scrolls. */
export const tableRegion = (label: string): string => `${label}, table`;

/** The messages for an invalid number in an input field. */
export const NUMBER_PROBLEMS = {
  whole: "Write a whole number.",
  atLeast: (least: string): string => `At least ${least}.`,
  atMost: (most: string): string => `At most ${most}.`,
};
export const CLOSE_NOTICE = "Close this message";

/** The header of a column of the grid. These texts are not in the grid's messages, which the first script loads. */
export const HEADER = {
  filtered: "Filtered: edit the filter",
  menu: "Sort, filter, hide, pin (Alt+Down)",
  width: "Drag to resize; double-click to fit",
};
export const filterOf = (column: string): string => `Filter of ${column}`;
export const menuLabel = (column: string): string => `Menu of ${column}`;

/** The state of a column that its header shows. */
interface HeaderState {
  readonly label: string;
  readonly isSortable: boolean;
  /** Its rank in an order by several columns; null otherwise. */
  readonly place: { readonly rank: number; readonly of: number } | null;
  readonly isFiltered: boolean;
  readonly pin: "left" | "right" | undefined;
}

const PINNED: Readonly<Record<"left" | "right", string>> = {
  left: "pinned to the left",
  right: "pinned to the right",
};

/** Describes a header's marks and its click action, for the tooltip and for screen readers. */
export function describeHeader({
  label,
  isSortable,
  place,
  isFiltered,
  pin,
}: HeaderState): string | undefined {
  const marks = [
    ...(place ? [`${place.rank} of ${place.of} in the order`] : []),
    ...(isFiltered ? ["filtered"] : []),
    ...(pin ? [PINNED[pin]] : []),
  ].join(", ");
  if (!isSortable) return marks || undefined;
  const hint = `Sort by ${label} (Shift: add to the order)`;
  return marks === "" ? hint : `${marks}. ${hint}`;
}
