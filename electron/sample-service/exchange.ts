import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { failure, success, type Answer } from "../api-server/answers.ts";
import { bearerToken, unauthorized } from "../api-server/bearer.ts";
import { parseListQuery, type ListQuery } from "../api-server/list-query.ts";
import { noSuchRecord, queryOf, targetOf, unknownTarget } from "../api-server/target.ts";
import type { SampleCompany } from "./company.ts";

/** The data from which requests are answered. */
interface Served {
  /** Returns the company of the request's key. @throws ServiceError if the key may not read. */
  readonly companyOf: () => SampleCompany;
  /**
   * Makes the page for a query. All its fields except `data` go into `meta`.
   * @throws ServiceError 400 for a cursor that cannot be used.
   */
  readonly page: (company: SampleCompany, query: ListQuery) => { readonly data: readonly unknown[] };
}

/**
 * Answers one request as specification 4 says. It checks the path, the key and the operation, in this order. Refusals
 * are answers too.
 */
export function answerRequest(
  request: IncomingMessage,
  requestId: string,
  { companyOf, page }: Served,
): Answer {
  try {
    const target = targetOf(request.method, request.url);
    if (typeof target === "string") throw unknownTarget(target);
    const { resource, id } = target;
    const company = companyOf();
    if (id === null) {
      const { data, ...ending } = page(company, parseListQuery(resource, queryOf(request.url)));
      return success({ data, meta: { requestId, ...ending } });
    }
    const record = company[resource].get(id);
    if (record === undefined) throw noSuchRecord(resource);
    return success({ data: record, meta: { requestId, hasMore: false, nextCursor: null } });
  } catch (error) {
    return failure(error, requestId);
  }
}

/** Makes a source of request ids. Two sources never return the same id. */
export function requestIds(): () => string {
  const prefix = `req_${randomBytes(4).toString("hex")}`;
  let requests = 0;
  return () => `${prefix}${String(++requests).padStart(8, "0")}`;
}

/**
 * Makes a random key. The specification does not give the prefix of real keys; this prefix cannot be mistaken for it.
 */
export const newKey = (): string => `sample_live_${randomBytes(16).toString("hex")}`;

/** The key in a request's headers. @throws ServiceError 401 if there is none. */
export function keyOf({ headers: { authorization } }: IncomingMessage): string {
  if (authorization === undefined)
    throw unauthorized("An API key is required: Authorization: Bearer <API_KEY>.");
  const key = bearerToken(authorization);
  if (key === undefined) throw unauthorized("The Authorization header is not a bearer key.");
  return key;
}

/** The error 401 for an unknown key. */
export const unknownKey = () => unauthorized("The API key is not valid.");

/**
 * Ms for which an idle connection stays open. Clients close it earlier, so no request is sent on a closing connection.
 */
const KEEP_ALIVE_MS = 72_000;

/** A server that listens. */
export interface Listening {
  /** The base URL without a slash at its end, e.g. `http://127.0.0.1:40123`. */
  readonly url: string;
  /** Stops listening, and closes all sockets at once. */
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1. Bodies are never read: the API is read-only, so a request with a body is answered with 405.
 * @param port 0 chooses any free port.
 */
export async function listen(port: number, listener: RequestListener): Promise<Listening> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, listener);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
