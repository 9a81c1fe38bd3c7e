import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs/promises";
import path from "node:path";
import type { ElectronApplication, Page } from "@playwright/test";
import type { HostApi } from "../../../shared/contract/contract.ts";
import type { AppError, Result } from "../../../shared/base/errors.ts";
import type { SyncStatus } from "../../../shared/inventory/status.ts";
import type { UpdateState } from "../../../shared/features/updates/updates.ts";
import { startSampleService, type SampleService } from "../../service/index.ts";
import { publisherKeys, UpdateServer, withBlockMap, type Published } from "../../helpers/update-server.ts";
import { expect, test as base, type LaunchedApp } from "./launch.ts";

const ARCH = process.arch === "x64" ? "" : `-${process.arch}`;
const MANIFEST = `latest-linux${ARCH}.yml`;
const NEXT = "99.0.0";
/** The bytes of the new version: a few megabytes, because they arrive in several parts. */
const NEW_BYTES = Buffer.alloc(4 * 1024 * 1024, "new");
const OLD_BYTES = Buffer.from("the AppImage that runs");

const keys = publisherKeys();
const published = (more: Partial<Published> = {}): Published => ({
  version: NEXT,
  file: NEW_BYTES,
  privateKey: keys.privateKey,
  ...more,
});

interface Fixtures {
  readonly service: SampleService;
  readonly server: UpdateServer;
  /** The AppImage that the app considers its own. */
  readonly appImage: string;
  readonly start: () => Promise<LaunchedApp>;
}

const test = base.extend<Fixtures>({
  service: async ({}, use) => {
    const service = await startSampleService({ items: 100 });
    await use(service);
    await service.close();
  },
  server: async ({}, use) => {
    const server = new UpdateServer();
    await server.start();
    await use(server);
    await server.stop();
  },
  appImage: async ({ folder }, use) => {
    const file = path.join(folder, "apps", "Stockdeck.AppImage");
    await fs.mkdir(path.dirname(file));
    await fs.writeFile(file, OLD_BYTES, { mode: 0o755 });
    // electron-builder puts this file among the app's resources.
    await fs.writeFile(path.join(folder, "app-update.yml"), "updaterCacheDirName: stockdeck-updater\n");
    await use(file);
  },
  start: async ({ launch, folder, server, appImage }, use) => {
    const runtime = path.dirname(await fs.realpath(process.env["STOCKDECK_ELECTRON"] ?? ""));
    await use(() =>
      launch({
        APPIMAGE: appImage,
        APPDIR: runtime,
        XDG_CACHE_HOME: path.join(folder, "cache"),
        STOCKDECK_UPDATE_URL: server.url,
        STOCKDECK_UPDATE_KEY: keys.publicKey,
      }),
    );
  },
});

test("the app downloads a new version and installs it after quitting", async ({
  server,
  appImage,
  start,
}) => {
  server.publish(MANIFEST, published());
  const { app, page } = await start();
  await page.getByRole("button", { name: "Explore with sample data" }).click();
  await page.getByRole("link", { name: "Settings" }).click();
  const section = page.getByRole("region", { name: "Updates" });
  await section.getByRole("button", { name: "Check now" }).click();
  const notice = page.getByRole("region", { name: `Stockdeck ${NEXT} is available.` });
  await notice.getByRole("button", { name: "Download" }).click();
  await expect(page.getByRole("region", { name: `Stockdeck ${NEXT} is ready.` })).toBeVisible();
  expect(await fs.readFile(appImage), "before the end of the app").toEqual(OLD_BYTES);
  await pulled(page);
  await quit(app);
  expect(await fs.readFile(appImage)).toEqual(NEW_BYTES);
  expect((await fs.stat(appImage)).mode & 0o777).toBe(0o755);
  expect(await fs.readdir(path.dirname(appImage))).toEqual([path.basename(appImage)]);
});

