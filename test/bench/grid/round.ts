import type { Browser } from "@playwright/test";
import { median } from "../figure.ts";
import { SORTS, type SortName, type Subject } from "./subjects.ts";

/** One grid's measurements in one round. */
export interface Round {
  /** Ms from requesting the page to its first rows. */
  readonly firstRows: number;
  /** Ms from requesting the page to rows that can be used; our rows are visible earlier. */
  readonly usable: number;
  /**
   * Ms from a key to its frame; the median over the keys of three texts. The frame has the right count and
   * first row.
   */
  readonly key: number;
  /** Ms from a click on a header to the frame with the new first row. */
  readonly sorts: Readonly<Record<SortName, number>>;
  /** Ms of the main thread for each frame of a scroll. */
  readonly scrollTask: number;
  /** The percentage of the scroll's frames that were late. */
  readonly lateFrames: number;
  readonly blankFrames: number;
  /** Bytes of heap beyond those of an empty page. */
  readonly heap: number;
}

/** The typed texts: words of names, locations and ids. */
const TEXTS = ["film 20", "hall 1", "tape 12", "steel 0.5", "itm_b"] as const;
/** The number of texts per round. If there were only one, a single key could distort the median. */
const TEXTS_A_ROUND = 3;
/** The speed of a scroll in pixels per ms, and its duration in ms. */
const SPEED = 15;
const DURATION = 3_000;

/** Opens a grid, types, sorts and scrolls. @param empty bytes of heap of an empty page. */
export async function measure(
  browser: Browser,
  subject: Subject,
  round: number,
  empty: number,
): Promise<Round> {
  const { watched, header, close } = await subject.open(browser);
  const firstRows = await watched.firstRows();
  const usable = await watched.usable();
  const times: number[] = [];
  for (let at = round; at < round + TEXTS_A_ROUND; at += 1)
    times.push(...(await watched.type(TEXTS[at % TEXTS.length] ?? TEXTS[0])).times);
  const sorts = { name: Number.NaN, startingLength: Number.NaN };
  for (const column of SORTS.toReversed()) {
    const { x, y } = await header(column);
    sorts[column] = await watched.click(x, y);
    // Each grid opens in ascending order and may have cached it; no grid has computed the descending order
    // yet.
    if (column === "name") sorts[column] = await watched.click(x, y);
  }
  const { taskMs, latePercent, blankFrames } = await watched.scroll(
    subject.element,
    SPEED,
    DURATION,
    subject.readsText,
  );
  const heap = (await watched.heap()) - empty;
  await close();
  return {
    firstRows,
    usable,
    key: median(times),
    sorts,
    scrollTask: taskMs,
    lateFrames: latePercent,
    blankFrames,
    heap,
  };
}
