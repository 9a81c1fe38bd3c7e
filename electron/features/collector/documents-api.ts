import type http from "node:http";
import { parseJson } from "../../../shared/base/text/json.ts";
import { COLLECTOR_DOCUMENTS } from "../../../shared/features/team/team-kinds.ts";
import {
  MAX_EDITS_BODY,
  MAX_TEAM_PAGE,
  teamEditsSchema,
  type TeamPage,
} from "../../../shared/features/team/team-protocol.ts";
import { invalid, ServiceError, success, type Answer } from "../../api-server/answers.ts";
import { gone, numberIn } from "./own-requests.ts";
import type { ServedStore } from "./served-store.ts";
import type { CollectorToken } from "./token-table.ts";

type TeamStore = Pick<ServedStore, "teamRecords" | "applyEdits">;

/** The most bytes of all bodies that are read at once: workstations send their edits in turn. */
const MAX_READING = 8 * MAX_EDITS_BODY;
let reading = 0;

/** Answers a page of the team's records, in the order of their numbers. @throws ServiceError 400, 410. */
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
  return success({ ...page, epoch, right: access, label, evaluatesRules: true } satisfies TeamPage);
}

/** Stores edits. @param now ms since the epoch. @throws ServiceError 400, 403, 413. */
export async function storeEdits(
  store: TeamStore,
  { label, access }: CollectorToken,
  request: http.IncomingMessage,
  now: number,
): Promise<Answer> {
  if (access !== "annotate")
    throw new ServiceError(403, "not_allowed", "This token may only read. Ask for one that may annotate.");
  const { success: isValid, data, error } = teamEditsSchema.safeParse(parseJson(await bodyOf(request)));
  if (!isValid) throw invalid(`The edits cannot be read: ${error.issues[0]?.path.join(".") ?? ""}.`);
  const allowed = data.edits.filter((edit) => "dismiss" in edit || !COLLECTOR_DOCUMENTS.has(edit.document));
  const outcomes = await store.applyEdits(allowed, label, now);
  const byEdit = new Map(allowed.map(({ edit }, at) => [edit, outcomes[at]]));
  return success({
    results: data.edits.map(({ edit }) => ({ edit, outcome: byEdit.get(edit) ?? ("refused" as const) })),
  });
}

/** Reads a body. The server ends a request that takes too long. @throws ServiceError 413, 503. */
async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of request as AsyncIterable<Buffer>) {
      size += piece.length;
      reading += piece.length;
      if (size > MAX_EDITS_BODY) throw new ServiceError(413, "too_large", "These edits are too large.");
      if (reading > MAX_READING) throw new ServiceError(503, "not_ready", "Too many edits arrive at once.");
      pieces.push(piece);
    }
  } finally {
    reading -= size;
  }
  return Buffer.concat(pieces).toString("utf8");
}
