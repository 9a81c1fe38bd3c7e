import { sentenceKeySchema } from "../../shared/base/error-schema.ts";
import { z } from "zod";
import { AppFailure, said, type AppError } from "../../shared/base/errors.ts";
import type { ErrorKind } from "../../shared/base/error-kinds.ts";
import type { Sentence } from "../../shared/base/text/texts.ts";
import { parseJson } from "../../shared/base/text/json.ts";
import type { Clock } from "../base/clock.ts";
import { hasTooManyParts, findJsonFault } from "./json-text.ts";
import { ANSWERS, NETWORK_SENTENCES, REFUSED } from "./messages.ts";
import { RetryLater, parseRetryAfter } from "./request-queue.ts";
import type { Exchange } from "./transport.ts";

/** The content of an answer with status 200 (specification 2.5). */
export interface Read<T> {
  readonly body: T;
  /** The request id of the service; null if the service sent no id. */
  readonly requestId: string | null;
}

/**
 * Reads a list without checking its records. @throws AppFailure `protocol` if the answer does not come from this API.
 */
export const readList = (answer: Exchange): Read<z.infer<typeof listEnvelope>> =>
  readAs(listEnvelope, answer, "list");

/** Reads a single resource. @throws AppFailure `protocol` if the answer does not come from this API. */
export const readSingle = (answer: Exchange): Read<z.infer<typeof singleEnvelope>> =>
  readAs(singleEnvelope, answer, "record");

/** Reads any JSON object. @throws AppFailure `protocol` for anything else. */
export const readAny = (answer: Exchange): Read<Readonly<Record<string, unknown>>> => ({
  body: readAs(anyObject, answer, "collector").body,
  requestId: null,
});

/** Reads the parts of a collector's answer. @throws AppFailure `protocol` for an answer of another shape. */
export function readParts<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw notACollector();
}

export const notACollector = (): AppFailure =>
  new AppFailure({ kind: "protocol", ...said(ANSWERS.notACollector) });

type Envelope = { readonly meta?: { readonly requestId?: string | undefined } | undefined };

function readAs<T extends Envelope>(schema: z.ZodType<T>, answer: Exchange, wanted: Wanted): Read<T> {
  const parsed = schema.safeParse(parseBody(answer));
  if (!parsed.success) throw new AppFailure(notThisApi(answer, wanted));
  return { body: parsed.data, requestId: parsed.data.meta?.requestId ?? null };
}

/**
 * Parses the body of an answer.
 * @throws AppFailure `network` for incomplete JSON, because a connection that closes early looks like the end of an
 * answer.
 */
function parseBody(answer: Exchange): unknown {
  const { body, contentType, status } = answer;
  if (hasTooManyParts(body)) {
    throw new AppFailure({ kind: "protocol", status, ...said(ANSWERS.tooManyParts) });
  }
  try {
    return JSON.parse(body);
  } catch {
    // The error has no `cause`, because its text would quote the answer.
    if (!/json/i.test(contentType)) throw new AppFailure(notThisApi(answer, "JSON"));
    const { isCutOff, path, position } = findJsonFault(body);
    if (isCutOff)
      throw new AppFailure({ kind: "network", reason: "reset", ...said(NETWORK_SENTENCES.reset) });
    const at = { path, position: String(position + 1) };
    const fault = path === "" ? ANSWERS.faultAtCharacter(at) : ANSWERS.faultAt(at);
    throw new AppFailure({ kind: "protocol", status, ...said(fault) });
  }
}

/** The expected form of an answer. */
type Wanted = "list" | "record" | "collector" | "JSON";

function notThisApi(answer: Exchange, wanted: Wanted): AppError {
  const got = answer.contentType.split(";")[0] ?? "";
  const sentence =
    got === "" ? ANSWERS.notThisApiWithoutType({ wanted }) : ANSWERS.notThisApi({ wanted, got });
  return { kind: "protocol", status: answer.status, ...said(sentence) };
}

/** The schema of a list answer (specification 2.5). Of `meta`, only the fields that paging needs are required. */
export const listEnvelope = z.object({
  // `z.array` would copy the records. The store checks them one by one anyway.
  data: z.custom<readonly unknown[]>((value) => Array.isArray(value)),
  meta: z.object({
    requestId: z.string().optional().catch(undefined),
    hasMore: z.boolean(),
    nextCursor: z.string().nullish(),
  }),
});

/**
 * The schema of an answer with a single resource. For a type or a location, `meta` may be missing (specification 2.5).
 */
export const singleEnvelope = z.object({
  data: z.record(z.string(), z.unknown()),
  meta: z
    .object({ requestId: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

const anyObject = z.record(z.string(), z.unknown());

/**
 * The schema of an error body (specification 2.6). All parts are optional, because a proxy may have written the body.
 */
const errorBody = z.object({
  error: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  requestId: z.string().optional().catch(undefined),
  retryAfter: z.number().min(0).optional().catch(undefined),
  /** The key of `message` in Stockdeck's own texts. Only a collector sends it. */
  text: sentenceKeySchema.optional().catch(undefined),
});

/** The meaning of a status if the answer has the specification's error body (specification 7). */
const REFUSALS: Readonly<Record<number, readonly [ErrorKind, Sentence]>> = {
  400: ["bad_request", REFUSED.badRequest],
  401: ["unauthorized", REFUSED.unauthorized],
  403: ["forbidden", REFUSED.forbidden],
  404: ["not_found", REFUSED.notFound],
};

/**
 * Turns an answer other than 200 into the error to throw (specification 7). A status of 400 to 499 has its specified
 * meaning only if the answer has the specification's error body (2.6). Without this body, the answer is from a proxy or
 * a gateway, and counts as a network failure, never as `not_found` or a refused key.
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
    ...(body.text === undefined ? {} : { serviceText: body.text }),
    ...(body.requestId === undefined ? {} : { requestId: body.requestId.slice(0, 200) }),
  };
  const header = parseRetryAfter(answer.retryAfter, answer.serverTime ?? clock.now());
  const advice = { header, body: body.retryAfter === undefined ? null : body.retryAfter * 1_000 };
  const asksToWait = answer.status === 503 && (advice.header ?? advice.body) !== null;
  return answer.status === 429 || asksToWait ? new RetryLater(advice, error) : new AppFailure(error);
}

function describe(
  status: number,
  isService: boolean,
): Pick<AppError, "kind" | "message" | "text" | "reason"> {
  if (status === 407) return { kind: "network", reason: "proxy", ...said(REFUSED.proxyPassword) };
  // A gateway's rate limit is treated like the service's rate limit.
  if (status === 429) return { kind: "rate_limited", ...said(REFUSED.limit) };
  if (status >= 500) return { kind: "server", ...said(REFUSED.server({ status: String(status) })) };
  if (status >= 400 && !isService)
    return {
      kind: "network",
      reason: "intermediary",
      ...said(REFUSED.intermediary({ status: String(status) })),
    };
  const [kind, sentence] = REFUSALS[status] ?? ["protocol", REFUSED.otherStatus({ status: String(status) })];
  return { kind, ...said(sentence) };
}

/** Whether a proxy or gateway refused a single record. This proves nothing about the record. */
export function isForeignNotFound({ reason, status }: AppError): boolean {
  return reason === "intermediary" && status === 404;
}
