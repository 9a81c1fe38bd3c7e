import { REFUSALS } from "./messages.ts";
import type http from "node:http";
import { parseJson } from "../../../../shared/base/text/json.ts";
import { readTeamValue } from "../../../../shared/contract/team-documents.ts";
import { COLLECTOR_DOCUMENTS, TEAM_LIMITS } from "../../../../shared/features/team/team-kinds.ts";
import {
  MAX_EDITS_BODY,
  MAX_TEAM_PAGE,
  teamEditsSchema,
  type RecordEdit,
  type TeamEdit,
  type TeamPage,
} from "../../../../shared/features/team/team-protocol.ts";
import { nextTurn, type Clock } from "../../../base/clock.ts";
import { invalid, ServiceError, success, type Answer } from "../../../api-server/answers.ts";
import { gone, numberIn } from "./own-requests.ts";
import type { ServedStore } from "./served-store.ts";
import type { CollectorToken } from "./token-table.ts";
import { readBody } from "./webhooks/read-body.ts";

type TeamStore = Pick<ServedStore, "teamRecords" | "applyEdits">;

/** The most bytes of all bodies that are read at the same time. Workstations send their edits one after another. */
const MAX_READING = 8 * MAX_EDITS_BODY;
/** The most ms for a body; the speed of a body is limited too. A workstation sends up to 1 MB at once. */
export const BODY_TIMEOUT_MS = 120_000;
let reading = 0;

/** Answers with a page of the team's records, in the order of their numbers. @throws ServiceError 400, 410. */
export async function readDocuments(
  store: TeamStore,
  epoch: string,
  { label, access }: CollectorToken,
  query: URLSearchParams,
): Promise<Answer> {
  const after = numberIn(query, "after", Number.MAX_SAFE_INTEGER, null);
  const limit = Math.max(1, numberIn(query, "limit", MAX_TEAM_PAGE, MAX_TEAM_PAGE));
  if (query.has("epoch") && query.get("epoch") !== epoch)
    throw gone("The numbering has begun again. Read all records.");
  const page = await store.teamRecords(after, limit, query.get("all") === "true");
  if (page === "notKept") throw gone("A deleted record is no longer kept. Read all records.");
  if (page === "ahead") throw gone("This number has not been given yet. Read all records.");
  return success({ ...page, epoch, right: access, label } satisfies TeamPage);
}

/** Stores edits. @param now ms since the epoch. @throws ServiceError 400, 403, 413. */
export async function storeEdits(
  store: TeamStore,
  { label, access }: CollectorToken,
  request: http.IncomingMessage,
  now: number,
  clock: Pick<Clock, "after" | "every">,
): Promise<Answer> {
  if (access !== "annotate") throw new ServiceError(403, "not_allowed", REFUSALS.readOnly);
  const {
    success: isValid,
    data,
    error,
  } = teamEditsSchema.safeParse(parseJson(await bodyOf(request, clock)));
  if (!isValid) throw invalid(`The edits cannot be read: ${error.issues[0]?.path.join(".") ?? ""}.`);
  const allowed = await acceptable(data.edits);
  const outcomes = await store.applyEdits(allowed, label, now);
  const byEdit = new Map(allowed.map(({ edit }, at) => [edit, outcomes[at]]));
  return success({
    results: data.edits.map(({ edit }) => ({ edit, outcome: byEdit.get(edit) ?? ("refused" as const) })),
  });
}

/** The number of characters of values that are checked without a pause. */
const CHECKED_AT_ONCE = 100_000;

/**
 * Finds the edits that can be stored. An edit that cannot be stored is refused alone, so that an edit of a newer
 * version does not block other edits.
 * @security nothing that cannot be read is stored, because all workstations would read it.
 */
async function acceptable(edits: readonly TeamEdit[]): Promise<readonly TeamEdit[]> {
  const taken: TeamEdit[] = [];
  let checked = 0;
  for (const edit of edits) {
    const isTaken = "dismiss" in edit || isAcceptable(edit);
    if (isTaken) taken.push(edit);
    checked += ("value" in edit ? edit.value?.length : null) ?? 0;
    // Checking takes longest for a value that does not fit its schema, so a pause follows.
    if (isTaken && checked < CHECKED_AT_ONCE) continue;
    checked = 0;
    await nextTurn();
  }
  return taken;
}

function isAcceptable({ document, id, value }: RecordEdit): boolean {
  if (!TEAM_LIMITS.has(document) || COLLECTOR_DOCUMENTS.has(document)) return false;
  // PostgreSQL cannot store NUL in an id. A value is JSON, which never contains NUL.
  if (id.includes("\0")) return false;
  return value === null || readTeamValue(document, id, value) !== undefined;
}

/** Reads a body. @throws ServiceError 400, 408, 413, 503. */
async function bodyOf(request: http.IncomingMessage, clock: Pick<Clock, "after" | "every">): Promise<string> {
  const reserve = (bytes: number): boolean => (reading += bytes) <= MAX_READING;
  const body = await readBody(request, { clock, most: MAX_EDITS_BODY, timeout: BODY_TIMEOUT_MS, reserve });
  switch (body) {
    case "too_large":
      throw new ServiceError(413, "too_large", REFUSALS.editsTooLarge);
    case "busy":
      throw new ServiceError(503, "not_ready", "Too many edits arrive at once.");
    case "too_slow":
      throw new ServiceError(408, "too_slow", "These edits arrive too slowly.");
    case "gone":
      throw invalid("The client has left.");
    default:
      return body.toString("utf8");
  }
}
