import { expect, type BrowserContext, type Locator, type Page } from "@playwright/test";
import { connectedTest, tableTest } from "../fixtures.ts";

/** The most times that a user would press a key to reach a place. */
const MOST_PRESSES = 40;

/** Fails a test if any of Playwright's calls used a pointer. */
async function withoutPointer(
  { context }: { readonly context: BrowserContext },
  use: (value: null) => Promise<void>,
): Promise<void> {
  const touches: string[] = [];
  await context.exposeBinding("noteTouch", (_source, touch: string) => void touches.push(touch));
  await context.addInitScript(() => {
    const { noteTouch } = window as unknown as { readonly noteTouch: (touch: string) => void };
    const note = ({ type, target }: Event): void => {
      // Chromium sends the pointer events of an earlier page to a new page as it appears. Nothing is drawn at
      // that time.
      if (!document.getElementById("root")?.firstChild) return;
      noteTouch(`${type} on ${target instanceof Element ? target.outerHTML.slice(0, 120) : "the page"}`);
    };
    for (const type of ["pointermove", "pointerdown", "mousedown"]) window.addEventListener(type, note, true);
  });
  await use(null);
  expect(touches, "what a pointer did").toEqual([]);
}

interface ByKeys {
  readonly noPointer: null;
}

/** Connected tests without a pointer. */
export const test = connectedTest.extend<ByKeys>({ noPointer: [withoutPointer, { auto: true }] });

/** Table tests without a pointer. */
export const tableKeyTest = tableTest.extend<ByKeys>({ noPointer: [withoutPointer, { auto: true }] });

/** Expects the focus on an element, with its ring. Users without a pointer must see the focus. */
export async function expectFocus(place: Locator): Promise<void> {
  await expect(place).toBeFocused();
  await expect(place, "the focus can be seen").toHaveCSS("outline-style", "solid");
  expect(await place.evaluate((element) => element.matches(":focus-visible"))).toBe(true);
}

/**
 * Waits until a menu or dialog that just opened no longer moves the focus. Mantine sets the focus twice: in a
 * timer after the element is drawn, and in a timer after its effects. The second timer undoes a key that was
 * pressed in between.
 */
function focusSettled(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      }),
  );
}

/** Presses a key until the wanted element has the focus. */
export async function pressTo(page: Page, key: string, place: Locator): Promise<void> {
  // The focus would skip an element that has not appeared yet, and would need many more presses to reach it.
  await expect(place.first()).toBeVisible();
  await focusSettled(page);
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    await page.keyboard.press(key);
    if (await place.evaluateAll((found) => found.includes(document.activeElement as HTMLElement)))
      return expectFocus(place);
  }
  throw new Error(`${key} never reached ${place.toString()}`);
}
export { expect } from "@playwright/test";
