import dgram from "node:dgram";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, test, type LaunchedApp } from "./launch.ts";

/** A server that every page may read, and the requests that reached it. */
interface Listener {
  readonly port: number;
  /** TCP connections and datagrams. A connection counts even if it has no request. */
  readonly reached: () => {
    readonly connections: number;
    readonly paths: string[];
    readonly datagrams: number;
  };
  close(): Promise<void>;
}

async function listen(): Promise<Listener> {
  let [connections, datagrams] = [0, 0];
  const paths: string[] = [];
  const server = http.createServer((request, response) => {
    paths.push(request.url ?? "");
    response.writeHead(200, { "access-control-allow-origin": "*", "content-type": "text/plain" }).end("ok");
  });
  server.on("connection", () => (connections += 1));
  server.on("upgrade", (request, socket) => {
    paths.push(request.url ?? "");
    socket.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const udp = dgram.createSocket("udp4");
  udp.on("message", () => (datagrams += 1));
  udp.bind(port, "127.0.0.1");
  await once(udp, "listening");
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    udp.close();
    await once(server, "close");
  };
  return { port, reached: () => ({ connections, paths: paths.toSorted(), datagrams }), close };
}

/** The ways in which a page sends requests, by the paths that they request. */
const WAYS = [
  "/beacon",
  "/eventsource",
  "/fetch",
  "/font",
  "/image",
  "/keepalive",
  "/module",
  "/ping",
  "/prefetch",
  "/script",
  "/style",
  "/video",
  "/websocket",
  "/xhr",
];
/** The listener's record if only the fence request reached it. */
const FENCE_ONLY = { connections: 1, paths: ["/fence"], datagrams: 0 };

/** Makes a page try every way to reach a port of this machine. Resolves once every way has ended. */
async function tryEveryWay(page: Page, port: number): Promise<void> {
  await page.evaluate(async (to) => {
    // Code that runs in the debugger's call is exempt from the policy; code in a timer is not.
    await new Promise((resolve) => setTimeout(resolve));
    const url = (way: string, scheme = "http"): string => `${scheme}://127.0.0.1:${to}/${way}`;
    /** Resolves at the first event that ends an attempt. */
    const ended = (target: EventTarget, begin: () => unknown): Promise<unknown> =>
      new Promise((resolve) => {
        for (const name of ["load", "error", "close", "loadeddata"]) target.addEventListener(name, resolve);
        try {
          begin();
        } catch {
          resolve("refused");
        }
      });
    const add = (tag: string, properties: Record<string, string>): Promise<unknown> => {
      const element = Object.assign(document.createElement(tag), properties);
      return ended(element, () => document.body.append(element));
    };
    const opened = (make: () => EventTarget): Promise<unknown> => {
      try {
        return ended(make(), () => {});
      } catch {
        return Promise.resolve();
      }
    };
    const settled = (work: () => Promise<unknown>): Promise<unknown> => work().catch(() => "refused");
    const xhr = new XMLHttpRequest();
    const anchor = Object.assign(document.createElement("a"), { href: "#", ping: url("ping") });
    // No event reports the end of these attempts; the other attempts' requests follow them.
    navigator.sendBeacon(url("beacon"), "x");
    anchor.click();
    for (const rel of ["prefetch", "preconnect", "dns-prefetch"])
      document.head.append(Object.assign(document.createElement("link"), { rel, href: url(rel) }));
    // The navigation lock refuses these too.
    void add("embed", { src: url("embed") });
    void add("object", { data: url("object") });
    void add("iframe", { src: url("frame") });
    void add("form", { action: url("form"), method: "post" });
    document.forms[document.forms.length - 1]?.submit();
    await Promise.all([
      settled(() => fetch(url("fetch"))),
      settled(() => fetch(url("keepalive"), { method: "POST", body: "x", keepalive: true })),
      settled(() => new FontFace("x", `url(${url("font")})`).load()),
      ended(xhr, () => {
        xhr.open("GET", url("xhr"));
        xhr.send();
      }),
      opened(() => new WebSocket(url("websocket", "ws"))),
      opened(() => new EventSource(url("eventsource"))),
      add("img", { src: url("image") }),
      add("script", { src: url("script") }),
      add("script", { type: "module", src: url("module") }),
      add("link", { rel: "stylesheet", href: url("style") }),
      add("video", { src: url("video") }),
    ]);
  }, port);
}

/** Lets a page search for peers by STUN and TURN, until the search ends. */
async function tryWebRtc(page: Page, port: number): Promise<void> {
  await page.evaluate(async (to) => {
    const iceServers = [
      { urls: `stun:127.0.0.1:${to}` },
      {
        urls: [`turn:127.0.0.1:${to}?transport=udp`, `turn:127.0.0.1:${to}?transport=tcp`],
        username: "u",
        credential: "p",
      },
    ];
    const peer = new RTCPeerConnection({ iceServers });
    peer.createDataChannel("x");
    const complete = new Promise<void>((resolve) => {
      const look = (): void => {
        if (peer.iceGatheringState === "complete") resolve();
      };
      peer.addEventListener("icegatheringstatechange", look);
    });
    await peer.setLocalDescription(await peer.createOffer());
    await complete;
    peer.close();
  }, port);
}

/** Opens the app's window. */
async function open(launch: () => Promise<LaunchedApp>): Promise<LaunchedApp> {
  const launched = await launch();
  await expect(launched.page.getByRole("heading", { level: 1 })).toBeVisible();
  return launched;
}

/** Loads the page again without its Content-Security-Policy. */
async function dropPolicy({ page }: LaunchedApp): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setBypassCSP", { enabled: true });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/** Removes the session's own filter of requests. */
const dropFilter = ({ app }: LaunchedApp): Promise<void> =>
  app.evaluate(({ session }) => session.fromPartition("stockdeck-page").webRequest.onBeforeRequest(null));

/** Removes the unreachable proxy. */
const dropProxy = ({ app }: LaunchedApp): Promise<void> =>
  app.evaluate(({ session }) => session.fromPartition("stockdeck-page").setProxy({ mode: "direct" }));

/**
 * The record of a server after the page's attempts. The main process sends the last request by the same
 * network process, so it arrives after all requests of the page.
 */
async function reachedBy(
  launched: LaunchedApp,
  attempt: (page: Page, port: number) => Promise<unknown>,
): Promise<ReturnType<Listener["reached"]>> {
  const listener = await listen();
  try {
    await attempt(launched.page, listener.port);
    await launched.app.evaluate(
      ({ net }, url) => net.fetch(url).then((answer) => answer.text()),
      `http://127.0.0.1:${listener.port}/fence`,
    );
    return listener.reached();
  } finally {
    await listener.close();
  }
}

test("a script in the page cannot reach any server", async ({ launch }) => {
  expect(await reachedBy(await open(launch), tryEveryWay)).toEqual(FENCE_ONLY);
});

for (const [kept, ...dropped] of [
  ["the page's policy", dropFilter, dropProxy],
  ["the session's filter", dropPolicy, dropProxy],
  ["the session's proxy", dropPolicy, dropFilter],
] as const)
  test(`${kept} alone blocks all network requests of the page`, { tag: "@whole" }, async ({ launch }) => {
    const launched = await open(launch);
    for (const drop of dropped) await drop(launched);
    expect(await reachedBy(launched, tryEveryWay)).toEqual(FENCE_ONLY);
  });

test(
  "the page's requests reach the server if policy, filter and proxy are all off",
  { tag: "@whole" },
  async ({ launch }) => {
    const launched = await open(launch);
    for (const drop of [dropPolicy, dropFilter, dropProxy]) await drop(launched);
    expect((await reachedBy(launched, tryEveryWay)).paths).toEqual(["/fence", ...WAYS].toSorted());
  },
);

test("WebRTC reaches no server by UDP or TCP", { tag: "@whole" }, async ({ launch }) => {
  expect(await reachedBy(await open(launch), tryWebRtc)).toEqual(FENCE_ONLY);
});

test(
  "WebRTC reaches the server by UDP and TCP if the proxy and the WebRTC policy are off",
  { tag: "@whole" },
  async ({ launch }) => {
    const launched = await open(launch);
    await dropProxy(launched);
    await launched.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.setWebRTCIPHandlingPolicy("default"),
    );
    const listener = await listen();
    try {
      // The search itself ends only after many tries to get an answer.
      void tryWebRtc(launched.page, listener.port).catch(() => {});
      const isReached = (): readonly boolean[] => {
        const { connections, datagrams } = listener.reached();
        return [connections > 0, datagrams > 0];
      };
      await expect.poll(isReached).toEqual([true, true]);
    } finally {
      await listener.close();
    }
  },
);
