import { z } from "zod";
import { AppFailure, type AppError } from "../../shared/base/errors.ts";
import type { ErrorKind } from "../../shared/base/error-kinds.ts";
import { parseJson } from "../../shared/base/text/json.ts";
import type { Clock } from "../base/clock.ts";
import { hasTooManyParts, findJsonFault } from "./json-text.ts";
import { NETWORK_MESSAGES } from "./network-reason.ts";
import { RetryLater, parseRetryAfter } from "./request-queue.ts";
import type { Exchange } from "./transport.ts";

/** The content of an answer with status 200 (specification 2.5). */
export interface Read<T> {
  readonly body: T;
  /** Null if the service gave no request id. */
  readonly requestId: string | null;
}

/** Reads a list; its records are not checked. @throws AppFailure `protocol` if the answer is not of this API. */
export const readList = (answer: Exchange): Read<z.infer<typeof listEnvelope>> =>
  readAs(listEnvelope, answer, "a list of this API");

/** Reads a single resource. @throws AppFailure `protocol` if the answer is not of this API. */
export const readSingle = (answer: Exchange): Read<z.infer<typeof singleEnvelope>> =>
  readAs(singleEnvelope, answer, "a record of this API");

/** Reads any JSON object. @throws AppFailure `protocol` for anything else. */
export const readAny = (answer: Exchange): Read<Readonly<Record<string, unknown>>> => ({
  body: readAs(anyObject, answer, "an answer of a collector").body,
  requestId: null,
});

/** Reads the parts of a collector's answer. @throws AppFailure `protocol` for an answer of another shape. */
export function readParts<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw notACollector();
}

export const notACollector = (): AppFailure =>
  new AppFailure({ kind: "protocol", message: "The answer is not one of a collector." });

type Envelope = { readonly meta?: { readonly requestId?: string | undefined } | undefined };

function readAs<T extends Envelope>(schema: z.ZodType<T>, answer: Exchange, wanted: string): Read<T> {
  const parsed = schema.safeParse(parseBody(answer));
  if (!parsed.success) throw new AppFailure(notThisApi(answer, wanted));
  return { body: parsed.data, requestId: parsed.data.meta?.requestId ?? null };
}

/**
 * Parses the body.
 * @throws AppFailure `network` for incomplete JSON: a connection that closes early looks like the end of an answer.
 */
function parseBody(answer: Exchange): unknown {
  const { body, contentType, status } = answer;
  if (hasTooManyParts(body)) {
    const message = "The answer has more parts than any answer of this API. It was not read.";
    throw new AppFailure({ kind: "protocol", status, message });
  }
  try {
    return JSON.parse(body);
  } catch {
    // No cause is attached: its text would quote the answer.
    if (!/json/i.test(contentType)) throw new AppFailure(notThisApi(answer, "JSON"));
    const { isCutOff, path, position } = findJsonFault(body);
    if (isCutOff) throw new AppFailure({ kind: "network", reason: "reset", message: NETWORK_MESSAGES.reset });
    const place = path === "" ? `at character ${position + 1}` : `at ${path} (character ${position + 1})`;
    const message = `The service’s answer is not valid JSON ${place}. The service must mend this record or page.`;
    throw new AppFailure({ kind: "protocol", status, message });
  }
}

function notThisApi(answer: Exchange, wanted: string): AppError {
  const got = answer.contentType.split(";")[0] || "no content type";
  return {
    kind: "protocol",
    status: answer.status,
    message: `The answer is not ${wanted} (${got}). Is the base URL that of the inventory API?`,
  };
}

/** A list response (specification 2.5). Only the fields of `meta` that paging needs are required. */
export const listEnvelope = z.object({
  // Not `z.array`, which would copy the records; the store checks them one by one.
  data: z.custom<readonly unknown[]>((value) => Array.isArray(value)),
  meta: z.object({
    requestId: z.string().optional().catch(undefined),
    hasMore: z.boolean(),
    nextCursor: z.string().nullish(),
  }),
});

/** A single-resource response; for a type or a location `meta` may be missing (specification 2.5). */
export const singleEnvelope = z.object({
  data: z.record(z.string(), z.unknown()),
  meta: z
    .object({ requestId: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

const anyObject = z.record(z.string(), z.unknown());

/** An error body (specification 2.6). All parts are optional, because a proxy may have written it. */
const errorBody = z.object({
  error: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  requestId: z.string().optional().catch(undefined),
  retryAfter: z.number().min(0).optional().catch(undefined),
});

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
 * Turns an answer other than 200 into the error to throw (specification 7). A status of 400 to 499 has its
 * specified meaning only with the specification's error body (2.6). An answer without that body is from a proxy
 * or a gateway. It counts as a network failure, never as `not_found` or a refused key.
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
  // A gateway's rate limit is treated as the service's.
  if (status === 429)
    return { kind: "rate_limited", message: "The service’s limit for this key is reached." };
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

/** Whether a proxy or gateway refused a single record, which proves nothing about the record. */
export function isForeignNotFound({ reason, status }: AppError): boolean {
  return reason === "intermediary" && status === 404;
}
