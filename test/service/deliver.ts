import type { ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import { createGzip, gzipSync } from "node:zlib";
import { assertNever } from "../../shared/base/errors.ts";
import type { Answer } from "../../electron/api-server/answers.ts";
import type { Faults } from "./fault-settings.ts";
import type { Outcome } from "./faults.ts";

const HTML =
  "<!doctype html><html><head><title>Sign in</title></head><body>Sign in to the network.</body></html>";
const PADDING = Buffer.alloc(64 * 1024, " ");

/** An answer, and the faults with which it is sent. */
export interface Delivery {
  readonly answer: Answer;
  readonly faults: Faults;
  readonly outcome: Outcome;
  /** Milliseconds since the epoch, for the `Date` header. */
  readonly now: number;
}

/**
 * Writes an answer to the network, or fails according to the faults. @returns the sent status; null if no
 * status was sent.
 */
export function deliver(response: ServerResponse, delivery: Delivery): number | null {
  const { answer, faults, outcome, now } = delivery;
  if (outcome === "drop") {
    response.socket?.destroy();
    return null;
  }
  if (outcome === "stallHeaders") return null;

  setDate(response, faults, now);
  const html = outcome === "html";
  const plain = Buffer.from(html ? HTML : answer.body);
  const body = faults.gzip ? gzipSync(plain, { level: 1 }) : plain;
  const type = faults.contentType || `${html ? "text/html" : "application/json"}; charset=utf-8`;
  const status = html ? 200 : answer.status;
  const headers = {
    ...answer.headers,
    "content-type": type,
    ...(faults.gzip ? { "content-encoding": "gzip" } : {}),
  };

  switch (outcome) {
    case "stallBody":
      response.writeHead(status, { ...headers, "content-length": body.length });
      response.flushHeaders();
      break;
    case "truncate":
      response.writeHead(status, { ...headers, "content-length": body.length });
      response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.destroySoon());
      break;
    case "oversize": {
      // White space comes first, so the answer is valid JSON for a reader without a size limit. It is small
      // when compressed and large when unpacked.
      const { gzip, oversizeBytes } = faults;
      response.writeHead(status, { "content-type": type, ...(gzip ? { "content-encoding": "gzip" } : {}) });
      const body = gzip ? createGzip({ level: 1 }) : response;
      if (body !== response) body.pipe(response);
      response.once("close", () => body.destroy());
      pad(body, oversizeBytes, () => body.end(plain));
      break;
    }
    case "normal":
    case "html":
    case "redirect":
    case "tooMany":
    case "serverError":
    case "badCursor":
      response.writeHead(status, { ...headers, "content-length": body.length }).end(body);
      break;
    default:
      return assertNever(outcome, "unknown outcome");
  }
  return status;
}

function setDate(response: ServerResponse, faults: Faults, now: number): void {
  response.sendDate = false;
  if (faults.dateHeader === "absent") return;
  const malformed = faults.dateHeader === "malformed";
  response.setHeader("date", malformed ? "half past never" : new Date(now + faults.dateSkewMs).toUTCString());
}

function pad(response: Writable, bytes: number, done: () => void): void {
  let left = bytes;
  const write = (): void => {
    while (left > 0 && !response.destroyed) {
      const piece = left < PADDING.length ? PADDING.subarray(0, left) : PADDING;
      left -= piece.length;
      if (!response.write(piece)) {
        response.once("drain", write);
        return;
      }
    }
    if (!response.destroyed) done();
  };
  write();
}
