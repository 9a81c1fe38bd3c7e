import { Emitter } from "../../base/emitter.ts";

/** Requests to focus the search box on screen. */
export const findRequests = new Emitter();
