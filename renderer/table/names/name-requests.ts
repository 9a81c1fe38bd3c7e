import { Emitter } from "../../base/emitter.ts";

/** Requests to open the dialog that names an id. */
export const nameDialogs = new Emitter<string>();
