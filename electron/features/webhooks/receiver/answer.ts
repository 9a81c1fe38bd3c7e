import type http from "node:http";

type Headers = Readonly<Record<string, string>>;

/** Ms, and bytes, that a sender may continue to send after its refusal. */
const [LINGER_TIME, LINGER_BYTES] = [2_000, 1024 * 1024];

/** Answers a request that was read whole. */
export function answer(
  response: http.ServerResponse,
  status: number,
  headers: Headers = {},
  body = "",
): void {
  response.writeHead(status, { ...headers, "content-length": String(Buffer.byteLength(body)) }).end(body);
}

/**
 * Answers a request that was not read, and ends its connection. Further bytes are thrown away for a moment: a
 * connection that is closed while its sender writes loses the answer.
 */
export function answerUnread(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  status: number,
  headers: Headers = {},
): void {
  response.writeHead(status, { ...headers, connection: "close", "content-length": "0" }).flushHeaders();
  let bytes = 0;
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER_TIME).unref();
  request.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > LINGER_BYTES) end();
  });
  request.once("end", end).once("close", end).resume();
  if (request.readableEnded) end();
}
