import http, { type Agent, type ClientRequest } from "node:http";
import https from "node:https";
import { pipeline, type Readable } from "node:stream";
import zlib from "node:zlib";
import type { Fetch, HttpAnswer, HttpBody } from "./transport.ts";
import { isIP } from "node:net";
import tls from "node:tls";
import { HttpsProxyAgent } from "https-proxy-agent";
import { proxyFor, type Proxy } from "./proxy.ts";

/**
 * @security The verification of certificates is switched on explicitly, because NODE_TLS_REJECT_UNAUTHORIZED=0 would
 * otherwise switch it off for proxy and server.
 */
const VERIFIED = { rejectUnauthorized: true } as const;

type ConnectOptions = Parameters<HttpsProxyAgent<string>["connect"]>[1];
type Connected = ReturnType<HttpsProxyAgent<string>["connect"]>;

/** The agents by proxy; usually there is only one. */
const agents = new Map<string, TunnelAgent>();

/** The agent that tunnels to an https URL through the environment's proxy; null without a proxy. */
function proxyAgent(url: string): Agent | null {
  const proxy = proxyFor(url);
  if (!proxy) return null;
  const key = JSON.stringify(proxy);
  const agent = agents.get(key) ?? new TunnelAgent(proxy);
  agents.set(key, agent);
  return agent;
}

/**
 * Tunnels by CONNECT. An answer of the proxy itself counts as a failure of the proxy; `https-proxy-agent` would treat
 * it as the service's answer.
 * @security The proxy sees the host and port of the service; the key is sent inside the tunnel's TLS.
 */
class TunnelAgent extends HttpsProxyAgent<string> {
  readonly #options: ConstructorParameters<typeof HttpsProxyAgent>[1];
  readonly #origin: string;

  constructor({ origin, credentials }: Proxy) {
    // The credentials are sent as a header and are not part of the URL, because the library logs the URL of a proxy.
    const options = {
      ...VERIFIED,
      // A request queue uses one connection, which stays open between requests.
      keepAlive: true,
      headers: credentials ? { "Proxy-Authorization": basic(credentials) } : {},
    };
    super(origin, options);
    this.#options = options;
    this.#origin = origin;
  }

  override async connect(request: ClientRequest, options: ConnectOptions): Connected {
    const before = request.listeners("socket");
    // Each request has its own tunnel. So cancelling the request also ends the wait for a silent proxy.
    const tunnel = new HttpsProxyAgent(this.#origin, { ...this.#options, signal: signalOf(request) });
    let status: number | undefined;
    tunnel.once("proxyConnect", ({ statusCode }: { readonly statusCode: number }) => (status = statusCode));
    try {
      const socket = await tunnel.connect(request, Object.assign(options, verified(options)));
      if (status === 200) return socket;
      // The library's listener would treat the proxy's answer as the service's answer.
      for (const listener of request.listeners("socket"))
        if (!before.includes(listener)) request.off("socket", listener as () => void);
      throw new Error(`The proxy answered ${String(status)}.`);
    } catch (thrown) {
      if (request.destroyed) throw thrown;
      throw Object.assign(new Error("No tunnel through the proxy", { cause: thrown }), {
        code: "ERR_PROXY_CONNECTION_FAILED",
      });
    }
  }
}

/**
 * Makes a signal that is aborted together with the request. Node emits no event for the abort while a request waits for
 * its socket.
 */
function signalOf(request: ClientRequest): AbortSignal {
  const abort = new AbortController();
  if (request.destroyed) abort.abort();
  const destroy = request.destroy.bind(request);
  request.destroy = (error) => {
    abort.abort();
    return destroy(error);
  };
  return abort.signal;
}

/**
 * The TLS options with the server name to verify. For an IP address, Node would expect a certificate for "localhost".
 */
function verified({ host }: ConnectOptions): tls.ConnectionOptions {
  if (typeof host !== "string" || isIP(host) === 0) return VERIFIED;
  return {
    ...VERIFIED,
    checkServerIdentity: (_host, certificate) => tls.checkServerIdentity(host, certificate),
  };
}

function basic({ username, password }: NonNullable<Proxy["credentials"]>): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

/** A request queue uses one connection, which stays open between requests. */
const HTTP_AGENT = new http.Agent({ keepAlive: true });
/**
 * @security The verification of certificates is switched on explicitly, because NODE_TLS_REJECT_UNAUTHORIZED=0 would
 * otherwise switch it off.
 */
const HTTPS_AGENT = new https.Agent({ keepAlive: true, rejectUnauthorized: true });

const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308];

/**
 * The decoders by encoding. They include encodings for which the client does not ask: some servers send deflate anyway,
 * with the zlib header that `inflate` needs.
 */
const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: zlib.createGunzip,
  "x-gzip": zlib.createGunzip,
  deflate: zlib.createInflate,
  br: zlib.createBrotliDecompress,
};

/**
 * The part of `fetch` that the client needs, for hosts without Electron. The function uses Node's HTTP module: with
 * Node's `fetch`, memory grew by 200 MB instead of 45 MB during a first pull of a million items.
 */
export const nodeFetch: Fetch = async (url, { method = "GET", body, headers, signal }) => {
  const { request, agent } = url.startsWith("https:")
    ? { request: https.request, agent: proxyAgent(url) ?? HTTPS_AGENT }
    : { request: http.request, agent: HTTP_AGENT };
  return new Promise((resolve, reject) => {
    const asked = { "User-Agent": "Stockdeck", "Accept-Encoding": "gzip, br", ...headers };
    const sent = request(url, { method, headers: asked, agent, signal }, (response) => {
      if (REDIRECTS.includes(response.statusCode)) {
        response.destroy();
        reject(new Error("unexpected redirect"));
      } else resolve(answerOf(response));
    });
    sent.on("error", reject);
    sent.end(body);
  });
};

function answerOf(response: http.IncomingMessage): HttpAnswer {
  const { statusCode = 0, headers } = response;
  return {
    status: statusCode,
    headers: {
      get: (name) => {
        const value = headers[name];
        return (Array.isArray(value) ? value.join(", ") : value) ?? null;
      },
    },
    body: bodyOf(decoded(response, headers["content-encoding"]?.trim().toLowerCase())),
  };
}

/** Decompresses a body. */
function decoded(response: Readable, encoding: string | undefined): Readable {
  const decoder = DECODERS[encoding ?? ""]?.();
  if (!decoder) return response;
  // An error on either side reaches the reader through the decoder.
  pipeline(response, decoder, () => {});
  return decoder;
}

function bodyOf(stream: Readable): HttpBody {
  const cancel = async (): Promise<void> => void stream.destroy();
  return {
    cancel,
    getReader: () => {
      const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array<ArrayBuffer>>;
      return { read: () => pieces.next(), cancel };
    },
  };
}
