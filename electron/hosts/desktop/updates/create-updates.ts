import fs from "node:fs";
import path from "node:path";
import { app, shell } from "electron";
import type { AppCore } from "../../core/app-core.ts";
import { systemClock } from "../../../base/clock.ts";
import type { Log } from "../../../base/log.ts";
import { updateFetch } from "../network.ts";
import { ElectronInstaller } from "./installer.ts";
import { wayOf, type UpdatePolicy, sourceOf, type UpdateSource } from "./update-source.ts";
import { UpdateService } from "./update-service.ts";

/** The build (vite.config.ts) writes this value into the bundle. */
declare const STOCKDECK_UPDATES: UpdateSource | null;

/** Updates of the app, and their connection with its core. */
export interface DesktopUpdates {
  readonly service: UpdateService;
  /** Follows the setting, and begins to check for updates. */
  start(core: Pick<AppCore, "log" | "events" | "userData">): Promise<void>;
}

/** @param policy the administrator's rules for updates. */
export function createUpdates(policy: UpdatePolicy): DesktopUpdates {
  let log: Log | null = null;
  const folder = app.getPath("userData");
  // In development, electron-builder writes no configuration. A developer or a test puts the file into the data folder.
  const configuration = path.join(app.isPackaged ? process.resourcesPath : folder, "app-update.yml");
  const { platform, arch, execPath, env } = process;
  const service = new UpdateService({
    policy,
    source: sourceOf(app.isPackaged, STOCKDECK_UPDATES, env),
    way: wayOf({ platform, execPath, environment: env, isWritable }),
    version: app.getVersion(),
    platform,
    arch,
    folder,
    fetch: updateFetch,
    clock: systemClock,
    installer: new ElectronInstaller(configuration, () => log),
    openPage: (page) => shell.openExternal(page),
    quit: () => app.quit(),
  });
  const start = async (core: Pick<AppCore, "log" | "events" | "userData">): Promise<void> => {
    log = core.log;
    core.events.on("settings", ({ checkForUpdates }) => service.setAutomatic(checkForUpdates));
    // If the settings cannot be read, the page shows the problem, and the user can still check for updates.
    const settings = await core.userData.settings().catch(() => null);
    service.setAutomatic(settings?.checkForUpdates ?? false);
    await service.start(core.log);
  };
  return { service, start };
}

/** Whether a file can be written; false if it is missing. */
function isWritable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
