import { Emitter } from "../../base/emitter.ts";

/** Requests to open the dialog that imports a view, with a link to start with; it may be empty. */
export const importRequests = new Emitter<string>();
