import { said, type AppError } from "../../shared/base/errors.ts";
import { ANSWERS } from "./messages.ts";
import { isForeignNotFound, type Read } from "./read-answer.ts";
import type { Exchange } from "./transport.ts";

/** The refusal to request a record whose id no URL can contain. */
export const NOT_ADDRESSABLE: AppError = { kind: "not_addressable", ...said(ANSWERS.notAddressable) };

/** Whether a URL can contain an id. URL parsers remove "." and "..", and half of a surrogate pair cannot be encoded. */
export function isAddressable(id: string): boolean {
  return id !== "." && id !== ".." && id.isWellFormed();
}

/** The target of a request. It is the same for all tries of the request. */
export interface Target<T> {
  readonly path: string;
  /** The path as the log shows it, without the cursor. */
  readonly logged: string;
  /** True for a single record, false for a page. */
  readonly isRecord: boolean;
  /** The monotonic ms after which the request must not be sent. */
  readonly goodUntil: number | undefined;
  /** Reads the answer. @throws AppFailure if it does not match the request. */
  readonly read: (answer: Exchange) => Read<T>;
  /** The JSON that is sent by POST; absent for GET. */
  readonly posted?: string;
}

/** The content of an answer with status 200, and the time of the answer. */
export interface Answered<T> extends Read<T> {
  readonly serverTime: number | null;
}

/** Whether a retry may succeed, because there was no answer or the service failed internally. */
export function mayPass(error: AppError, { isRecord }: Pick<Target<unknown>, "isRecord">): boolean {
  if (error.kind === "server") return error.retryAt === undefined;
  // A proxy that refuses the address of one record would refuse it again.
  if (isRecord && isForeignNotFound(error)) return false;
  return error.kind === "network" && error.reason !== "tls" && error.reason !== "redirect";
}
