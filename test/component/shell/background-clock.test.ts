import { beforeEach, expect, test, vi } from "vitest";
import { TestPage } from "../page.ts";
import { statusBar } from "../steps.ts";

const page = new TestPage({ fresh: true });
beforeEach(() => page.open());

/** Gives the window the focus, or removes it. */
function setFocus(hasFocus: boolean): void {
  vi.spyOn(document, "hasFocus").mockReturnValue(hasFocus);
  window.dispatchEvent(new Event(hasFocus ? "focus" : "blur"));
}

/** The countdown to the next refresh, read after a number of ms. */
async function countdownAfter(milliseconds: number): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  return /next refresh in [^·]*/.exec(statusBar().textContent ?? "")?.[0] ?? "none";
}

test("the countdown pauses in the background and is correct again in the foreground", async () => {
  setFocus(true);
  const first = await countdownAfter(100);
  const second = await countdownAfter(2_500);
  expect(second).toMatch(/^next refresh in /);
  expect(second).not.toBe(first);
  setFocus(false);
  const third = await countdownAfter(100);
  expect(await countdownAfter(2_500)).toBe(third);
  setFocus(true);
  expect(await countdownAfter(50)).not.toBe(third);
});
