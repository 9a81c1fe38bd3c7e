import fs from "node:fs";
import path from "node:path";
import { screen, type BrowserWindow, type Rectangle } from "electron";
import { z } from "zod";

const stateSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(400),
  height: z.int().min(300),
  maximized: z.boolean(),
});
type WindowState = z.infer<typeof stateSchema>;

const DEFAULT_SIZE = { width: 1_400, height: 900 } as const;

/** Where the window was when it was last closed, in a small file that can be read before anything else opens. */
export class WindowMemory {
  readonly #file: string;
  readonly #state: WindowState | null;

  constructor(folder: string) {
    this.#file = path.join(folder, "window-state.json");
    this.#state = readState(this.#file);
  }

  /** Size, and place where that is still on a screen. */
  bounds(): Partial<Rectangle> {
    if (!this.#state) return DEFAULT_SIZE;
    const { x, y, width, height } = this.#state;
    const { workArea } = screen.getDisplayMatching({ x, y, width, height });
    const visible =
      x < workArea.x + workArea.width
      && x + width > workArea.x
      && y >= workArea.y
      && y < workArea.y + workArea.height;
    return visible ? { x, y, width, height } : { width, height };
  }

  /** Restores and from then on remembers a window. */
  attach(window: BrowserWindow): void {
    if (this.#state?.maximized) window.maximize();
    window.on("close", () => {
      const state: WindowState = { ...window.getNormalBounds(), maximized: window.isMaximized() };
      try {
        fs.writeFileSync(this.#file, JSON.stringify(state));
      } catch {
        // A full or read-only disk costs the user the window's place, and nothing else.
      }
    });
  }
}

function readState(file: string): WindowState | null {
  try {
    const parsed = stateSchema.safeParse(JSON.parse(fs.readFileSync(file, "utf8")));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
