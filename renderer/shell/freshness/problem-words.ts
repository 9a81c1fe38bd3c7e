import type { AppError } from "../../../shared/domain/errors.ts";
import type { SyncStatus } from "../../../shared/domain/status.ts";
import { adviseOn } from "../../ui/error-advice.ts";

/**
 * What made the last refresh fail and needs somebody: an answer that is not the API's, or trouble with the local data.
 * Null where there is no such thing, and during the first pull, which says it itself.
 */
export function problemOf({ error, firstPullComplete }: SyncStatus): AppError | null {
  const needsSomebody = error?.kind === "protocol" || error?.kind === "store";
  return needsSomebody && firstPullComplete ? error : null;
}

/** Such a problem in words: what happened, what to do, and what Stockdeck does meanwhile. */
export function problemWords(problem: AppError): { readonly title: string; readonly text: string } {
  if (problem.kind === "protocol") {
    const report = problem.requestId ? ", and report the request id" : "";
    return {
      title: "The service's answer cannot be used.",
      text: `${problem.message} Nothing was changed, and Stockdeck tries again at the next refresh. If it stays, check that no login page or gateway stands in between${report}.`,
    };
  }
  const { title, advice } = adviseOn(problem);
  const remedy =
    problem.reason === "corrupt"
      ? "Restart Stockdeck: the damaged file is then set aside, and a new copy is pulled."
      : advice;
  return {
    title: `${title}.`,
    text: `${remedy} What was kept stays readable below, nothing of it is lost, and Stockdeck tries again at the next refresh.`,
  };
}
