import { sentences } from "../../../shared/base/text/texts.ts";

export const COUNT_ERRORS = sentences("counts.errors", {
  noData: "There are no data here yet.",
  nothing: "There is nothing to count: the list has no items.",
  tooMany: "A count can have {most} items. This list has more.",
  blind: "The list of a blind count is hidden until the count is closed.",
  takenBack: "This scan was taken back in the meantime.",
  deleted: "This count was deleted.",
  noList: "The list of this count is not kept, so it cannot be compared again.",
  sharedAlready: "This count is the team’s already.",
  closed: "This count is closed.",
  stillOpen: "This count is still open.",
  listIncomplete: "The list of this count has not arrived whole yet.",
  noResult: "An open count has no result yet.",
  resultIncomplete: "The result of this count has not arrived whole yet.",
  noService: "The collector cannot reach the service at the moment. Verify the count again later.",
  question: "The refresh has a question for you. Answer it, then verify the count again.",
  checkCancelled: "The full check was cancelled. Verify the count again.",
  checkIncomplete:
    "The full check has not asked for all items that the service did not list. Verify the count again later.",
  notTeams: "This count is not the team’s.",
  noCollector: "This connection reads from no collector that keeps a team’s data.",
  readOnly: "This workstation’s token may only read. Ask for one that may annotate.",
});
