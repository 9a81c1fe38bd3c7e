import type { NetworkReason } from "../../shared/base/error-kinds.ts";

/**
 * Error codes of Node and Chromium, by their meaning for the user. Node's codes include those of HTTP, `fetch`,
 * zlib and OpenSSL.
 */
const PATTERNS: readonly (readonly [RegExp, NetworkReason])[] = [
  [/redirect/i, "redirect"],
  [/PROXY|TUNNEL_CONNECTION/i, "proxy"],
  [/ENOTFOUND|EAI_AGAIN|ERR_NAME_|DNS/i, "dns"],
  [/INTERNET_DISCONNECTED|ENETUNREACH|ENETDOWN|NETWORK_CHANGED|ADDRESS_UNREACHABLE|EHOSTUNREACH/i, "offline"],
  [/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_|EPROTO/i, "tls"],
  [/ECONNREFUSED|CONNECTION_REFUSED/i, "refused"],
  [/TIMED?_?OUT|ETIMEDOUT|TimeoutError/i, "timeout"],
  [
    /ECONNRESET|EPIPE|UND_ERR_SOCKET|CONNECTION_(RESET|CLOSED|ABORTED)|EMPTY_RESPONSE|terminated|aborted|INCOMPLETE|CONTENT_LENGTH_MISMATCH|PREMATURE_CLOSE|HPE_|Z_(BUF|DATA)_ERROR/i,
    "reset",
  ],
];

/** The reason why a `fetch` failed. It is found in the codes and texts of the error and its causes. */
export function networkReason(error: unknown): NetworkReason {
  const words: string[] = [];
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    words.push("code" in at ? String(at.code) : "", at.name, at.message);
  }
  const text = words.join(" ");
  return PATTERNS.find(([pattern]) => pattern.test(text))?.[1] ?? "other";
}

/** The message for each network failure, with the setting to check. */
export const NETWORK_MESSAGES: Readonly<Record<NetworkReason, string>> = {
  dns: "The server’s name could not be found. Check the base URL’s spelling and this machine’s DNS.",
  tls: "No secure connection could be made: the server’s certificate was not accepted.",
  refused: "The server refused the connection. Is the service running at that address and port?",
  reset: "The connection broke off before the answer was complete.",
  timeout: "The server did not answer in time.",
  proxy:
    "The proxy between this machine and the service refused or failed, or is neither an http nor an https proxy.",
  redirect:
    "The server answered with a redirect. Stockdeck does not follow redirects, so that the key never reaches another server; enter the final address.",
  offline: "This machine has no network connection.",
  intermediary:
    "Something between this machine and the service answered, not the service itself: a proxy, a gateway or another server. Check the base URL and the network.",
  other: "The service could not be reached.",
};