test(
  "“Quit and install” starts the new version after the old version ends",
  { tag: "@whole" },
  async ({ folder, server, appImage, start }) => {
    const started = path.join(folder, "started");
    const program = Buffer.from(`#!/bin/sh\ncat "$0" >"${started}"\n`);
    server.publish(MANIFEST, published({ file: program }));
    const { app, page } = await start();
    const ended = once(app.process(), "exit");
    await download(page);
    await value(page, "installUpdate");
    await ended;
    await expect.poll(() => fs.readFile(started, "utf8").catch(() => "")).toBe(String(program));
    expect(await fs.readFile(appImage)).toEqual(program);
  },
);

test(
  "a failed “Quit and install” restarts the old version, which explains the failure",
  { tag: "@whole" },
  async ({ folder, server, appImage, start }) => {
    const started = path.join(folder, "started");
    const old = `#!/bin/sh\necho old >"${started}"\n`;
    await fs.writeFile(appImage, old);
    const name = server.publish(MANIFEST, published());
    const { app, page } = await start();
    const ended = once(app.process(), "exit");
    await download(page);
    await fs.appendFile(path.join(folder, "cache", "stockdeck-updater", "pending", name), "more");
    // The AppImage is in the data folder here, which the app makes private at its start.
    await fs.chmod(appImage, 0o755);
    await value(page, "installUpdate");
    await ended;
    await expect.poll(() => fs.readFile(started, "utf8").catch(() => "")).toBe("old\n");
    expect(await fs.readFile(appImage, "utf8")).toBe(old);
    const again = await start();
    await expect
      .poll(async () => (await state(again.page)).error?.message)
      .toMatch(/its file was changed after it had been downloaded/);
  },
);

test(
  "a downloaded update is verified and installed when the app next quits",
  { tag: "@whole" },
  async ({ server, appImage, start }) => {
    server.publish(MANIFEST, published());
    const first = await start();
    await download(first.page);
    first.app.process().kill("SIGKILL");
    await once(first.app.process(), "exit");
    expect(await fs.readFile(appImage)).toEqual(OLD_BYTES);
    server.requests.length = 0;
    const second = await start();
    await expect.poll(() => state(second.page)).toMatchObject({ step: "ready", version: NEXT });
    expect(server.requests, "nothing is downloaded again").toEqual([]);
    await quit(second.app);
    expect(await fs.readFile(appImage)).toEqual(NEW_BYTES);
  },
);

test(
  "the app does not install a file that differs from the signed file",
  { tag: "@whole" },
  async ({ server, appImage, start }) => {
    const tampered = Buffer.from(NEW_BYTES);
    tampered[1_000_000] = 0;
    server.publish(MANIFEST, published({ file: tampered, described: NEW_BYTES }));
    const { app, page } = await start();
    const { step, error } = await download(page);
    expect([step, error?.kind]).toEqual(["available", "update_refused"]);
    expect(error?.message).toMatch(/is not the one that the publisher signed/);
    await quit(app);
    expect(await fs.readFile(appImage)).toEqual(OLD_BYTES);
  },
);

test(
  "an interrupted download is reported, and the next attempt succeeds",
  { tag: "@whole" },
  async ({ server, appImage, start }) => {
    server.publish(MANIFEST, published());
    server.breakAfter = 1_000_000;
    const { app, page } = await start();
    const broken = await download(page);
    expect([broken.step, broken.error?.kind, broken.error?.reason]).toEqual([
      "available",
      "network",
      "reset",
    ]);
    server.breakAfter = null;
    expect(await check(page)).toMatchObject({ step: "available", error: null });
    expect(await download(page)).toMatchObject({ step: "ready", error: null });
    await quit(app);
    expect(await fs.readFile(appImage)).toEqual(NEW_BYTES);
  },
);

test(
  "the app stops a download that exceeds the signed size",
  { tag: "@whole" },
  async ({ server, start }) => {
    server.publish(MANIFEST, published());
    server.endless = true;
    const { page } = await start();
    const { step, error } = await download(page);
    expect([step, error?.kind]).toEqual(["available", "update_refused"]);
    expect(error?.message).toMatch(/larger than the publisher signed/);
  },
);

