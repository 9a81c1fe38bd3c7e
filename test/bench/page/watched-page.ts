import { within } from "../../helpers/within.ts";
import type { Browser, CDPSession, Page } from "@playwright/test";

/** A grid's contents from a frame on. */
interface Shown {
  /** Ms since the page was asked for. */
  readonly at: number;
  readonly rows: number;
  /** The name in the first row. */
  readonly first: string;
}

declare global {
  interface Window {
    benchRead: () => { readonly rows: number; readonly first: string; readonly busy: boolean };
    benchShown: Shown[];
    /** The times at which keys were pressed and pointers released. */
    benchActs: number[];
    /** Whether there was no input, no change and no request for the given ms. */
    benchRests: (calm: number) => boolean;
    /** Notes an action that is neither a key nor a click. */
    benchStir: () => void;
  }
}

/** Ms without a change after which a grid counts as idle. */
const CALM = 170;
/** Ms between two readings by the test. A timer is used, because waiting for frames would add frames to the page. */
const POLLING = 20;
const PATIENCE = 180_000;
/** Ms from one frame to the next. */
const FRAME = 1_000 / 60;

/** Watches a page with a grid frame by frame: its contents, and the input that it got. */
export class WatchedPage {
  readonly page: Page;
  readonly #devtools: CDPSession;

  private constructor(page: Page, devtools: CDPSession) {
    this.page = page;
    this.#devtools = devtools;
  }

  /**
   * @param everyFrame whether every frame is read until the page is idle, and not only frames in which elements
   * change.
   * @param read reads the grid; by default the page has its own function.
   */
  static async open(
    page: Page,
    url: string,
    { everyFrame = false, read }: { readonly everyFrame?: boolean; readonly read?: () => void } = {},
  ): Promise<WatchedPage> {
    if (read) await page.addInitScript(read);
    await page.addInitScript(watch, { everyFrame, calm: CALM });
    await page.goto(url);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Performance.enable");
    const watched = new WatchedPage(page, devtools);
    await page.waitForFunction(() => window.benchShown.some(({ first }) => first !== ""), null, {
      timeout: PATIENCE,
      polling: POLLING,
    });
    await watched.rest();
    return watched;
  }

  /** Ms from requesting the page to the frame with its first rows. */
  async firstRows(): Promise<number> {
    const at = await this.page.evaluate(() => window.benchShown.find(({ first }) => first !== "")?.at);
    return at ?? Number.NaN;
  }

  /** Ms from requesting the page to the frame with rows that can be used. */
  async usable(): Promise<number> {
    const at = await this.page.evaluate(
      () => window.benchShown.find(({ rows, first }) => rows > 0 && first !== "")?.at,
    );
    return at ?? Number.NaN;
  }

  /** Waits until nothing changes any more. */
  async rest(): Promise<void> {
    await this.page.evaluate(() => window.benchStir());
    await this.page.waitForFunction((calm) => window.benchRests(calm), CALM, {
      timeout: PATIENCE,
      polling: POLLING,
    });
  }

  /**
   * Runs an action and waits until the grid is idle.
   * @returns ms from the last key or click to the first frame with all its changes; null if nothing changed.
   */
  async timeOf(act: () => Promise<void>): Promise<{ readonly ms: number | null; readonly rows: number }> {
    await this.page.evaluate(() => {
      window.benchActs = [];
    });
    // A user acts at any moment of a frame; code that has just waited for a frame always acts at the same
    // moment.
    await this.page.waitForTimeout(Math.random() * FRAME);
    await act();
    await this.page.waitForFunction(() => window.benchActs.length > 0, null, {
      timeout: PATIENCE,
      polling: POLLING,
    });
    await this.rest();
    const { acts, shown } = await this.page.evaluate(() => ({
      acts: window.benchActs,
      shown: window.benchShown,
    }));
    const begun = acts.at(-1) ?? Number.NaN;
    const last = shown.at(-1);
    const after = shown.filter(({ at }) => at >= begun);
    const before = shown.findLast(({ at }) => at < begun);
    const settled = (state: Shown): boolean => state.rows === last?.rows && state.first === last.first;
    const found = before && settled(before) ? undefined : after.find(settled);
    return { ms: found ? found.at - begun : null, rows: last?.rows ?? 0 };
  }

  /**
   * Types a text key by key.
   * @returns ms of each key that changed the visible rows, and the rows after each key.
   */
  async type(text: string): Promise<{ readonly times: readonly number[]; readonly rows: readonly number[] }> {
    const box = this.page.getByRole("searchbox");
    await box.focus();
    const times: number[] = [];
    const rows: number[] = [];
    for (const key of text) {
      const pressed = await this.timeOf(() => this.page.keyboard.press(key === " " ? "Space" : key));
      if (pressed.ms !== null) times.push(pressed.ms);
      rows.push(pressed.rows);
    }
    await box.fill("");
    await this.rest();
    return { times, rows };
  }

  /** Clicks a place. @returns ms until the first row has changed. */
  async click(x: number, y: number): Promise<number> {
    await this.page.mouse.move(x, y);
    const { ms } = await this.timeOf(() => this.page.mouse.click(x, y));
    if (ms === null) throw new Error(`${this.page.url()}: a click at ${x}, ${y} changed nothing`);
    return ms;
  }

