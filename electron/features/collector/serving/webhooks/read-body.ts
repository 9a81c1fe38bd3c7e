import type http from "node:http";
import type { Clock } from "../../../../base/clock.ts";

/** Ms between two checks of a body; below, the bytes that must arrive in this time: 1 kB/s. */
const [CHECKED_EVERY_MS, LEAST_BYTES] = [2_000, 2_000];

/** The limits for reading a body. */
export interface BodyLimits {
  readonly clock: Pick<Clock, "after" | "every">;
  /** The most bytes of a body. */
  readonly most: number;
  /** The most ms for the whole body. */
  readonly timeout: number;
  /**
   * Counts bytes in memory; a negative number frees bytes. @returns false if all bodies together have too many bytes.
   */
  readonly reserve: (bytes: number) => boolean;
}

/**
 * A body, or the reason why there is none. `gone`: the sender disconnected. `busy`: other bodies use all of the memory
 * for bodies.
 */
export type Body = Buffer | "too_large" | "too_slow" | "gone" | "busy";

/** Reads a body without parsing it, within limits of size and time. */
export function readBody(
  request: http.IncomingMessage,
  { clock, most, timeout, reserve }: BodyLimits,
): Promise<Body> {
  if (Number(request.headers["content-length"] ?? 0) > most) return Promise.resolve("too_large");
  // The request has already emitted its events, so new listeners would never be called.
  if (request.destroyed) return Promise.resolve("gone");
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let [size, checked] = [0, 0];
    const add = (piece: Buffer): void => {
      size += piece.length;
      const hasRoom = reserve(piece.length);
      pieces.push(piece);
      if (size > most) end("too_large");
      else if (!hasRoom) end("busy");
    };
    const end = (body: Body): void => {
      timer.stop();
      pace.stop();
      request.off("data", add).off("end", whole).off("close", gone);
      reserve(-size);
      resolve(body);
    };
    const whole = (): void => end(Buffer.concat(pieces));
    const gone = (): void => end("gone");
    const timer = clock.after(timeout, () => end("too_slow"));
    const pace = clock.every(CHECKED_EVERY_MS, () => {
      if (size - checked < LEAST_BYTES) end("too_slow");
      checked = size;
    });
    request.on("data", add).on("end", whole).on("close", gone);
  });
}
