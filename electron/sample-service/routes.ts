import { createServer, type Server } from "node:http";
import type { Resource } from "../../shared/inventory/resource-names.ts";
import type { Exchange, Target } from "./exchange.ts";
import { getOperation, listOperation } from "./operations.ts";

const PATH = /^\/inventory\/(items|types|locations)(?:\/([^/]+))?$/;

/** Longer than clients keep an idle connection, so that no request meets a closing one. */
const KEEP_ALIVE_MS = 72_000;

/**
 * A server of the paths of specification 4. Every answer, also a refusal, is the exchange's. Bodies are never read: the
 * API is read-only, and a body of any type still meets 405.
 */
export function makeServer(exchange: Exchange): Server {
  return createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    // Only a broken socket fails here: errors of operations have become answers before.
    exchange.answer(request, response, targetOf(request.method, request.url)).catch(() => response.destroy());
  });
}

function targetOf(method: string | undefined, url = ""): Target {
  const match = PATH.exec(url.replace(/[?#].*$/s, ""));
  if (!match) return "unknownPath";
  if (method !== "GET") return "wrongMethod";
  const [, name, encoded] = match;
  const resource = name as Resource;
  if (encoded === undefined) return { operation: listOperation(resource), id: "" };
  try {
    return { operation: getOperation(resource), id: decodeURIComponent(encoded) };
  } catch {
    return "unknownPath";
  }
}
