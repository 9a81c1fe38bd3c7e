import type http from "node:http";
import { MAX_BODY } from "../delivery.ts";

/** Bytes of all bodies that are being read. */
const MAX_BODIES = 32 * 1024 * 1024;
/** The most of them that one sender may take. */
const MAX_OF_SENDER = MAX_BODIES / 4;
let reading = 0;
const readingOf = new Map<string, number>();

/** A body, or the reason why it is missing. `gone`: the sender has left. `busy`: others' bodies take all room. */
export type Body = Buffer | "too_large" | "too_slow" | "gone" | "busy";

/** Reads a body within the limits of its size and time; it is not parsed. @param timeout ms for all of it. */
export function readBody(request: http.IncomingMessage, sender: string, timeout: number): Promise<Body> {
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY) return Promise.resolve("too_large");
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let size = 0;
    const add = (piece: Buffer): void => {
      size += piece.length;
      const ofSender = count(sender, piece.length);
      pieces.push(piece);
      if (size > MAX_BODY) end("too_large");
      else if (reading > MAX_BODIES || ofSender > MAX_OF_SENDER) end("busy");
    };
    const end = (body: Body): void => {
      clearTimeout(timer);
      request.off("data", add).off("end", whole).off("close", gone);
      count(sender, -size);
      resolve(body);
    };
    const whole = (): void => end(Buffer.concat(pieces));
    const gone = (): void => end("gone");
    const timer = setTimeout(() => end("too_slow"), timeout);
    request.on("data", add).on("end", whole).on("close", gone);
  });
}

/** Counts bytes that are being read. @returns the sender's bytes. */
function count(sender: string, bytes: number): number {
  reading += bytes;
  const ofSender = (readingOf.get(sender) ?? 0) + bytes;
  if (ofSender > 0) readingOf.set(sender, ofSender);
  else readingOf.delete(sender);
  return ofSender;
}
