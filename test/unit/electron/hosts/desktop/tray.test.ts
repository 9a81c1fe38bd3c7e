import type { MenuItemConstructorOptions } from "electron";
import { beforeEach, expect, it, vi } from "vitest";
import { PushBus } from "../../../../../electron/base/push-bus.ts";
import { DEFAULT_SETTINGS } from "../../../../../shared/inventory/settings.ts";

type Answer = (error: Error | null, output: { readonly stdout: string }) => void;

const { icons, menus, questions } = vi.hoisted(() => ({
  icons: new Set<object>(),
  menus: [] as MenuItemConstructorOptions[][],
  questions: [] as Answer[],
}));
vi.mock("node:child_process", () => ({
  execFile: (_program: string, _args: unknown, _options: unknown, answer: Answer) => questions.push(answer),
}));
vi.mock("electron", () => {
  class Tray {
    readonly on = vi.fn<() => void>();
    readonly setToolTip = vi.fn<() => void>();
    readonly setImage = vi.fn<() => void>();
    readonly setTitle = vi.fn<() => void>();
    readonly setContextMenu = vi.fn<() => void>();
    constructor() {
      icons.add(this);
    }
    destroy(): void {
      icons.delete(this);
    }
  }
  const image = { addRepresentation: vi.fn<() => void>(), setTemplateImage: vi.fn<() => void>() };
  return {
    app: { name: "Stockdeck", quit: vi.fn<() => void>() },
    Menu: { buildFromTemplate: (items: MenuItemConstructorOptions[]) => void menus.push(items) },
    nativeImage: { createFromDataURL: () => image },
    Tray,
  };
});

beforeEach(() => {
  icons.clear();
  menus.length = 0;
  questions.length = 0;
});

/** Makes the bus answer all pending requests for the tray. */
function answerAll(): void {
  for (const answer of questions.splice(0)) answer(null, { stdout: "boolean true" });
}

it("the tray has an icon only if the setting is still on", async () => {
  const { AppTray } = await import("../../../../../electron/hosts/desktop/tray.ts");
  const events = new PushBus();
  const keepInTray = (on: boolean): void => events.emit("settings", { ...DEFAULT_SETTINGS, keepInTray: on });
  const core = {
    events,
    userData: { settings: async () => ({ keepInTray: false }) },
    dispatch: async () => ({ ok: true, value: [] }),
  };
  const tray = new AppTray(core as never, () => {});
  await tray.follow();
  keepInTray(true);
  keepInTray(false);
  answerAll();
  // A later request is answered after the first one.
  const later = tray.ensure();
  answerAll();
  expect(await later).toBe(true);
  expect(icons.size).toBe(0);

  keepInTray(true);
  answerAll();
  await vi.waitFor(() => expect(icons.size).toBe(1));
  keepInTray(false);
  expect(icons.size).toBe(0);
});

it("the tray entry of a scheduled export opens the schedules, even without a window", async () => {
  const { AppTray } = await import("../../../../../electron/hosts/desktop/tray.ts");
  const routes: string[] = [];
  const core = {
    events: new PushBus(),
    userData: { settings: async () => ({ keepInTray: true }) },
    dispatch: async () => ({
      ok: true,
      value: [{ viewName: "Low & late", nextRun: "2026-11-30T09:00:00Z" }],
    }),
    windows: { showRoute: async (route: string) => void routes.push(route) },
  };
  const followed = new AppTray(core as never, () => {}).follow();
  await vi.waitFor(() => expect(questions.length).toBe(1));
  answerAll();
  await followed;
  const entry = menus.at(-1)?.find(({ label }) => label?.endsWith(": Low && late"));
  entry?.click?.({} as never, undefined, {});
  expect(routes).toEqual(["/settings?section=schedules"]);
});
