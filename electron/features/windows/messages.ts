import { sentences } from "../../../shared/base/text/texts.ts";

export const WINDOW_ERRORS = sentences("windows.errors", {
  tooMany: "{most} windows are open, which is as many as Stockdeck opens. Close one first.",
  notHere: "This host of Stockdeck opens no windows.",
});
