import { texts } from "../../../shared/base/text/texts.ts";

export const SET_HERE = texts("policy.section", {
  intro: "These hold for everybody on this computer and cannot be changed here.",
});
