import { setImmediate } from "node:timers/promises";

/** The part of electron-updater's `NsisUpdater` that starts an installer. */
export interface InstallerStarter {
  install(isSilent: boolean, isForceRunAfter: boolean): boolean;
  on(event: "error", listener: (error: Error) => void): unknown;
  off(event: "error", listener: (error: Error) => void): unknown;
}

/**
 * Starts the installer on Windows, which continues after the app has ended.
 * @throws Error if it does not start: electron-updater returns false then, or emits `error` afterwards.
 */
export async function startInstaller(updater: InstallerStarter, restart: boolean): Promise<void> {
  const failures: Error[] = [];
  const note = (error: Error): void => void failures.push(error);
  updater.on("error", note);
  const isStarted = updater.install(true, restart);
  // A program that cannot be started is reported in the next tick, and the one that asks for more rights in the tick after that.
  await setImmediate();
  updater.off("error", note);
  if (failures[0]) throw failures[0];
  if (!isStarted) throw new Error("the installer was not started");
}
