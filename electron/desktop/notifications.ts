import { app, Notification } from "electron";
import type { SystemNotification } from "../app/core-options.ts";

/** As in electron-builder.yml: Windows shows notifications only of an app that it knows by this id. */
const APP_ID = "dev.stockdeck.app";
/** By this Windows starts the app again for a click in its notification list. It never changes. */
const ACTIVATOR = "{6F2B8C1E-4D0A-4B63-9C57-2E1F7A90D3B4}";
/** Ms after which a notification that was neither shown nor refused counts as refused. */
const TIMEOUT = 5_000;

/** Notifications that can still be clicked: one that nothing refers to loses its listeners. */
const open = new Set<Notification>();
/** The oldest is let go then; systems drop old ones themselves. */
const MOST_OPEN = 50;

/** Tells Windows whose notifications these are. The activator comes first, because the id registers it. */
export function registerNotifications(): void {
  if (process.platform !== "win32") return;
  app.setToastActivatorCLSID(ACTIVATOR);
  app.setAppUserModelId(APP_ID);
}

/** Shows a notification of the system; false where the system does not. It has no buttons: Linux shows none. */
export async function showNotification(text: SystemNotification, onClick: () => void): Promise<boolean> {
  await app.whenReady();
  if (!Notification.isSupported()) return false;
  const notification = new Notification(text);
  keep(notification);
  const shown = await new Promise<boolean>((resolve) => {
    notification.once("show", () => resolve(true));
    notification.once("failed", () => resolve(false));
    setTimeout(() => resolve(false), TIMEOUT);
    notification.once("click", () => {
      open.delete(notification);
      onClick();
    });
    notification.show();
  });
  if (!shown) open.delete(notification);
  return shown;
}

function keep(notification: Notification): void {
  open.add(notification);
  const [oldest] = open;
  if (oldest && open.size > MOST_OPEN) open.delete(oldest);
}
