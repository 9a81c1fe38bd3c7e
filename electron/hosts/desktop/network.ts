import type { Readable } from "node:stream";
import { app, net, session, type ClientRequest, type Session } from "electron";
import { namedProxy, namesProxy, proxyFor, type Proxy } from "../../client/proxy.ts";
import type { Fetch, HttpAnswer } from "../../client/transport.ts";
import { keepDictionariesOut } from "./lockdown.ts";
import { setProxyRules } from "./proxy-rules.ts";
import type { UpdateFetch } from "./updates/fetch-manifest.ts";

/** The sessions for the routes to the network: the system's settings, no proxy, the environment's proxy. */
const [SYSTEM, DIRECT, PROXIED] = [
  "stockdeck-network",
  "stockdeck-network-direct",
  "stockdeck-network-proxied",
];

const sessions = new Map<string, Session>();

/**
 * Makes a session in memory. It does not share cookies, cache or rules with the pages. Each session is configured once.
 */
function sessionOf(name: string): Session {
  const known = sessions.get(name);
  if (known) return known;
  const own = session.fromPartition(name, { cache: false });
  keepDictionariesOut(own);
  sessions.set(name, own);
  return own;
}

let prepared: Promise<void> | null = null;

/** Resolves once requests can be sent, through the environment's proxy if there is one. */
export function networkReady(): Promise<void> {
  prepared ??= prepare();
  return prepared;
}

async function prepare(): Promise<void> {
  await app.whenReady();
  if (!namesProxy()) return;
  await setProxyRules(sessionOf(DIRECT), { mode: "direct" });
  const proxy = usableProxy();
  if (proxy === null) return;
  // Chromium itself bypasses the proxy for this computer; all other exceptions come from NO_PROXY.
  const rules = { proxyRules: proxy.origin, proxyBypassRules: "<-loopback>" };
  await setProxyRules(sessionOf(PROXIED), { mode: "fixed_servers", ...rules });
}

/** The proxy of the environment. Null also for an unusable proxy: each request through it is then refused. */
function usableProxy(): Proxy | null {
  try {
    return namedProxy();
  } catch {
    return null;
  }
}

/** The session for a URL. `networkReady` must be awaited first. @throws Error with code `ERR_PROXY_UNSUPPORTED`. */
export function networkSession(url: string): Session {
  if (!namesProxy()) return sessionOf(SYSTEM);
  return sessionOf(proxyFor(url) ? PROXIED : DIRECT);
}

/** `fetch` over Chromium's network stack, with the system's certificates. Requests wait until the app is ready. */
export const chromiumFetch: Fetch = async (url, init) => {
  await networkReady();
  const within = networkSession(url);
  // With Electron's `fetch`, no code can answer a proxy that asks for credentials.
  if (proxyFor(url)?.credentials) return requestAnswer(url, init, within);
  return within.fetch(url, { ...init, ...PLAIN });
};

/** A `fetch` for updates. It sends no key and follows redirects; a signature protects the content of updates. */
export const updateFetch: UpdateFetch = async (url, { signal }) => {
  await networkReady();
  const within = networkSession(url);
  if (proxyFor(url)?.credentials)
    return requestAnswer(url, { headers: {}, signal, redirect: "follow" }, within);
  return within.fetch(url, { signal, ...PLAIN });
};

const PLAIN = { credentials: "omit", bypassCustomProtocolHandlers: true } as const;

/**
 * Sends the credentials only once and only to the proxy. If the proxy asks again, it has not accepted them.
 * @security
 */
export function signInToProxy(request: ClientRequest, url: string): void {
  const proxy = proxyFor(url);
  let isTold = false;
  request.on("login", ({ isProxy, host, port }, answer) => {
    const asksItself = isProxy && host === proxy?.host && port === proxy.port;
    if (!asksItself || isTold || !proxy?.credentials) return answer();
    isTold = true;
    answer(proxy.credentials.username, proxy.credentials.password);
  });
}

interface RequestInit {
  readonly method?: "POST";
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly redirect: "error" | "follow";
}

function requestAnswer(
  url: string,
  { method, body, headers, signal, redirect }: RequestInit,
  within: Session,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const request = net.request({
      method: method ?? "GET",
      url,
      session: within,
      redirect,
      credentials: "omit",
    });
    for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
    signInToProxy(request, url);
    const abort = (): void => {
      request.abort();
      reject(new Error("aborted", { cause: signal.reason }));
    };
    signal.addEventListener("abort", abort, { once: true });
    request.on("close", () => signal.removeEventListener("abort", abort));
    request.on("error", reject);
    request.on("response", (response) => {
      const { statusCode: status, headers: given } = response;
      const stream = response as unknown as Readable;
      const cancel = async (): Promise<void> => request.abort();
      resolve({
        status,
        headers: {
          get: (name) => {
            const value = given[name];
            return (Array.isArray(value) ? value.join(", ") : value) ?? null;
          },
        },
        body: {
          cancel,
          getReader: () => {
            const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array<ArrayBuffer>>;
            return { read: () => pieces.next(), cancel };
          },
        },
      });
    });
    request.end(body);
    if (signal.aborted) abort();
  });
}