  /**
   * Scrolls down for a time.
   * @param selector of the grid.
   * @param speed in pixels per ms.
   * @param readsText whether rows are elements, so that an empty frame can be recognised.
   */
  async scroll(
    selector: string,
    speed: number,
    duration: number,
    readsText: boolean,
  ): Promise<{ readonly taskMs: number; readonly latePercent: number; readonly blankFrames: number }> {
    const before = await this.#taskMs();
    // A page that gets no frames would never answer.
    const scrolled = this.page.evaluate(scrollFor, { selector, speed, duration, readsText });
    const frames = await within(PATIENCE, "the scroll", scrolled);
    const taskMs = (await this.#taskMs()) - before;
    return {
      taskMs: taskMs / frames.count,
      latePercent: (100 * frames.late) / frames.count,
      blankFrames: frames.blank,
    };
  }

  /** Bytes of JavaScript heap in use after garbage collections. */
  heap(): Promise<number> {
    return usedHeap(this.#devtools);
  }

  async #taskMs(): Promise<number> {
    const { metrics } = await this.#devtools.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1_000;
  }
}

/**
 * The heap of a page that shows nothing, in bytes. The page is driven and watched like the other pages. Its
 * heap contains only what the browser gives every page, and the benchmark's own scripts.
 */
export async function emptyHeap(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  const watched = await WatchedPage.open(page, "data:text/html,<input type=search>", {
    read: () => {
      window.benchRead = () => ({ rows: 0, first: "nothing", busy: false });
    },
  });
  // Playwright has its own script in each of the page's two worlds. Its functions are compiled when they are
  // used, and again when they are used often.
  for (const text of ["as many", "keys as", "a round"]) await watched.type(text);
  for (let click = 0; click < 3; click += 1) await watched.timeOf(() => page.mouse.click(1, 1));
  const bytes = await watched.heap();
  await page.close();
  return bytes;
}

async function usedHeap(devtools: CDPSession): Promise<number> {
  for (let round = 0; round < 2; round += 1) await devtools.send("HeapProfiler.collectGarbage");
  return (await devtools.send("Runtime.getHeapUsage")).usedSize;
}

/**
 * Runs in the page, before its own scripts. If a page changes its rows after the task of a key, it is read only
 * in the frames that it requests itself. An idle page gets its first frame at once. A frame that the benchmark
 * requested would delay a change shortly after it until the next frame. Other pages are read in every frame,
 * from a key or a click until they are idle. This costs them nothing. It is necessary, because their drawing
 * changes no element, and a change in a frame would be seen late.
 */
function watch({ everyFrame, calm }: { readonly everyFrame: boolean; readonly calm: number }): void {
  window.benchShown = [];
  window.benchActs = [];
  let stirred = 0;
  let looking = false;
  let read = { rows: 0, first: "", busy: true };
  const look = (): void => {
    if (!looking) requestAnimationFrame(frame);
    looking = true;
  };
  // The grid is read and the time noted at the end of the frame, before the page's next task. A frame's own
  // time stamp is from its beginning, before its keys and clicks.
  const frame = (): void => void scheduler.postTask(note, { priority: "user-blocking" });
  const note = (): void => {
    read = window.benchRead?.() ?? read;
    const { rows, first } = read;
    const now = performance.now();
    const last = window.benchShown.at(-1);
    if (last?.rows !== rows || last.first !== first) {
      window.benchShown.push({ at: now, rows, first });
      stirred = now;
    }
    looking = false;
    if (everyFrame && now - stirred < calm) look();
  };
  window.benchRests = (ms) => !looking && !read.busy && performance.now() - stirred >= ms;
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ["aria-rowcount", "aria-busy"],
  });
  look();
  window.benchStir = () => {
    stirred = performance.now();
    if (everyFrame) look();
  };
  const act = ({ timeStamp }: Event): void => {
    window.benchActs.push(timeStamp);
    window.benchStir();
    // The page's reaction may take longer than the time after which it counts as idle.
    setTimeout(window.benchStir);
  };
  document.addEventListener("keydown", act, { capture: true });
  document.addEventListener("pointerup", act, { capture: true });
}

/** Runs in the page: scrolls with the frames, and counts frames that were late or had no text. */
function scrollFor({
  selector,
  speed,
  duration,
  readsText,
}: {
  readonly selector: string;
  readonly speed: number;
  readonly duration: number;
  readonly readsText: boolean;
}): Promise<{ count: number; late: number; blank: number }> {
  // Finds the scrollable element of the grid with the largest scroll height.
  const [scroller] = [...document.querySelectorAll(`${selector}, ${selector} *`)]
    .filter((element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowY))
    .toSorted((a, b) => b.scrollHeight - a.scrollHeight);
  if (!scroller) throw new Error(`nothing scrolls in ${selector}`);
  const box = scroller.getBoundingClientRect();
  /** Ms of a late frame: half as long again as a frame at 60 Hz. */
  const late = 25;
  return new Promise((resolve) => {
    const frames = { count: 0, late: 0, blank: 0 };
    let begun: number | null = null;
    let before = 0;
    const frame = (at: number): void => {
      if (begun !== null) {
        frames.count += 1;
        if (at - before > late) frames.late += 1;
        const isBlank = (part: number): boolean => {
          const cell = document.elementFromPoint(box.left + 120, box.top + box.height * part);
          return (cell?.textContent ?? "") === "";
        };
        // Near the top below the header, in the middle, and near the bottom, at which new rows appear.
        if (readsText && [0.15, 0.5, 0.95].some(isBlank)) frames.blank += 1;
        scroller.scrollTop += speed * (at - before);
      }
      begun ??= at;
      before = at;
      if (at - begun >= duration) resolve(frames);
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}
