import type { Answer } from "../../../api-server/answers.ts";
import { gone, numberIn } from "./own-requests.ts";
import { dayOf, firstDay, MOST_LINES, placeOf, placeText } from "./served-days.ts";
import type { ServedStore } from "./served-store.ts";

/** The most changes in one answer. */
const MOST_CHANGES = 1_000;

/** The reasons why a client must load a snapshot. */
const REFUSALS = {
  notKept: "Changes after this number were deleted. Load a snapshot.",
  ahead: "This number has not been given yet. Load a snapshot.",
} as const;

/**
 * Answers a page of the collector's own lists. @param error the kind of the last pass's failure; null after a success.
 */
export type AnswerPage = (
  store: Pick<ServedStore, "changes" | "days">,
  query: URLSearchParams,
  error: string | null,
) => Promise<Answer>;

const bodyOf = (body: string): Answer => ({ status: 200, headers: {}, body });

const limitIn = (query: URLSearchParams, most: number): number =>
  Math.max(1, numberIn(query, "limit", most, most));

/** Answers with changes. @throws ServiceError 400, 410. */
export const answerChanges: AnswerPage = async (store, query, error) => {
  const after = numberIn(query, "after", Number.MAX_SAFE_INTEGER, null);
  const page = await store.changes(after, limitIn(query, MOST_CHANGES));
  const { epoch } = page;
  if (query.has("epoch") && query.get("epoch") !== epoch)
    throw gone("The numbering has begun again. Load a snapshot.");
  if ("refusal" in page) throw gone(REFUSALS[page.refusal]);
  const { changes, ...covered } = page;
  return bodyOf(`{"changes":${changes},${JSON.stringify({ ...covered, error }).slice(1)}`);
};

/** Answers with counted days. Otherwise a client gets counted days only in a snapshot. @throws ServiceError 400. */
export const answerDays: AnswerPage = async (store, query) => {
  const from = dayOf(query.get("from"));
  const after = query.get("after");
  const place = after === null ? firstDay(from) : placeOf(after);
  const { counted, lines, next } = await store.days(from, place, limitIn(query, MOST_LINES));
  const end = JSON.stringify(next && placeText(next));
  return bodyOf(`{"counted":${counted},"lines":[${lines.join(",")}],"next":${end}}`);
};
