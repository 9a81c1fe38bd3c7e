import type { NetworkReason } from "../../shared/base/error-kinds.ts";

/**
 * The error codes of Node and Chromium, by their meaning for the user. Node's codes include the codes of HTTP, `fetch`,
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

/** Finds the reason why a `fetch` failed, in the error and its causes. */
export function networkReason(error: unknown): NetworkReason {
  const words: string[] = [];
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    words.push("code" in at ? String(at.code) : "", at.name, at.message);
  }
  const text = words.join(" ");
  return PATTERNS.find(([pattern]) => pattern.test(text))?.[1] ?? "other";
}
