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

  constructor(
    status: number,
    code: string,
    message: string,
    more: { readonly headers?: Readonly<Record<string, string>>; readonly retryAfter?: number } = {},
  ) {
    super(message);
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

/** Makes the answer for an error. An unexpected error becomes a 500 that does not reveal its cause. */
export function failure(error: unknown, requestId: string): Answer {
  const known =
    error instanceof ServiceError
      ? error
      : new ServiceError(500, "internal_error", "The service failed unexpectedly. Try again later.");
  const body = {
    error: known.code,
    message: known.message,
    requestId,
    ...(known.retryAfter === undefined ? {} : { retryAfter: known.retryAfter }),
  };
  return { status: known.status, headers: known.headers, body: JSON.stringify(body) };
}
