import { AppFailure, type AppError } from "../../shared/base/errors.ts";
import { type ErrorKind } from "../../shared/base/error-kinds.ts";
import { parseJson } from "../../shared/base/text/json.ts";
import type { Clock } from "../base/clock.ts";
import { errorBody } from "./envelope.ts";
import { hasTooManyParts } from "./json-text.ts";
import { NETWORK_MESSAGES } from "./network-reason.ts";
import { RetryLater } from "./request-queue.ts";
import { parseRetryAfter } from "./retry-after.ts";
import type { Exchange } from "./transport.ts";

/** The meaning of a status with the error body of the specification (specification 7). */
const REFUSALS: Readonly<Record<number, readonly [ErrorKind, string]>> = {
  400: ["bad_request", "The service refused the request as invalid."],
  401: ["unauthorized", "The service did not accept the API key: it is missing, mistyped or revoked."],
  403: [
    "forbidden",
    "The service refused this key: the company is inactive or not on a Pro plan, or the key lacks a scope.",
  ],
  404: ["not_found", "The service has nothing at this address for this company."],
};

/**
 * Turns an answer other than 200 into the error to throw (specification 7). A status of 400 to 499 has its specified
 * meaning only with the specification's error body (2.6). Without it a proxy or a gateway has answered: a network
 * failure, never `not_found` or a refused key.
 */
export function refusal(answer: Exchange, clock: Clock): AppFailure | RetryLater {
  const parsed = hasTooManyParts(answer.body) ? null : parseJson(answer.body);
  const body = errorBody.safeParse(parsed).data ?? {};
  const isService = [body.error, body.message, body.requestId].every((part) => part !== undefined);
  const error: AppError = {
    ...describe(answer.status, isService),
    status: answer.status,
    ...(body.error === undefined ? {} : { serviceError: body.error.slice(0, 200) }),
    ...(body.message === undefined ? {} : { serviceMessage: body.message.slice(0, 1_000) }),
    ...(body.requestId === undefined ? {} : { requestId: body.requestId.slice(0, 200) }),
  };
  const header = parseRetryAfter(answer.retryAfter, answer.serverTime ?? clock.now());
  const advice = { header, body: body.retryAfter === undefined ? null : body.retryAfter * 1_000 };
  const asksToWait = answer.status === 503 && (advice.header ?? advice.body) !== null;
  return answer.status === 429 || asksToWait ? new RetryLater(advice, error) : new AppFailure(error);
}

function describe(status: number, isService: boolean): Pick<AppError, "kind" | "message" | "reason"> {
  if (status === 407) {
    const message = "The proxy between this machine and the service asks for a password.";
    return { kind: "network", reason: "proxy", message };
  }
  // A gateway that limits a key limits it as the service does.
  if (status === 429)
    return { kind: "rate_limited", message: "The service's limit for this key is reached." };
  if (status >= 500)
    return { kind: "server", message: `The service answered with an error of its own (${status}).` };
  if (status >= 400 && !isService)
    return {
      kind: "network",
      reason: "intermediary",
      message: `${NETWORK_MESSAGES.intermediary} (Status ${status}.)`,
    };
  const [kind, message] = REFUSALS[status] ?? [
    "protocol",
    `The service answered with status ${status}, which this API does not have.`,
  ];
  return { kind, message };
}

/** Whether another server than the service refused one record. Its answer proves nothing about the record. */
export function isForeignNotFound({ reason, status }: AppError): boolean {
  return reason === "intermediary" && status === 404;
}
