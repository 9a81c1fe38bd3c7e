import path from "node:path";
import { app, autoUpdater, net } from "electron";
import type { UpdateInfo } from "electron-updater";
import type { AppAdapter } from "electron-updater/out/AppAdapter.js";
import type { AppUpdater } from "electron-updater/out/AppUpdater.js";
import type { ProviderRuntimeOptions } from "electron-updater/out/providers/Provider.js";
import type { AppFailure } from "../../../../shared/base/errors.ts";
import { systemClock } from "../../../base/clock.ts";
import type { Log } from "../../../base/log.ts";
import { networkReady, networkSession, signInToProxy } from "../network.ts";
import { unreachable } from "./fetch-manifest.ts";
import { replaceAppImage, requireHash, startInstaller, type InstallerStarter } from "./install-steps.ts";
import { UPDATE_FAULTS } from "./messages.ts";
import { refused } from "./update-manifest.ts";
import type { Release, UpdateInstaller } from "./update-service.ts";
import { relaunch } from "./relaunch.ts";
import { ownAppImage } from "./update-source.ts";

/** Ms without progress after which a download counts as interrupted. */
const STALLED = 90_000;
/** The bytes by which an answer may be larger than the file: the separators in a differential download. */
const MARGIN = 1024 * 1024;
/** The ms within which macOS must unpack and check an update. */
const MAC_TIMEOUT = 60_000;

/** Downloads updates with electron-updater, which is loaded on demand. Its own comparison of versions is not used. */
export class ElectronInstaller implements UpdateInstaller {
  readonly #log: () => Log | null;
  readonly #configuration: string;
  #ready: { readonly file: string; readonly sha512: string; readonly updater: AppUpdater } | null = null;

  /** @param configuration the path of electron-builder's `app-update.yml`. */
  constructor(configuration: string, log: () => Log | null) {
    this.#configuration = configuration;
    this.#log = log;
  }

