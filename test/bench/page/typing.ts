import { callHost } from "../../e2e/host-client.ts";
import type { BenchPage } from "./bench-page.ts";

/** What the table said from a frame on: how many rows it has, and the text of its first cell. */
interface Shown {
  /** Ms by the page's clock. */
  readonly at: number;
  readonly rows: number;
  readonly first: string;
}

/** One key, and what it led to. */
interface Pressed {
  readonly at: number;
  readonly typed: string;
}

declare global {
  interface Window {
    benchKeys: number[];
    benchShown: Shown[];
  }
}

/** Ms without a change after which the table is taken to rest; the next key comes then. */
const REST = 150;

/**
 * Types a text into the search box, key by real key, and empties it again.
 * @returns for each key that changed what is shown: ms from its press to the frame with the right count and first row.
 */
export async function typeAndTime({ page, url }: BenchPage, text: string): Promise<readonly number[]> {
  await page.getByRole("searchbox").focus();
  await page.evaluate(watch);
  const pressed: string[] = [];
  for (const key of text) {
    await page.keyboard.press(key === " " ? "Space" : key);
    pressed.push((pressed.at(-1) ?? "") + key);
    await page.waitForFunction(rests, REST);
  }
  const { keys, shown } = await page.evaluate(() => ({ keys: window.benchKeys, shown: window.benchShown }));
  await page.getByRole("searchbox").fill("");
  await page.waitForFunction(rests, REST);
  const times: number[] = [];
  for (const [index, typed] of pressed.entries()) {
    const time = await timeOf(url, { at: keys[index] ?? Number.NaN, typed }, shown);
    if (time !== null) times.push(time);
  }
  return times;
}

/** Null where the key changed nothing that could be seen. */
async function timeOf(url: string, { at, typed }: Pressed, shown: readonly Shown[]): Promise<number | null> {
  const right = await expected(url, typed);
  const isRight = ({ rows, first }: Shown): boolean =>
    rows === right.rows && (rows === 0 || first === right.first);
  const before = shown.findLast((state) => state.at < at);
  if (!before || isRight(before)) return null;
  const found = shown.find((state) => state.at >= at && isRight(state));
  if (!found)
    throw new Error(
      `typing: ${JSON.stringify(typed)} never showed ${JSON.stringify(right)}: ${JSON.stringify(shown)}, pressed at ${at}`,
    );
  return found.at - at;
}

async function expected(url: string, search: string): Promise<{ rows: number; first: string }> {
  const { profiles } = await callHost(url, "bootstrap");
  const asked = {
    profileId: profiles.current ?? "",
    resource: "items",
    query: { version: 1, search },
  } as const;
  const { total } = await callHost(url, "queryCount", asked);
  const { rows } = await callHost(url, "queryWindow", { ...asked, offset: 0, limit: 1 });
  return { rows: total, first: String(rows[0]?.["name"] ?? "") };
}

/** Runs in the page: whether nothing is on its way, and nothing has changed for so many ms. */
function rests(rest: number): boolean {
  const isBusy = document.querySelector('[role="grid"]')?.getAttribute("aria-busy") === "true";
  const last = Math.max(window.benchKeys.at(-1) ?? 0, window.benchShown.at(-1)?.at ?? 0);
  return !isBusy && performance.now() - last > rest;
}

/** Runs in the page: notes each key as it is pressed, and at each frame what that frame shows. */
function watch(): void {
  const isWatching = "benchKeys" in window;
  window.benchKeys = [];
  window.benchShown = [];
  if (isWatching) return;
  const frame = (at: number): void => {
    const grid = document.querySelector('[role="grid"]');
    const rows = Number(grid?.getAttribute("aria-rowcount")) - 1;
    const first = grid?.querySelector('[data-cell="0:0"]')?.textContent ?? "";
    const last = window.benchShown.at(-1);
    if (last?.rows !== rows || last.first !== first) window.benchShown.push({ at, rows, first });
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  document.addEventListener("keydown", ({ timeStamp }) => window.benchKeys.push(timeStamp), {
    capture: true,
  });
}
