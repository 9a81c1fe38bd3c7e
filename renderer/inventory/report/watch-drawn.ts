import type { QueryClient } from "@tanstack/react-query";
import { clock } from "../../base/clock.ts";

/** Ms between two checks whether a report is drawn. */
const CHECK_EVERY_MS = 100;
/**
 * The number of consecutive checks that must find the report drawn. One check is not enough, because an answer may lead
 * to another query.
 */
const CHECKS = 3;

/**
 * Calls `then` once the report on screen has all its figures. A figure that is being fetched again shows its former
 * value, so data that arrive constantly do not delay the call.
 * @returns a function that stops waiting.
 */
export function watchDrawn(client: QueryClient, then: () => void): () => void {
  let checks = 0;
  const timer = clock.every(CHECK_EVERY_MS, () => {
    checks = isDrawn(client) ? checks + 1 : 0;
    if (checks < CHECKS) return;
    timer.stop();
    then();
  });
  return () => timer.stop();
}

function isDrawn(client: QueryClient): boolean {
  const report = document.querySelector("[data-printed]");
  const first = client.isFetching({ predicate: ({ state }) => state.data === undefined });
  return report !== null && first === 0 && !report.querySelector("[aria-busy=true]");
}