  async download(release: Release, onProgress: (received: number, size: number) => void): Promise<void> {
    const { CancellationToken } = await import("electron-updater/out/types.js");
    const token = new CancellationToken();
    let why: AppFailure | null = null;
    const stop = (failure: AppFailure): void => {
      why = failure;
      token.cancel();
    };
    const stalled = (): void => stop(unreachable("timeout", null));
    let timer = systemClock.after(STALLED, stalled);
    const largest = Math.max(...release.manifest.files.map(({ size }) => size));
    // electron-updater has no timeout. It reports no progress if the server does not state the size.
    const updater = await this.#updaterFor(release, (received) => {
      timer.stop();
      timer = systemClock.after(STALLED, stalled);
      if (received > largest + MARGIN) stop(refused(UPDATE_FAULTS.tooLarge));
    });
    updater.on("download-progress", ({ transferred, total }) => onProgress(transferred, total));
    try {
      if ((await updater.checkForUpdates())?.isUpdateAvailable !== true)
        throw refused(UPDATE_FAULTS.notForThis);
      const [file = ""] = await updater.downloadUpdate(token);
      const signed = release.manifest.files.find(({ url }) => url === path.basename(file));
      if (!signed) throw refused(UPDATE_FAULTS.notForThis);
      this.#ready = { file, sha512: signed.sha512, updater };
    } catch (thrown) {
      throw why ?? thrown;
    } finally {
      timer.stop();
    }
  }

  async install(restart: boolean): Promise<void> {
    if (!this.#ready) throw new Error("nothing is downloaded");
    const { file, sha512, updater } = this.#ready;
    const appImage = ownAppImage(process.execPath, process.env);
    if (process.platform === "linux") {
      if (appImage === null) throw new Error("there is no AppImage to replace");
      await replaceAppImage(file, appImage, sha512);
      if (restart) relaunch();
      return;
    }
    await requireHash(file, sha512);
    if (process.platform === "darwin") await installOnMac(updater, restart);
    else await startInstaller(updater as AppUpdater & InstallerStarter, restart);
  }

  readonly relaunch = relaunch;

  async #updaterFor(release: Release, onReceived: (received: number) => void): Promise<AppUpdater> {
    const adapter = adapterOf(this.#configuration);
    const updater = await newUpdater(adapter);
    Object.assign(updater, {
      // The executor of electron-updater uses another session, and never ends if a proxy asks for a password.
      httpExecutor: await newExecutor(onReceived),
      logger: loggerOf(this.#log),
      autoDownload: false,
      autoInstallOnAppQuit: false,
      allowDowngrade: false,
      disableWebInstaller: true,
      disableDifferentialDownload: release.manifest.files.every(({ blockMapSize }) => !blockMapSize),
    });
    // Failures are already reported: they reject the promises, or `startInstaller` reports them. Without a listener,
    // Node would throw them again.
    updater.on("error", () => {});
    updater.setFeedURL({ provider: "custom", updateProvider: await providerOf(release) });
    return updater;
  }
}

async function newUpdater(adapter: AppAdapter): Promise<AppUpdater> {
  if (process.platform === "win32")
    return new (await import("electron-updater/out/NsisUpdater.js")).NsisUpdater(null, adapter);
  if (process.platform === "darwin")
    return new (await import("electron-updater/out/MacUpdater.js")).MacUpdater(undefined, adapter);
  return new (await import("electron-updater/out/AppImageUpdater.js")).AppImageUpdater(null, adapter);
}

/**
 * The app in the form that electron-updater needs. It does not quit or restart the app, because the app itself does
 * both.
 */
function adapterOf(configuration: string): AppAdapter {
  const caches = {
    linux: process.env["XDG_CACHE_HOME"] || path.join(app.getPath("home"), ".cache"),
    win32: process.env["LOCALAPPDATA"] || path.join(app.getPath("home"), "AppData", "Local"),
    darwin: path.join(app.getPath("home"), "Library", "Caches"),
  };
  const cache = caches[process.platform as keyof typeof caches];
  return {
    version: app.getVersion(),
    name: "stockdeck-updater",
    isPackaged: true,
    appUpdateConfigPath: configuration,
    userDataPath: path.join(cache, "stockdeck-updater"),
    baseCachePath: cache,
    whenReady: () => app.whenReady(),
    relaunch: () => {},
    quit: () => {},
    onQuit: () => {},
  };
}

/**
 * Sends requests over the app's session, with its proxy and certificates.
 * @param onReceived called after each part of an answer, with the number of bytes received so far.
 */
async function newExecutor(onReceived: (received: number) => void) {
  await networkReady();
  const { ElectronHttpExecutor } = await import("electron-updater/out/electronHttpExecutor.js");
  return new (class extends ElectronHttpExecutor {
    override createRequest(
      options: Electron.ClientRequestConstructorOptions,
      callback: (response: Electron.IncomingMessage) => void,
    ): Electron.ClientRequest {
      const url = urlOf(options);
      const request = net.request({ ...options, session: networkSession(url), credentials: "omit" });
      signInToProxy(request, url);
      request.on("response", (response) => {
        let received = 0;
        response.on("data", (part) => onReceived((received += part.length)));
        callback(response);
      });
      return request;
    }
  })();
}

/** The URL of a request, from options that contain it in parts. */
function urlOf({
  url,
  protocol = "https:",
  hostname,
  host,
  port,
}: Electron.ClientRequestConstructorOptions): string {
  return url ?? `${protocol}//${hostname ?? host ?? ""}${port === undefined ? "" : `:${port}`}/`;
}

/** Makes a provider for a single release, whose manifest is already verified. */
async function providerOf({ manifest, folder }: Release) {
  const { Provider, resolveFiles } = await import("electron-updater/out/providers/Provider.js");
  const { version, files } = manifest;
  const [first] = files;
  const info: UpdateInfo = {
    version,
    files: files.map(({ blockMapSize, ...file }) => ({ ...file, ...(blockMapSize ? { blockMapSize } : {}) })),
    path: first?.url ?? "",
    sha512: first?.sha512 ?? "",
    releaseDate: "",
  };
  return class extends Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super({ ...runtime, isUseMultipleRangeRequest: !folder.startsWith("https://github.com/") });
    }
    override getLatestVersion(): Promise<UpdateInfo> {
      return Promise.resolve(info);
    }
    override resolveFiles(): ReturnType<typeof resolveFiles> {
      return resolveFiles(info, new URL(folder));
    }
  };
}

function loggerOf(log: () => Log | null) {
  const text = (message: unknown): Readonly<Record<string, unknown>> => ({ message: String(message) });
  return {
    info: (message: unknown) => log()?.info("electron-updater", text(message)),
    warn: (message: unknown) => log()?.warn("electron-updater", text(message)),
    error: (message: unknown) => log()?.warn("electron-updater", text(message)),
  };
}

/** Passes the update to Squirrel, which installs it after the app has ended. */
async function installOnMac(updater: AppUpdater, restart: boolean): Promise<void> {
  updater.autoRunAppAfterInstall = restart;
  await new Promise<void>((resolve, reject) => {
    autoUpdater.once("update-downloaded", () => resolve());
    autoUpdater.once("error", reject);
    systemClock.after(MAC_TIMEOUT, () => reject(new Error("Squirrel did not answer")));
    updater.quitAndInstall();
  });
}
