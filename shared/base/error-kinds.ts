/**
 * The kinds of failure of a call, as a closed set. The screen, the exit code and the engine's next step depend on the
 * kind, never on the text of the message.
 */
export const ERROR_KINDS = [
  "unauthorized", // 401: the key is missing, invalid or revoked
  "forbidden", // 403: company inactive, not on Pro, or the key lacks scope
  "not_found", // 404: no such resource in this company
  "not_addressable", // a record whose id does not fit into a URL, so that it cannot be requested
  "bad_request", // 400: the service refused the request or its cursor
  "rate_limited", // 429: the service asks for a longer wait than the client accepts
  "server", // 5xx
  "network", // no answer: DNS, TLS, refused, reset, timed out
  "protocol", // an answer that the specification does not allow
  "store", // local data cannot be used: disk full, not writable, corrupt, locked, or newer than the app
  "keychain", // the keychain of the operating system refused
  "no_key", // no API key
  "policy", // the administrator's policy forbids the action
  "invalid_input", // a call outside the contract, or a query with unknown names
  "other_company", // the service knows none of the rows in the copy: the key may belong to another company
  "mass_removal", // a full check did not return more than 5 % of the items: the user must decide
  "not_observed", // a past moment before the first observation of the data
  "update_refused", // not the publisher's newest update: wrong signature, wrong bytes, or older than before
  "cancelled", // the user stopped it
  "internal", // a defect of Stockdeck
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** The reasons why the service itself did not answer a request. */
export const NETWORK_REASONS = [
  "dns",
  "tls",
  "refused",
  "reset",
  "timeout",
  "proxy",
  "redirect",
  "offline",
  "intermediary",
  "other",
] as const;
export type NetworkReason = (typeof NETWORK_REASONS)[number];

/** The reasons why local data cannot be used. */
export const STORE_REASONS = ["full", "not_writable", "newer", "corrupt", "locked", "other"] as const;
export type StoreReason = (typeof STORE_REASONS)[number];
