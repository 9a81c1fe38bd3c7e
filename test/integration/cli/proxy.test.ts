// @module-tag whole
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { SampleService } from "../../service/index.ts";
import { connectProxy as startProxy, overTls, type ConnectProxy } from "../../helpers/connect-proxy.ts";
import { freePort } from "../../helpers/free-port.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { CANARY, cliProcess, serve, syncOf, type Ended } from "./support.ts";

const CLEAN = Object.fromEntries(
  ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap((name) => [
    [name, undefined],
    [name.toLowerCase(), undefined],
  ]),
);

interface Rig {
  readonly service: SampleService;
  readonly port: number;
  /** Syncs from an https URL with these environment variables. */
  readonly sync: (variables: Readonly<Record<string, string>>, host?: string) => Promise<Ended>;
}

async function connectProxy(...options: Parameters<typeof startProxy>): Promise<ConnectProxy> {
  const proxy = await startProxy(...options);
  onTestFinished(() => proxy.close());
  return proxy;
}

async function rig(): Promise<Rig> {
  const service = await serve({ items: 600 });
  const tls = await overTls(service.url);
  const { port, cert } = tls;
  onTestFinished(() => tls.close());
  const folder = await temporaryFolder();
  const certificate = path.join(folder, "cert.pem");
  fs.writeFileSync(certificate, cert);
  let count = 0;
  const sync: Rig["sync"] = (variables, host = `127.0.0.1:${port}`) =>
    cliProcess(
      [
        "sync",
        "--base-url",
        `https://${host}`,
        "--data-dir",
        path.join(folder, `data-${(count += 1)}`),
        "--timeout",
        "2",
      ],
      { ...CLEAN, NODE_EXTRA_CA_CERTS: certificate, ...variables },
    );
  return { service, port, sync };
}

const at = ({ port }: ConnectProxy, credentials = ""): string => `http://${credentials}127.0.0.1:${port}`;

describe("a sync through a proxy", () => {
  it.each(["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"])(
    "a sync through the proxy in %s sends the key only to the service",
    async (name) => {
      const { port, sync } = await rig();
      const proxy = await connectProxy();
      const { code, json, stdout, stderr } = await sync({ [name]: at(proxy) });
      expect([code, json.items.total, stdout + stderr]).toEqual([
        0,
        600,
        expect.not.stringContaining(CANARY),
      ]);
      expect(proxy.targets).toEqual([`127.0.0.1:${port}`]);
      expect(proxy.seen()).not.toContain(CANARY);
      expect(proxy.seen()).not.toContain("Bearer");
    },
  );

  it("a sync lets the proxy resolve the host and sends the proxy the decoded credentials once", async () => {
    const { port, sync } = await rig();
    const proxy = await connectProxy(null, port);
    const variables = { HTTPS_PROXY: at(proxy, "me:p%40ss-canary@"), DEBUG: "*" };
    const { code, stdout, stderr } = await sync(variables, "service.test");
    expect(code).toBe(0);
    expect(proxy.targets).toEqual(["service.test:443"]);
    expect(proxy.credentials).toEqual([`Basic ${Buffer.from("me:p@ss-canary").toString("base64")}`]);
    expect(stdout + stderr).not.toMatch(/ss-canary/);
  });

  it("a proxy's own error counts as a proxy failure, not as the service's response", async () => {
    const { service, sync } = await rig();
    const cases: [number, ConnectProxy][] = [];
    for (const status of [407, 401, 403, 204, 429, 502]) cases.push([status, await connectProxy(status)]);
    const ended = cases.map(async ([status, proxy]) => {
      const { code, json, stdout, stderr } = await sync({ HTTPS_PROXY: at(proxy, "me:canary-word@") });
      expect([status, code, json.error.kind]).toEqual([status, 6, "network"]);
      expect(json.error.message).toContain("The proxy between this machine and the service");
      expect(stdout + stderr).not.toMatch(/canary-word|defect/);
      expect(proxy.targets.length).toBeGreaterThan(0);
    });
    await Promise.all(ended);
    expect(service.requests.entries).toEqual([]);
  });

  it("a sync exits with 6 if the proxy is unreachable, silent or unsupported", async () => {
    const { sync } = await rig();
    const cases = [
      [`http://127.0.0.1:${await freePort()}`, "The proxy"],
      [at(await connectProxy("silence")), "in time"],
      ["socks5://127.0.0.1:1080", "neither an http nor an https proxy"],
    ] as const;
    const ended = cases.map(async ([proxy, message]) => {
      const { code, json } = await sync({ HTTPS_PROXY: proxy });
      expect([code, json.error.message]).toEqual([6, expect.stringContaining(message)]);
    });
    await Promise.all(ended);
  });

  it("a sync bypasses the proxy if NO_PROXY names the service", async () => {
    const { sync } = await rig();
    const proxy = await connectProxy(407);
    for (const name of ["NO_PROXY", "no_proxy"])
      expect((await sync({ HTTPS_PROXY: at(proxy), [name]: "example.com,127.0.0.0/8" })).code).toBe(0);
    expect(proxy.targets).toEqual([]);
  });

  it("a sync over http to the same computer uses no proxy", async () => {
    const service = await serve({ items: 20 });
    const proxy = await connectProxy();
    const variables = Object.fromEntries(Object.keys(CLEAN).map((name) => [name, at(proxy)]));
    const { code } = await cliProcess(syncOf(service, await temporaryFolder()), {
      ...variables,
      NO_PROXY: undefined,
      no_proxy: undefined,
    });
    expect([code, proxy.targets, proxy.seen()]).toEqual([0, [], ""]);
  });

  it("a sync through a proxy always refuses an untrusted certificate", async () => {
    const { sync } = await rig();
    const proxy = await connectProxy();
    const { code, json } = await sync({
      HTTPS_PROXY: at(proxy),
      NODE_EXTRA_CA_CERTS: "",
      NODE_TLS_REJECT_UNAUTHORIZED: "0",
    });
    expect([code, json.error.message]).toEqual([6, expect.stringContaining("certificate was not accepted")]);
    expect(proxy.seen()).not.toContain(CANARY);
  });
});
