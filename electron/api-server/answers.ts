import { said, type AppError } from "../../shared/base/errors.ts";
import type { Sentence } from "../../shared/base/text/texts.ts";

/** An answer as it would be sent if no fault were simulated. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A refusal that becomes the error body of specification 2.6. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly retryAfter: number | undefined;
  /** The key and the arguments of the message, for its translation; undefined if it has no translation. */
  readonly text: AppError["text"];

  constructor(
    status: number,
    code: string,
    message: string | Sentence,
    more: { readonly headers?: Readonly<Record<string, string>>; readonly retryAfter?: number } = {},
  ) {
    const { message: english, text } = said(message);
    super(english);
    this.text = text;
    this.status = status;
    this.code = code;
    this.headers = more.headers ?? {};
    this.retryAfter = more.retryAfter;
  }
}

/** Makes a 400 (specification 7). */
export const invalid = (message: string): ServiceError => new ServiceError(400, "invalid_request", message);

/** Makes a 404. A resource of another company is not found either (specification 1). */
export const notFound = (message: string): ServiceError => new ServiceError(404, "not_found", message);

/** Makes a JSON answer with status 200. */
export const success = (body: unknown): Answer => ({ status: 200, headers: {}, body: JSON.stringify(body) });

/**
 * Makes the answer for an error. An unexpected error becomes a 500 that does not reveal its cause.
 * @param isOwn whether the request is a collector's own, and not one of the specification: its answer has the message's
 * key.
 */
export function failure(error: unknown, requestId: string, isOwn = false): Answer {
  const known =
    error instanceof ServiceError
      ? error
      : new ServiceError(500, "internal_error", "The service failed unexpectedly. Try again later.");
  const body = {
    error: known.code,
    message: known.message,
    requestId,
    ...(known.retryAfter === undefined ? {} : { retryAfter: known.retryAfter }),
    ...(isOwn && known.text !== undefined ? { text: known.text } : {}),
  };
  return { status: known.status, headers: known.headers, body: JSON.stringify(body) };
}
