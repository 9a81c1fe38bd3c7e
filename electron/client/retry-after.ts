/** The shortest wait after a 429 in milliseconds, even if the service requests 0. */
export const SHORTEST_WAIT = 1_000;
/** The longest wait that a pass accepts, in milliseconds. */
export const LONGEST_WAIT = 15 * 60_000;

const FIRST_GUESS = 30_000;
const LONGEST_GUESS = 10 * 60_000;

/**
 * Reads a `Retry-After` header: digits are seconds (specification 8 leaves the unit open; RFC 9110 gives it), anything
 * else an HTTP date.
 * @param now the service's clock if known, in ms since the epoch.
 * @returns milliseconds to wait, 0 or more; null if the header is absent or unreadable.
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  // Date.parse would accept "-5" and "abc 1"; an HTTP date begins with the name of a day.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return null;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** The waits that a 429 requests, in milliseconds; null without one. */
export interface RetryAdvice {
  readonly header: number | null;
  readonly body: number | null;
}

/**
 * The wait after a 429 in ms, and whether the requested wait exceeds the clamp.
 * @param repeats the number of 429s since the last success.
 */
export function waitAfter429(advice: RetryAdvice, repeats: number): { wait: number; pastClamp: boolean } {
  if (advice.header === null && advice.body === null) {
    return { wait: Math.min(FIRST_GUESS * 2 ** repeats, LONGEST_GUESS), pastClamp: false };
  }
  const asked = Math.max(advice.header ?? 0, advice.body ?? 0);
  return { wait: Math.min(Math.max(asked, SHORTEST_WAIT), LONGEST_WAIT), pastClamp: asked > LONGEST_WAIT };
}
