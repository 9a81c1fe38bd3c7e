import type { CallOutput } from "../../shared/contract/contract.ts";
import { toAppError, type AppError } from "../../shared/base/errors.ts";
import { isLasting } from "../../shared/base/lasting-errors.ts";
import type { Resource } from "../../shared/inventory/resource-names.ts";
import type { SyncEngine } from "./sync-engine.ts";

type Outcome = CallOutput<"verifyRecords">[number];

/** Verifies records one after the other (`getItem` each). A lasting failure ends the run. */
export async function verifyRecords(
  engine: Pick<SyncEngine, "refreshRecord">,
  resource: Resource,
  ids: readonly string[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let lasting: AppError | null = null;
  for (const id of ids) {
    const outcome: Outcome = lasting
      ? { id, outcome: "failed", error: lasting }
      : await verifyRecord(engine, resource, id);
    if (outcome.outcome === "failed" && outcome.error && isLasting(outcome.error)) lasting = outcome.error;
    outcomes.push(outcome);
  }
  return outcomes;
}

async function verifyRecord(
  engine: Pick<SyncEngine, "refreshRecord">,
  resource: Resource,
  id: string,
): Promise<Outcome> {
  try {
    const { changed } = await engine.refreshRecord(resource, id);
    return { id, outcome: changed ? "changed" : "same", error: null };
  } catch (thrown) {
    const error = toAppError(thrown);
    return { id, outcome: error.kind === "not_found" ? "gone" : "failed", error };
  }
}
