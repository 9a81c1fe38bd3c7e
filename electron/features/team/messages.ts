import { sentences } from "../../../shared/base/text/texts.ts";

export const TEAM_ERRORS = sentences("team.errors", {
  noCollector: "This connection reads from no collector that keeps a team’s data.",
  readOnly: "This workstation’s token may only read. Ask for one that may annotate.",
  tooLong: "This is too long to be shared.",
  dismissed: "Another user has dismissed this value in the meantime.",
  notThere: "It does not exist any more.",
  sharedAlready: "The team has it already.",
  changed: "The team has changed it in the meantime. Try again.",
  oneByOne: "Records of this kind are shared one by one.",
});
