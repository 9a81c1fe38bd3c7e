import http from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Answers a request in the service's place, and returns true; false lets the request through. */
export type Interception = (request: http.IncomingMessage, response: http.ServerResponse) => boolean;

/** A server between the client and the service, such as a proxy or a gateway. */
export interface Front {
  readonly url: string;
  /** The paths that were requested, as they were sent. */
  readonly paths: readonly string[];
  /** Replaces the interception; null lets every request through. */
  intercept(interception: Interception | null): void;
}

export async function startFront(service: string, first: Interception | null = null): Promise<Front> {
  let interception = first;
  const paths: string[] = [];
  const server = http.createServer((request, response) => {
    paths.push(request.url ?? "");
    if (interception?.(request, response)) return;
    const { headers, method } = request;
    const passed = http.request(service + request.url, { headers, method }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on("error", () => response.destroy());
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    passed.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    paths,
    intercept: (next) => {
      interception = next;
    },
  };
}
