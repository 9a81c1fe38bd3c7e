import { expect, it, vi } from "vitest";

type Answer = (error: Error | null, output: { readonly stdout: string }) => void;
type Push = (name: string, payload: unknown) => void;

const { icons, questions } = vi.hoisted(() => ({ icons: new Set<object>(), questions: [] as Answer[] }));
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
    Menu: { buildFromTemplate: vi.fn<() => void>() },
    nativeImage: { createFromDataURL: () => image },
    Tray,
  };
});

/** Lets the bus answer all requests for the tray so far. */
function answerAll(): void {
  for (const answer of questions.splice(0)) answer(null, { stdout: "boolean true" });
}

it("the tray has an icon only if its setting is still on when the bus answers", async () => {
  const { AppTray } = await import("../../../../../electron/hosts/desktop/tray.ts");
  let push: Push = () => {};
  const core = {
    events: { subscribe: (listener: Push) => void (push = listener) },
    userData: { settings: async () => ({ keepInTray: false }) },
    dispatch: async () => ({ ok: true, value: [] }),
  };
  const tray = new AppTray(core as never, { show: () => {}, carryOut: () => {} });
  await tray.follow();
  push("settings", { keepInTray: true });
  push("settings", { keepInTray: false });
  answerAll();
  // A later request is answered after the first one.
  const later = tray.ensure();
  answerAll();
  expect(await later).toBe(true);
  expect(icons.size).toBe(0);

  push("settings", { keepInTray: true });
  answerAll();
  await vi.waitFor(() => expect(icons.size).toBe(1));
  push("settings", { keepInTray: false });
  expect(icons.size).toBe(0);
});
