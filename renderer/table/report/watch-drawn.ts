import type { QueryClient } from "@tanstack/react-query";

/** Ms between two looks at a report. */
const LOOK_EVERY_MS = 100;
/** The looks in a row that must find it drawn. An answer may lead to another query. */
const LOOKS = 3;

/** Calls `then` once nothing of the report on screen is being read or drawn. @returns ends the wait. */
export function watchDrawn(client: QueryClient, then: () => void): () => void {
  let looks = 0;
  const timer = setInterval(() => {
    looks = isDrawn(client) ? looks + 1 : 0;
    if (looks < LOOKS) return;
    clearInterval(timer);
    then();
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

function isDrawn(client: QueryClient): boolean {
  const report = document.querySelector("[data-printed]");
  return report !== null && client.isFetching() === 0 && !report.querySelector("[aria-busy=true]");
}
