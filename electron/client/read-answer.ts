import type { z } from "zod";
import { AppFailure, type AppError } from "../../shared/base/errors.ts";
import { findJsonFault, hasTooManyParts } from "./json-text.ts";
import { NETWORK_MESSAGES } from "./network-reason.ts";
import { listEnvelope, singleEnvelope } from "./envelope.ts";
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

type Envelope = { readonly meta?: { readonly requestId?: string | undefined } | undefined };

function readAs<T extends Envelope>(schema: z.ZodType<T>, answer: Exchange, wanted: string): Read<T> {
  const parsed = schema.safeParse(parseJson(answer));
  if (!parsed.success) throw new AppFailure(notThisApi(answer, wanted));
  return { body: parsed.data, requestId: parsed.data.meta?.requestId ?? null };
}

/** @throws AppFailure `network` for JSON that is cut off: a connection that closes early looks like the end of an answer. */
function parseJson(answer: Exchange): unknown {
  const { body, contentType, status } = answer;
  if (hasTooManyParts(body)) {
    const message = "The answer has more parts than any answer of this API. It was not read.";
    throw new AppFailure({ kind: "protocol", status, message });
  }
  try {
    return JSON.parse(body);
  } catch {
    // The cause is left out: its text quotes the answer.
    if (!/json/i.test(contentType)) throw new AppFailure(notThisApi(answer, "JSON"));
    const { isCutOff, path, position } = findJsonFault(body);
    if (isCutOff) throw new AppFailure({ kind: "network", reason: "reset", message: NETWORK_MESSAGES.reset });
    const place = path === "" ? `at character ${position + 1}` : `at ${path} (character ${position + 1})`;
    const message = `The service's answer is not valid JSON ${place}. The service must mend this record or page.`;
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
