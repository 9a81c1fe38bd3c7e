import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { startSampleService } from "../../service/index.ts";
import { osKeychain } from "../../../electron/base/keychain/keychain.ts";
import { ROOT } from "../../helpers/child.ts";
import { connectProxy, overTls } from "../../helpers/connect-proxy.ts";
import type { SampleProcess } from "../../helpers/sample-process.ts";
import { expect, SANDBOX, test, type LaunchedApp } from "./launch.ts";

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
}

/** The two programs that take the same arguments. */
type Program = "app" | "companion";

/**
 * Starts a program.
 * @param home the folder for the app's own files.
 * @param more variables of the environment, such as a key.
 */
function begin(
  program: Program,
  home: string,
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
  switches: readonly string[] = [],
): ChildProcess {
  const { DISPLAY: _display, STOCKDECK_API_KEY: _key, ...environment } = process.env;
  const executable = process.env["STOCKDECK_ELECTRON"] ?? "";
  const [command = "", ...args] =
    program === "app"
      ? [executable, ROOT, ...SANDBOX, `--user-data-dir=${home}`, ...switches, "--headless", ...words]
      : [process.execPath, "electron/cli.ts", ...words];
  return spawn(command, args, {
    cwd: ROOT,
    env: { ...environment, ...more },
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** Runs a command to its end, without a display. The environment has a key only if this call sets one. */
async function run(
  program: Program,
  home: string,
  words: readonly string[],
  more?: Readonly<Record<string, string>>,
): Promise<Ended> {
  const child = begin(program, home, words, more);
  let stdout = "";
  child.stdout?.on("data", (data: Buffer) => (stdout += data.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout };
}

async function connect({ page }: LaunchedApp, sample: SampleProcess): Promise<void> {
  await page.getByLabel("Base URL").fill(sample.url);
  await page.getByLabel("API key", { exact: true }).fill(sample.key);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("link", { name: /^Items/ }).click();
  await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
  await expect(page.getByTestId("result-count")).toContainText("5,000");
}

/** The folder with the data of the app's one connection. */
function dataIn(folder: string): string {
  const [connectionId = ""] = fs.readdirSync(path.join(folder, "profiles"));
  return path.join(folder, "profiles", connectionId);
}

test.setTimeout(120_000);

test("the app without a window writes the same output and exit codes as the CLI", async ({
  folder,
  sample,
}) => {
  const [home, data] = [path.join(folder, "home"), path.join(folder, "data")];
  const sync = ["sync", "--base-url", sample.url, "--data-dir", data];
  const refused = await run("app", home, sync, { STOCKDECK_API_KEY: "wrong" });
  expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([3, { error: { kind: "unauthorized" } }]);
  const pulled = await run("app", home, sync, { STOCKDECK_API_KEY: sample.key });
  expect([pulled.code, JSON.parse(pulled.stdout)]).toMatchObject([0, { ok: true, items: { total: 5_000 } }]);
  expect(pulled.stdout).not.toContain(sample.key);

  for (const format of ["csv", "ndjson"]) {
    const words = ["export", "--data-dir", data, "--resource", "items", "--format", format];
    const view = ["--view", "Checked out (longest first)"];
    const [byApp, byCompanion] = ["app", "companion"].map((name) => path.join(folder, `${name}.${format}`));
    const app = await run("app", home, [...words, ...view, "--out", byApp ?? ""]);
    const companion = await run("companion", home, [...words, ...view, "--out", byCompanion ?? ""]);
    expect(app).toEqual(companion);
    expect(app.code).toBe(0);
    expect(fs.readFileSync(byApp ?? "").equals(fs.readFileSync(byCompanion ?? ""))).toBe(true);
    expect(fs.statSync(byApp ?? "").size).toBeGreaterThan(10_000);
  }
  for (const words of [
    ["status", "--data-dir", data],
    ["changes", "--data-dir", data],
    ["status", "--data-dir", path.join(folder, "nowhere")],
    ["export", "--data-dir", data, "--resource", "items", "--format", "pdf", "--out", "x"],
    ["eat"],
    ["--help"],
    [],
  ])
    expect([words, await run("app", home, words)]).toEqual([words, await run("companion", home, words)]);
  const last = ["sync", "--base-url", "http://127.0.0.1:9", "--data-dir", data, "--timeout", "1"];
  expect((await run("app", home, ["--", ...last], { STOCKDECK_API_KEY: "k" })).code).toBe(6);
  // The app's own files were not opened, and Chromium's files are apart from those of the window.
  const chromium = ["headless", "Crashpad"];
  expect(fs.readdirSync(home).filter((name) => !chromium.includes(name))).toEqual([]);
});

test(
  "an open window blocks a sync from the command line",
  { tag: "@whole" },
  async ({ folder, sample, launch }) => {
    const launched = await launch();
    await connect(launched, sample);
    const data = dataIn(folder);
    const out = path.join(folder, "out.csv");
    const words = ["export", "--data-dir", data, "--resource", "items", "--format", "csv", "--out", out];
    expect((await run("app", folder, words)).code).toBe(0);
    const locked = await run("app", folder, ["sync", "--base-url", sample.url, "--data-dir", data]);
    expect([locked.code, locked.stdout]).toEqual([7, expect.stringContaining("one process at a time")]);
    expect((await run("app", folder, [...words, "--sync-first"])).code).toBe(7);
    await expect(launched.page.getByTestId("sync-state")).toHaveText("Connected");
    expect(launched.app.windows()).toHaveLength(1);
    await launched.app.close();

    fs.rmSync(out);
    const refreshed = await run("app", folder, [...words, "--sync-first"]);
    expect([refreshed.code, JSON.parse(refreshed.stdout)]).toMatchObject([0, { ok: true, rows: 5_000 }]);
    expect(fs.existsSync(out)).toBe(true);
  },
);

test(
  "the app sends a key from the keychain only to the service for which the user entered the key",
  { tag: "@whole" },
  async ({ folder, sample, launch }) => {
    const launched = await launch();
    await connect(launched, sample);
    await launched.app.close();
    const other = await startSampleService({ items: 10, key: sample.key });
    const words = ["sync", "--data-dir", dataIn(folder), "--base-url"];
    const refused = await run("app", folder, [...words, other.url]);
    expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([3, { error: { kind: "no_key" } }]);
    expect(refused.stdout).toContain(`is for ${new URL(sample.url).origin} and is not sent to ${other.url}`);
    expect(other.requests.total).toBe(0);
    await other.close();
    expect((await run("app", folder, [...words, sample.url])).code).toBe(0);
  },
);

test(
  "the app without a window uses the same network proxy as the app with a window",
  { tag: "@whole" },
  async ({ folder, sample }) => {
    const seen: string[] = [];
    const proxy = http.createServer((request, response) => {
      seen.push(request.url ?? "");
      http.get(request.url ?? "", { headers: request.headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
    });
    await new Promise<void>((resolve) => void proxy.listen(0, "127.0.0.1", resolve));
    const { port } = proxy.address() as AddressInfo;
    const words = ["sync", "--base-url", sample.url, "--data-dir", path.join(folder, "data")];
    const switches = [`--proxy-server=127.0.0.1:${port}`, "--proxy-bypass-list=<-loopback>"];
    const child = begin("app", folder, words, { STOCKDECK_API_KEY: sample.key }, switches);
    expect((await once(child, "close"))[0]).toBe(0);
    expect(seen.length).toBeGreaterThan(10);
    expect(seen.every((url) => url.startsWith(sample.url))).toBe(true);
    proxy.close();
  },
);

test(
  "Ctrl+C ends the sample service with exit code 0 and a sync with exit code 130",
  { tag: "@whole" },
  async ({ folder, sample }) => {
    const service = begin("app", folder, ["serve-sample", "--items", "10"]);
    const [line] = (await once(service.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
    expect(JSON.parse(line.toString())).toMatchObject({ items: 10 });
    service.kill("SIGINT");
    expect((await once(service, "close"))[0]).toBe(0);

    const waiting = begin(
      "app",
      folder,
      ["sync", "--base-url", sample.url, "--data-dir", path.join(folder, "data"), "--page-size", "1"],
      { STOCKDECK_API_KEY: sample.key },
    );
    await expect.poll(() => fs.existsSync(path.join(folder, "data", "inventory.sqlite"))).toBe(true);
    waiting.kill("SIGINT");
    expect((await once(waiting, "close"))[0]).toBe(130);
  },
);

test(
  'the "forget" command removes keys and data unless a window is open',
  { tag: "@whole" },
  async ({ folder, sample, launch }) => {
    const first = await launch();
    await expect(first.page.getByRole("heading", { name: "Welcome to Stockdeck" })).toBeVisible();
    expect((await run("app", folder, ["forget", "--all"])).code).toBe(7);
    await connect(first, sample);
    const [connectionId = ""] = fs.readdirSync(path.join(folder, "profiles"));
    expect(await run("companion", folder, ["forget", "--all", "--app-dir", folder])).toEqual({
      code: 7,
      stdout: "",
    });
    await first.app.close();
    expect(await osKeychain().get(connectionId)).toContain(sample.key);

    const forgotten = await run("app", folder, ["forget", "--all"]);
    expect([forgotten.code, JSON.parse(forgotten.stdout)]).toEqual([
      0,
      { ok: true, connections: 1, folder, exportFolders: [] },
    ]);
    // Only Chromium's files of this command are left.
    expect(fs.readdirSync(folder).filter((name) => !["headless", "Crashpad"].includes(name))).toEqual([]);
    expect(await osKeychain().get(connectionId)).toBeNull();
  },
);

test(
  "commands of the app use the proxy named in environment variables",
  { tag: "@whole" },
  async ({ folder, sample }) => {
    const tls = await overTls(sample.url);
    const proxy = await connectProxy("sign-in");
    const refusing = await connectProxy(407);
    try {
      const sync = (url: string, more: Readonly<Record<string, string>>): Promise<Ended> =>
        run(
          "app",
          folder,
          ["sync", "--base-url", url, "--data-dir", path.join(folder, "data"), "--timeout", "5"],
          {
            STOCKDECK_API_KEY: sample.key,
            ...more,
          },
        );
      const url = `https://127.0.0.1:${tls.port}`;
      const named = `http://me:pass%40word@127.0.0.1:${proxy.port}`;
      // No authority vouches for the server. The proxy received the request for it, with user name and
      // password.
      const { code, stdout } = await sync(url, { HTTPS_PROXY: named });
      expect([code, stdout]).toEqual([6, expect.stringContaining("certificate")]);
      expect(new Set(proxy.targets)).toEqual(new Set([`127.0.0.1:${tls.port}`]));
      expect(proxy.credentials).toContain(`Basic ${Buffer.from("me:pass@word").toString("base64")}`);
      expect(proxy.seen()).not.toContain(sample.key);
      // The same without a password.
      const refused = await sync(url, { HTTPS_PROXY: `127.0.0.1:${refusing.port}` });
      expect([refused.code, refused.stdout]).toEqual([6, expect.stringContaining("The proxy between")]);
      const before = proxy.targets.length;
      // NO_PROXY and plain http bypass the proxy.
      const past = await sync(url, { HTTPS_PROXY: named, NO_PROXY: "127.0.0.0/8" });
      expect([past.code, past.stdout]).toEqual([6, expect.stringContaining("certificate")]);
      expect((await sync(sample.url, { HTTPS_PROXY: named, ALL_PROXY: named, HTTP_PROXY: named })).code).toBe(
        0,
      );
      expect(proxy.targets).toHaveLength(before);
    } finally {
      for (const server of [tls, proxy, refusing]) server.close();
    }
  },
);
