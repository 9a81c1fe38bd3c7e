import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SystemNotification } from "../../../../../electron/features/alerts/alert-service.ts";
import { OpenNotifications } from "../../../../../electron/hosts/desktop/open-notifications.ts";

/** The part of Electron's class that is used; the test acts as the system. */
class FakeNotification extends EventEmitter {
  isShown = false;
  readonly text: SystemNotification;

  constructor(text: SystemNotification) {
    super();
    this.text = text;
  }

  show(): void {
    this.isShown = true;
  }
}

const TEXT: SystemNotification = { title: "PET film is low", body: "0 items available" };
const made: FakeNotification[] = [];
const latest = (): FakeNotification => {
  const notification = made.at(-1);
  if (!notification) throw new Error("No notification was made.");
  return notification;
};
const start = (): OpenNotifications =>
  new OpenNotifications((text) => {
    const notification = new FakeNotification(text);
    made.push(notification);
    return notification;
  });

beforeEach(() => {
  made.length = 0;
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

describe("system notifications", () => {
  it("a notification counts as shown when the system confirms it", async () => {
    const shown = start().show(TEXT, () => {});
    expect(latest()).toMatchObject({ text: TEXT, isShown: true });
    latest().emit("show");
    expect(await shown).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("a notification counts as failed if the system refuses it", async () => {
    const notifications = start();
    const shown = notifications.show(TEXT, () => {});
    latest().emit("failed", {}, "no server");
    expect(await shown).toBe(false);
    expect(notifications.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("a notification counts as failed if the system does not reply within five seconds", async () => {
    const notifications = start();
    const settled = vi.fn<(isShown: boolean) => void>();
    void notifications.show(TEXT, () => {}).then(settled);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledExactlyOnceWith(false);
    expect(notifications.size).toBe(0);
    // A late answer changes nothing.
    latest().emit("show");
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).toHaveBeenCalledTimes(1);
    expect(notifications.size).toBe(0);
  });

  it("a late click on a notification still opens its rows", async () => {
    const notifications = start();
    const openRows = vi.fn<() => void>();
    const shown = notifications.show(TEXT, openRows);
    latest().emit("show");
    await shown;
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(notifications.size).toBe(1);
    expect(openRows).not.toHaveBeenCalled();
    latest().emit("click");
    expect(openRows).toHaveBeenCalledTimes(1);
    expect(notifications.size).toBe(0);
    latest().emit("click");
    expect(openRows).toHaveBeenCalledTimes(1);
  });

  it("the app keeps the latest fifty notifications, each with its own rows", async () => {
    const notifications = start();
    const opened: number[] = [];
    for (let at = 0; at < 60; at += 1) {
      const shown = notifications.show(TEXT, () => opened.push(at));
      latest().emit("show");
      await shown;
    }
    expect(notifications.size).toBe(50);
    made[59]?.emit("click");
    made[20]?.emit("click");
    expect(opened).toEqual([59, 20]);
    expect(notifications.size).toBe(48);
  });
});
