/**
 * Every way in which a call can fail, as a closed set. The screen, the headless exit codes and the engine's
 * next step are all chosen by the kind, never by a message's text.
 */
export const ERROR_KINDS = [
  "unauthorized", // 401: the key is missing, invalid or revoked
  "forbidden", // 403: company inactive, not on Pro, or the key lacks scope
  "not_found", // 404: no such resource in this company
  "not_addressable", // a record whose id cannot stand in a URL: the service cannot be asked for it
  "bad_request", // 400: the service refused the request (or its cursor)
  "rate_limited", // 429 past what the client waits for
  "server", // 5xx
  "network", // no answer: DNS, TLS, refused, reset, timed out
  "protocol", // an answer that the specification does not allow
  "store", // local data: disk full, not writable, corrupt, locked, newer than the app
  "keychain", // the OS keychain refused
  "no_key", // nothing to authenticate with
  "policy", // what an administrator has set on this computer does not allow it
  "invalid_input", // a call outside the contract, or a query that names what does not exist
  "other_company", // nothing that is known here is known to the service: another company's key?
  "mass_removal", // a full check did not see over 5 % of the items: the user has to say what that means
  "update_refused", // an update that is not the publisher's newest: wrong signature, wrong bytes, or older than before
  "cancelled", // the user stopped it
  "internal", // a defect of Stockdeck
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** Why no answer came, if the platform tells. */
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

/** The reasons for which local data cannot be used. */
export const STORE_REASONS = ["full", "not_writable", "newer", "corrupt", "locked", "other"] as const;
export type StoreReason = (typeof STORE_REASONS)[number];
