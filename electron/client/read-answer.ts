import type { z } from "zod";
import { AppFailure, type AppError } from "../../shared/domain/errors.ts";
import { joinPieces, type BytePieces } from "../base/byte-pieces.ts";
import { listMeta, singleEnvelope } from "./envelope.ts";
import { jsonMembers } from "./json-members.ts";
import { listEnds, type ListParts } from "./list-ends.ts";
import type { Exchange } from "./transport.ts";

const ARRAY_BEGINS = "[".charCodeAt(0);

/** What an answer of status 200 says (specification 2.5). */
export interface Read<T> {
  readonly body: T;
  /** Null where the service gave none. */
  readonly requestId: string | null;
}

/** A list: its paging, and its records as they travelled. */
export interface List {
  readonly meta: z.infer<typeof listMeta>;
  /** The JSON text of an array, in UTF-8; not parsed yet. */
  readonly records: BytePieces;
}

/** Reads a list. @throws AppFailure `protocol` where the answer is none of this API. */
export function readList(answer: Exchange): Read<List> {
  const { records, meta: text } = listEnds(answer.body) ?? listMembers(answer);
  const meta = listMeta.safeParse(text.length > 0 ? parseJson(answer, text) : undefined);
  if (!meta.success || records[0]?.[0] !== ARRAY_BEGINS) {
    throw new AppFailure(notThisApi(answer, "a list of this API"));
  }
  return { body: { meta: meta.data, records }, requestId: meta.data.requestId ?? null };
}

/** The parts of a list, however it is written; empty where it has none. @throws AppFailure `protocol`. */
function listMembers(answer: Exchange): ListParts {
  const whole = joinPieces(answer.body);
  const members = jsonMembers(whole);
  if (!members) throw notJson(answer);
  const textOf = (name: string): Uint8Array => {
    const { begin, end } = members.get(name) ?? { begin: 0, end: 0 };
    return whole.subarray(begin, end);
  };
  return { records: [textOf("data")], meta: textOf("meta") };
}

/** Reads a single resource. @throws AppFailure `protocol` where the answer is none of this API. */
export function readSingle(answer: Exchange): Read<z.infer<typeof singleEnvelope>> {
  const parsed = singleEnvelope.safeParse(parseJson(answer, joinPieces(answer.body)));
  if (!parsed.success) throw new AppFailure(notThisApi(answer, "a record of this API"));
  return { body: parsed.data, requestId: parsed.data.meta?.requestId ?? null };
}

function parseJson(answer: Exchange, text: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(text));
  } catch (cause) {
    throw notJson(answer, cause);
  }
}

function notJson(answer: Exchange, cause?: unknown): AppFailure {
  const cutOff = /json/i.test(answer.contentType);
  return new AppFailure(notThisApi(answer, cutOff ? "whole JSON" : "JSON"), { cause });
}

function notThisApi(answer: Exchange, wanted: string): AppError {
  const got = answer.contentType.split(";")[0] || "no content type";
  return {
    kind: "protocol",
    status: answer.status,
    message: `The answer is not ${wanted} (${got}). Is the base URL that of the inventory API?`,
  };
}
