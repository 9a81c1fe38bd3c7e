import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { RESOURCES } from "../../shared/domain/resource-names.ts";
import type { Exchange, Target } from "./exchange.ts";
import { getOperation, listOperation } from "./operations.ts";

const KNOWN_PATH = /^\/inventory\/(?:items|types|locations)(?:\/[^/?]+)?(?:\?|$)/;

/** The paths of specification 4. Fastify finds the way; every answer, also a refusal, comes from the exchange. */
export function makeServer(exchange: Exchange): FastifyInstance {
  const server = fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 10_000, querystringParser: () => ({}) },
    frameworkErrors: (_error, request, reply) => respond(request, reply, { kind: "unknownPath" }),
  });
  const respond = (request: FastifyRequest, reply: FastifyReply, target: Target): void => {
    reply.hijack();
    // Only a broken socket gets here: what an operation throws has become an answer before.
    exchange.answer(request.raw, reply.raw, target).catch(() => reply.raw.destroy());
  };

  // Bodies are never read: the API is read-only, and a body of any type must still meet 405 and not 415.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", (_request, _payload, done) => done(null));

  for (const resource of RESOURCES) {
    const list = listOperation(resource);
    const get = getOperation(resource);
    server.get(`/inventory/${resource}`, (request, reply) =>
      respond(request, reply, { kind: "operation", operation: list, id: "" }),
    );
    server.get<{ Params: { readonly id: string } }>(`/inventory/${resource}/:id`, (request, reply) =>
      respond(request, reply, { kind: "operation", operation: get, id: request.params.id }),
    );
  }
  server.setNotFoundHandler((request, reply) => {
    const known = KNOWN_PATH.test(request.raw.url ?? "") && request.method !== "GET";
    respond(request, reply, { kind: known ? "wrongMethod" : "unknownPath" });
  });
  return server;
}