test(
  "the app downloads only the changed parts and verifies the whole file",
  { tag: "@whole" },
  async ({ server, appImage, start }) => {
    const content = randomBytes(4 * 1024 * 1024);
    await fs.writeFile(appImage, withBlockMap(content).file);
    content.fill("changed", 1_000_000, 1_100_000);
    const { file, blockMapSize } = withBlockMap(content);
    server.publish(MANIFEST, published({ file, blockMapSize }));
    const { app, page } = await start();
    expect(await download(page)).toMatchObject({ step: "ready", error: null });
    expect(server.sent).toBeLessThan(file.length / 4);
    await quit(app);
    expect((await fs.readFile(appImage)).equals(file)).toBe(true);
  },
);

test(
  "the app follows GitHub's redirects for the manifest and the update file",
  { tag: "@whole" },
  async ({ server, start }) => {
    const name = server.publish(MANIFEST, published());
    for (const moved of [MANIFEST, `${MANIFEST}.sig`, name]) {
      const content = server.files.get(`/${moved}`);
      server.files.delete(`/${moved}`);
      if (content) server.files.set(`/elsewhere/${moved}`, content);
      server.redirects.set(`/${moved}`, `/elsewhere/${moved}`);
    }
    const { page } = await start();
    expect(await download(page)).toMatchObject({ step: "ready", error: null });
  },
);

test(
  "the app does not install an update during a first pull",
  { tag: "@whole" },
  async ({ service, server, appImage, start }) => {
    server.publish(MANIFEST, published());
    const { app, page } = await start();
    await download(page);
    service.setFaults({ latencyMs: 600_000, onlyPath: "/inventory/items" });
    await value(page, "connect", { baseUrl: service.url, key: service.key });
    await expect.poll(async () => (await value<SyncStatus>(page, "getStatus")).state).toBe("syncing");
    expect(await refusal(page, "installUpdate")).toMatchObject({
      message: "The first pull is running. Install the update when it has ended.",
    });
    await quit(app);
    expect(await fs.readFile(appImage)).toEqual(OLD_BYTES);
  },
);

/** Calls the core as the page does. */
async function call(page: Page, name: keyof HostApi, input?: unknown): Promise<Result<unknown>> {
  const asked = { name, input };
  return page.evaluate(async (given) => {
    type Calls = Readonly<Record<string, (input: unknown) => Promise<unknown>>>;
    const host = (globalThis as unknown as { stockdeck: Calls }).stockdeck;
    return host[given.name]?.(given.input);
  }, asked) as Promise<Result<unknown>>;
}

async function value<T>(page: Page, name: keyof HostApi, input?: unknown): Promise<T> {
  const result = await call(page, name, input);
  if (!result.ok) throw new Error(result.error.message);
  return result.value as T;
}

async function refusal(page: Page, name: keyof HostApi): Promise<AppError | null> {
  const result = await call(page, name);
  return result.ok ? null : result.error;
}

const state = (page: Page): Promise<UpdateState> => value(page, "getUpdate");
const check = (page: Page): Promise<UpdateState> => value(page, "checkForUpdate");

/** Checks for an update, downloads it, and waits until it is ready. */
async function download(page: Page): Promise<UpdateState> {
  expect(await check(page)).toMatchObject({ step: "available", version: NEXT });
  await value(page, "downloadUpdate");
  await expect.poll(async () => (await state(page)).step, { timeout: 20_000 }).not.toBe("downloading");
  return state(page);
}

/** Waits until the first pull has ended, because the app installs no update before that. */
async function pulled(page: Page): Promise<void> {
  await expect
    .poll(async () => (await value<SyncStatus>(page, "getStatus")).firstPullComplete, {
      timeout: 30_000,
    })
    .toBe(true);
}

/** Quits as the menu does, and waits for the end of the process. */
async function quit(app: ElectronApplication): Promise<void> {
  const ended = once(app.process(), "exit");
  await app.evaluate((electron) => electron.app.quit());
  await ended;
}
