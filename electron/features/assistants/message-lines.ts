import { Transform, type TransformCallback, type Writable } from "node:stream";
import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { z } from "zod";
import { invalidInput } from "../../../shared/base/errors.ts";
import { unsafePart } from "../../../shared/base/text/json.ts";

/** The most bytes of one message. A query with the longest allowed lists has fewer bytes. */
export const MAX_MESSAGE = 4 * 1024 * 1024;
const TOO_LONG = "The assistant's program sent a message of over 4 MB.";
const LINE_END = 10;

/** The requests that have parameters. For wrong parameters, the SDK would answer with the report of its parser. */
const REQUESTS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ["initialize", InitializeRequestSchema],
  ["tools/list", ListToolsRequestSchema],
  ["tools/call", CallToolRequestSchema],
]);
/** Limits far above any real question. They are needed because a library may walk through a message recursively. */
const LIMITS = { depth: 200, parts: 500_000, forbidden: new Set<string>() } as const;

type Id = string | number | null;

/**
 * Passes on messages, and answers lines that are no messages with an error of JSON-RPC. The SDK would drop such lines
 * without an answer. A byte order mark, blank lines, a last line without its end and parameters of null are accepted.
 */
export class MessageLines extends Transform {
  readonly #answers: Writable;
  #parts: Buffer[] = [];
  #length = 0;

  /** @param answers the stream that receives the errors, one error per line. */
  constructor(answers: Writable) {
    super();
    this.#answers = answers;
  }

  /** Fails even before the end of an overlong line. Such lines could fill the memory. */
  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    let rest = chunk;
    for (let end = rest.indexOf(LINE_END); end >= 0; end = rest.indexOf(LINE_END)) {
      if (!this.#keep(rest.subarray(0, end))) return done(invalidInput(TOO_LONG));
      this.#endLine();
      rest = rest.subarray(end + 1);
    }
    done(this.#keep(rest) ? null : invalidInput(TOO_LONG));
  }

  override _flush(done: TransformCallback): void {
    this.#endLine();
    done();
  }

  /** Keeps a part of a line. @returns false if the line is too long. */
  #keep(part: Buffer): boolean {
    this.#length += part.length;
    if (this.#length > MAX_MESSAGE) return false;
    this.#parts.push(part);
    return true;
  }

  #endLine(): void {
    const line = Buffer.concat(this.#parts).toString("utf8").trim();
    [this.#parts, this.#length] = [[], 0];
    if (line !== "") this.#take(line);
  }

  #take(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      // The error text of the parser would quote the line.
      return this.#refuse(null, ErrorCode.ParseError, "The line is not JSON. Send one message a line.");
    }
    if (Array.isArray(message))
      return this.#refuse(null, ErrorCode.InvalidRequest, "Send one message a line instead of a batch.");
    const tidy = withoutNull(message);
    const id = idOf(tidy);
    if (unsafePart(tidy, LIMITS) !== null)
      return this.#refuse(id, ErrorCode.InvalidRequest, "The message has too many parts, or is too deep.");
    if (!JSONRPCMessageSchema.safeParse(tidy).success)
      return this.#refuse(id, ErrorCode.InvalidRequest, "The line is not a message of JSON-RPC 2.0.");
    const { method = "" } = tidy as { readonly method?: string };
    const wrong = id === null ? undefined : REQUESTS.get(method)?.safeParse(tidy).error?.issues[0];
    if (wrong) return this.#refuse(id, ErrorCode.InvalidParams, `${wrong.path.join(".")}: ${wrong.message}.`);
    this.push(`${JSON.stringify(tidy)}\n`);
    return undefined;
  }

  #refuse(id: Id, code: number, message: string): void {
    this.#answers.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Removes null parameters and arguments, because null means "absent". */
function withoutNull(message: unknown): unknown {
  if (!isObject(message)) return message;
  const { params, ...others } = message;
  if (params === null) return others;
  if (!isObject(params) || params["arguments"] !== null) return message;
  const { arguments: _none, ...given } = params;
  return { ...others, params: given };
}

function idOf(message: unknown): Id {
  const id = isObject(message) ? message["id"] : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
