import type { CDPSession, Page } from "@playwright/test";

/** A key press as the system gives it to the browser. */
interface SystemKey {
  readonly key: string;
  readonly code: string;
  readonly keyCode: number;
  /** The character that the key enters; absent for Tab. */
  readonly text?: string;
  readonly shift?: boolean;
  readonly control?: boolean;
}

const ENDS = {
  Enter: { key: "Enter", code: "Enter", keyCode: 13, text: "\r" },
  Tab: { key: "Tab", code: "Tab", keyCode: 9 },
} as const;

/** Control characters, as a scanner sends them: Control with the key of the character 64 places later in ASCII. */
function controlKey(character: string): SystemKey {
  const key = String.fromCodePoint((character.codePointAt(0) ?? 0) + 64).toLowerCase();
  const codes: Record<string, string> = { "]": "BracketRight", "^": "Digit6" };
  const code = codes[key] ?? `Key${key.toUpperCase()}`;
  return { key, code, keyCode: key.toUpperCase().charCodeAt(0), control: true };
}

function keyOf(character: string): SystemKey {
  if (character < " ") return controlKey(character);
  const isLetter = /^[a-z]$/i.test(character);
  const isDigit = /^\d$/.test(character);
  const upper = character.toUpperCase();
  return {
    key: character,
    code: isLetter ? `Key${upper}` : isDigit ? `Digit${character}` : character === " " ? "Space" : "",
    keyCode: isLetter || isDigit || character === " " ? upper.charCodeAt(0) : 0,
    text: character,
    shift: isLetter && character === upper,
  };
}

/** The least ms between two scans, by their time stamps. */
const PAUSE_MS = 60;

export interface ScanOptions {
  /** Ms between two keys, by their time stamps. */
  readonly gapMs?: number;
  /** The key after the text; null if no key follows. */
  readonly end?: keyof typeof ENDS | null;
}

declare global {
  interface Window {
    /** Whether keys of a scan are still on their way to the page. */
    keysArrive: boolean;
  }
}

/** Delays the page's timers while keys are on their way. */
function holdTimers(): void {
  const [start, stop] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
  const stopped = new Set<unknown>();
  const held = (work: TimerHandler, ms?: number, ...values: unknown[]): number => {
    const run = (): void => {
      if (stopped.has(number) || typeof work === "string") return;
      if (window.keysArrive) start(run, 5);
      else work(...values);
    };
    const number = start(run, ms);
    return number;
  };
  window.keysArrive = false;
  window.setTimeout = Object.assign(held, start);
  window.clearTimeout = (number) => {
    stopped.add(number);
    stop(number);
  };
}

interface ScannerOptions {
  /** True if timers run while keys arrive. */
  readonly timersRun?: boolean;
}

/**
 * A simulated scanner. It sends trusted key presses through DevTools, each with the time stamp of a real
 * scanner's key. The page's timers wait until all keys have arrived. Otherwise a busy machine would deliver
 * keys late, and the page would take the time between two keys for the end of a text.
 */
export class ScannerKeys {
  readonly #page: Page;
  readonly #devtools: CDPSession;
  /** The time stamp of the last key, in ms since the epoch. */
  #lastMs = 0;

  private constructor(page: Page, devtools: CDPSession) {
    [this.#page, this.#devtools] = [page, devtools];
  }

  static async of(page: Page, { timersRun = false }: ScannerOptions = {}): Promise<ScannerKeys> {
    if (!timersRun) await page.evaluate(holdTimers);
    return new ScannerKeys(page, await page.context().newCDPSession(page));
  }

  /** Sends a text and its end. Resolves once the page has handled all keys. */
  scan(text: string, options: ScanOptions = {}): Promise<void> {
    return this.scanAll([{ text, ...options }]);
  }

  /** Sends texts and their ends, one after another. Resolves once the page has handled all keys. */
  async scanAll(scans: readonly (ScanOptions & { readonly text: string })[]): Promise<void> {
    await this.#setArriving(true);
    await Promise.all(scans.flatMap(({ text, ...options }) => this.#sendScan(text, options)));
    await this.#setArriving(false);
  }

  #setArriving(arrive: boolean): Promise<void> {
    return this.#page.evaluate((value) => {
      window.keysArrive = value;
    }, arrive);
  }

  #sendScan(text: string, { gapMs = 5, end = "Enter" }: ScanOptions): Promise<unknown>[] {
    const keys = [...Array.from(text, keyOf), ...(end === null ? [] : [ENDS[end]])];
    let at = Math.max(Date.now() - keys.length * gapMs, this.#lastMs + PAUSE_MS);
    const sent: Promise<unknown>[] = [];
    for (const key of keys) {
      sent.push(this.#send("keyDown", key, at));
      // Only the release of a space, Enter or Tab could cause an action.
      if (key.code === "Space" || key.key.length > 1) sent.push(this.#send("keyUp", key, at + 1));
      this.#lastMs = at;
      at += gapMs;
    }
    return sent;
  }

  #send(type: "keyDown" | "keyUp", { key, code, keyCode, text, shift, control }: SystemKey, atMs: number) {
    return this.#devtools.send("Input.dispatchKeyEvent", {
      type: type === "keyDown" && text === undefined ? "rawKeyDown" : type,
      key,
      code,
      windowsVirtualKeyCode: keyCode,
      modifiers: (shift === true ? 8 : 0) + (control === true ? 2 : 0),
      timestamp: atMs / 1_000,
      ...(type === "keyDown" && text !== undefined && { text }),
    });
  }
}
