import { sentences } from "../../../shared/base/text/texts.ts";

export const UPDATE_ERRORS = sentences("updates.errors", {
  notHere: "Stockdeck in a browser does not update itself.",
  export: "An export is running. Install the update when it has ended.",
  firstPull: "The first pull is running. Install the update when it has ended.",
});
