import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { PRIVATE_FILE } from "../../base/files.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import { routeSchema, windowNumberSchema } from "../../../shared/features/windows/windows.ts";
import { MAX_WINDOWS } from "../../../shared/features/windows/window-names.ts";

/** The place of a window while it is not maximised, in the system's pixels. */
const placeSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(200),
  height: z.int().min(150),
  maximized: z.boolean(),
});

const savedWindowSchema = z.object({
  window: windowNumberSchema,
  place: placeSchema,
  /** The route; null if it is unknown, or not in the form of this version. */
  route: routeSchema.nullable().catch(null),
});
/** A window that is opened again at the next start. */
export type SavedWindow = Readonly<z.infer<typeof savedWindowSchema>>;

/** The content of the file. Damaged windows are left out. */
const fileSchema = z.object({
  version: z.literal(3),
  windows: z.array(savedWindowSchema.nullable().catch(null)).max(1_000),
});

/** Reads the saved windows; the window used last is at the end. Empty if the text is damaged. */
export function readWindowSet(text: string | null): readonly SavedWindow[] {
  const parsed = fileSchema.safeParse(parseJson(text));
  if (!parsed.success) return [];
  const byNumber = new Map(
    parsed.data.windows.flatMap((saved) => (saved ? [[saved.window, saved] as const] : [])),
  );
  return [...byNumber.values()].slice(-MAX_WINDOWS);
}

/** A small file with the open windows, which is read before anything else is opened. */
export class WindowSetFile {
  readonly #file: string;
  /** The current text of the file. */
  #written = "";
  /** The text that the file should have. */
  #wanted = "";
  #writing: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.#file = path.join(folder, "window-state.json");
  }

  /** The saved windows; empty if the file is missing or damaged. */
  read(): readonly SavedWindow[] {
    try {
      const text = fs.readFileSync(this.#file, "utf8");
      this.#written = this.#wanted = text;
      return readWindowSet(text);
    } catch {
      return [];
    }
  }

  /**
   * Writes the file if its text differs, completely or not at all. If writing fails, the places of the windows are not
   * saved, and the next change tries again. The caller need not wait.
   */
  async write(windows: readonly SavedWindow[]): Promise<void> {
    const text = textOf(windows);
    if (text !== this.#wanted) {
      this.#wanted = text;
      this.#writing = this.#writeAfter(this.#writing, text);
    }
    return this.#writing;
  }

  /** Writes the file synchronously, at the end of the app. If writing fails, the places are not saved. */
  writeLast(windows: readonly SavedWindow[]): void {
    const text = textOf(windows);
    if (text === this.#written) return;
    this.#wanted = text;
    const next = `${this.#file}.last`;
    try {
      fs.writeFileSync(next, text, { mode: PRIVATE_FILE, flush: true });
      fs.renameSync(next, this.#file);
      this.#written = text;
    } catch {
      this.#failed(text);
    }
  }

  /** Writes a text after an earlier write has ended. If writing fails, the next change tries again. */
  async #writeAfter(before: Promise<void>, text: string): Promise<void> {
    await before;
    const next = `${this.#file}.part`;
    try {
      await fs.promises.writeFile(next, text, { mode: PRIVATE_FILE, flush: true });
      // A later write has started meanwhile.
      if (text !== this.#wanted) return;
      await fs.promises.rename(next, this.#file);
      this.#written = text;
    } catch {
      this.#failed(text);
    }
  }

  /** Notes that a text was not written, so that the next change writes it again. */
  #failed(text: string): void {
    if (this.#wanted === text) this.#wanted = this.#written;
  }
}

const textOf = (windows: readonly SavedWindow[]): string => JSON.stringify({ version: 3, windows });

/** A rectangle of the desktop, in the system's pixels. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A size, and a position unless the system chooses the position. */
export type Placed = Pick<Bounds, "width" | "height"> & Partial<Bounds>;

/** The distance in pixels between a new window and its opener. It keeps both visible. */
const STEP = 28;

/** The part of a title bar that must be visible, in pixels. The user drags the window by it. */
const GRIP = { width: 100, height: 32 };

/**
 * The place of a window that had these bounds. It is at most as large as the screen.
 * @param workArea the work area of the screen with most of the window. If too little of the title bar would be inside,
 * the system chooses a place.
 */
export function restoredPlace(former: Bounds, workArea: Bounds): Placed {
  const width = Math.min(former.width, workArea.width);
  const height = Math.min(former.height, workArea.height);
  // If the window had to shrink in a direction, it fills the screen in this direction.
  const x = width < former.width ? workArea.x : former.x;
  const y = height < former.height ? workArea.y : former.y;
  const left = Math.max(x, workArea.x);
  const right = Math.min(x + width, workArea.x + workArea.width);
  const isReachable =
    right - left >= GRIP.width && y >= workArea.y && y + GRIP.height <= workArea.y + workArea.height;
  return isReachable ? { x, y, width, height } : { width, height };
}

/**
 * The place of a new window, below its opener and to the right. It is on the same screen; beyond the edge it starts at
 * a corner again.
 */
export function placeBeside(other: Bounds, workArea: Bounds): Bounds {
  const width = Math.min(other.width, workArea.width);
  const height = Math.min(other.height, workArea.height);
  const along = (at: number, length: number, from: number, room: number): number => {
    const next = Math.max(from, at + STEP);
    return next + length <= from + room ? next : from + Math.min(STEP, room - length);
  };
  return {
    x: along(other.x, width, workArea.x, workArea.width),
    y: along(other.y, height, workArea.y, workArea.height),
    width,
    height,
  };
}
