import { Emitter } from "../../base/emitter.ts";

export const findRequests = new Emitter();
