import { systemClock } from "../../base/clock.ts";
import type { SystemNotification } from "../../features/alerts/alert-service.ts";

/** The part of Electron's `Notification` that is used. */
export interface DesktopNotification {
  once(event: "show" | "failed" | "click", listener: () => void): unknown;
  show(): void;
}

/** Ms after which a notification that was neither shown nor refused counts as refused. */
const TIMEOUT = 5_000;
/** The most open notifications. Beyond this number, the oldest notification is dropped. */
const MOST_OPEN = 50;

/**
 * Shows notifications, and keeps references to the notifications that can still be clicked. Without a reference, their
 * listeners would be lost.
 */
export class OpenNotifications {
  readonly #create: (text: SystemNotification) => DesktopNotification;
  readonly #open = new Set<DesktopNotification>();

  /** @param create makes a notification without showing it. */
  constructor(create: (text: SystemNotification) => DesktopNotification) {
    this.#create = create;
  }

  /** The number of open notifications. */
  get size(): number {
    return this.#open.size;
  }

  /** Shows a notification; false if the system refuses it, or does not answer in time. */
  async show(text: SystemNotification, onClick: () => void): Promise<boolean> {
    const notification = this.#create(text);
    this.#keep(notification);
    const shown = await new Promise<boolean>((resolve) => {
      const timer = systemClock.after(TIMEOUT, () => resolve(false));
      const settle = (isShown: boolean): void => {
        timer.stop();
        resolve(isShown);
      };
      notification.once("show", () => settle(true));
      notification.once("failed", () => settle(false));
      notification.once("click", () => {
        this.#open.delete(notification);
        onClick();
      });
      notification.show();
    });
    if (!shown) this.#open.delete(notification);
    return shown;
  }

  #keep(notification: DesktopNotification): void {
    this.#open.add(notification);
    const [oldest] = this.#open;
    if (oldest && this.#open.size > MOST_OPEN) this.#open.delete(oldest);
  }
}
