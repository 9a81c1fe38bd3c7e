import { Emitter } from "../../base/emitter.ts";

export const paletteRequests = new Emitter<"palette" | "shortcuts">();
