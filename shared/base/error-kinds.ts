/**
 * The kinds of failure of a call, as a closed set. Screen, exit code and the engine's next step depend on the kind,
 * never on a message's text.
 */
export const ERROR_KINDS = [
  "unauthorized", // 401: the key is missing, invalid or revoked
  "forbidden", // 403: company inactive, not on Pro, or the key lacks scope
  "not_found", // 404: no such resource in this company
  "not_addressable", // a record whose id does not fit into a URL, so that it cannot be requested
  "bad_request", // 400: the service refused the request (or its cursor)
  "rate_limited", // a 429 with a longer wait than the client accepts
  "server", // 5xx
  "network", // no answer: DNS, TLS, refused, reset, timed out
  "protocol", // an answer that the specification does not allow
  "store", // local data: disk full, not writable, corrupt, locked, newer than the app
  "keychain", // the OS keychain refused
  "no_key", // no API key
  "policy", // the administrator's policy forbids it
  "invalid_input", // a call outside the contract, or a query with unknown names
  "other_company", // the service knows none of the copy's rows: the key may belong to another company
  "mass_removal", // a full check did not return over 5 % of the items: the user must decide
  "not_observed", // a past moment before the first observation
  "update_refused", // not the publisher's newest update: wrong signature, wrong bytes, or older than before
  "cancelled", // the user stopped it
  "internal", // a defect of Stockdeck
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** The reasons why a request got no answer of the service itself. */
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
