import type { z } from "zod";
import { AppFailure, type AppError } from "../../shared/domain/errors.ts";
import { listEnvelope, singleEnvelope } from "./envelope.ts";
import type { Exchange } from "./transport.ts";

/** What an answer of status 200 says (specification 2.5). */
export interface Read<T> {
  readonly body: T;
  /** Null where the service gave none. */
  readonly requestId: string | null;
}

/** Reads a list; its records are not checked. @throws AppFailure `protocol` where the answer is none of this API. */
export const readList = (answer: Exchange): Read<z.infer<typeof listEnvelope>> =>
  readAs(listEnvelope, answer, "a list of this API");

/** Reads a single resource. @throws AppFailure `protocol` where the answer is none of this API. */
export const readSingle = (answer: Exchange): Read<z.infer<typeof singleEnvelope>> =>
  readAs(singleEnvelope, answer, "a record of this API");

type Envelope = { readonly meta?: { readonly requestId?: string | undefined } | undefined };

function readAs<T extends Envelope>(schema: z.ZodType<T>, answer: Exchange, wanted: string): Read<T> {
  const parsed = schema.safeParse(parseJson(answer));
  if (!parsed.success) throw new AppFailure(notThisApi(answer, wanted));
  return { body: parsed.data, requestId: parsed.data.meta?.requestId ?? null };
}

function parseJson(answer: Exchange): unknown {
  try {
    return JSON.parse(answer.body);
  } catch (cause) {
    const cutOff = /json/i.test(answer.contentType);
    throw new AppFailure(notThisApi(answer, cutOff ? "whole JSON" : "JSON"), { cause });
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
