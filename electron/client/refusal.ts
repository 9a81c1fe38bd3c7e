import { AppFailure, type AppError, type ErrorKind } from "../../shared/domain/errors.ts";
import { parseJson } from "../../shared/text/parse-json.ts";
import type { Clock } from "../base/clock.ts";
import { errorBody, type ErrorBody } from "./envelope.ts";
import { TooManyRequests } from "./request-queue.ts";
import { parseRetryAfter } from "./retry-after.ts";
import type { Exchange } from "./transport.ts";

const REFUSALS: Readonly<Record<number, readonly [ErrorKind, string]>> = {
  400: ["bad_request", "The service refused the request as invalid."],
  401: ["unauthorized", "The service did not accept the API key: it is missing, mistyped or revoked."],
  403: [
    "forbidden",
    "The service refused this key: the company is inactive or not on a Pro plan, or the key lacks a scope.",
  ],
  404: ["not_found", "The service has nothing at this address for this company."],
  407: ["network", "The proxy between this machine and the service asks for a password."],
  429: ["rate_limited", "The service's limit for this key is reached."],
};

/** Turns an answer other than 200 into what is thrown for it (specification 7). */
export function refusal(answer: Exchange, clock: Clock): AppFailure | TooManyRequests {
  const body = readBody(answer.body);
  const [kind, message] = describe(answer.status);
  const error: AppError = {
    kind,
    message,
    status: answer.status,
    ...(kind === "network" ? { reason: "proxy" as const } : {}),
    ...(body.error === undefined ? {} : { serviceError: body.error.slice(0, 200) }),
    ...(body.message === undefined ? {} : { serviceMessage: body.message.slice(0, 1_000) }),
    ...(body.requestId === undefined ? {} : { requestId: body.requestId.slice(0, 200) }),
  };
  if (answer.status !== 429) return new AppFailure(error);
  const header = parseRetryAfter(answer.retryAfter, answer.serverTime ?? clock.now());
  return new TooManyRequests(
    { header, body: body.retryAfter === undefined ? null : body.retryAfter * 1_000 },
    error,
  );
}

function describe(status: number): readonly [ErrorKind, string] {
  const known = REFUSALS[status];
  if (known) return known;
  if (status >= 500) return ["server", `The service answered with an error of its own (${status}).`];
  return ["protocol", `The service answered with status ${status}, which this API does not have.`];
}

function readBody(text: string): ErrorBody {
  return errorBody.safeParse(parseJson(text)).data ?? {};
}
