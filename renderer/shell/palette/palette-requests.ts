import { Emitter } from "../../base/emitter.ts";

/** Requests to open the palette or the list of shortcuts, or to close what is open. */
export const paletteRequests = new Emitter<"palette" | "shortcuts">();
