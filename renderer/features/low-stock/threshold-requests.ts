import { Emitter } from "../../base/emitter.ts";

/** Requests to import thresholds from a file. */
export const thresholdImports = new Emitter();

/** Requests to open the dialog that sets a material type's threshold. */
export const thresholdDialogs = new Emitter<{ readonly id: string; readonly name: string }>();
