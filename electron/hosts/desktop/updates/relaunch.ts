import { app } from "electron";
import { ownAppImage } from "./update-source.ts";

/** Starts the app again once this process has ended and released the single-instance lock. */
export function relaunch(): void {
  const appImage = ownAppImage(process.execPath, process.env);
  app.relaunch(appImage === null ? {} : { execPath: appImage, args: [] });
}

/** Ends the app, and starts it again. */
export function restart(): void {
  relaunch();
  app.quit();
}
