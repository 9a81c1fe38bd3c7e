import { app, Notification } from "electron";
import type { SystemNotification } from "../../features/alerts/alert-service.ts";
import { OpenNotifications } from "./open-notifications.ts";

/** The app's id, as in electron-builder.yml. Windows shows notifications only for a known id. */
const APP_ID = "dev.stockdeck.app";
/** The id by which Windows starts the app for a click on a notification. It must never change. */
const ACTIVATOR = "{6F2B8C1E-4D0A-4B63-9C57-2E1F7A90D3B4}";

const notifications = new OpenNotifications((text) => new Notification(text));

/** Registers the app's notifications with Windows. The activator must be set before the id, which registers it. */
export function registerNotifications(): void {
  if (process.platform !== "win32") return;
  app.setToastActivatorCLSID(ACTIVATOR);
  app.setAppUserModelId(APP_ID);
}

/** Shows a system notification; false if the system refuses. It has no buttons, because Linux shows none. */
export async function showNotification(text: SystemNotification, onClick: () => void): Promise<boolean> {
  await app.whenReady();
  return Notification.isSupported() && notifications.show(text, onClick);
}
