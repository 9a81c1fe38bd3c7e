import { sentences } from "../../../shared/base/text/texts.ts";

export const CORE_ERRORS = sentences("core.errors", {
  noCall: "There is no such call.",
  badInput: "The input of {call} is outside the contract.",
  diskFull: "The file could not be written there. The disk is full.",
  notWritten: "The file could not be written there. Choose another folder.",
  settingsDamaged:
    "The file with your settings was damaged. It was set aside as {file}, and Stockdeck began a new one.",
  copyDamaged:
    "The file with the local copy was damaged. It was set aside as {file}, and Stockdeck began a new one.",
});
