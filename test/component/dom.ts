import "@testing-library/jest-dom/vitest";
import { configure } from "@testing-library/dom";

/**
 * The size of every element, because this DOM has no layout. Elements are as large as a small window, so that lists
 * render their first rows.
 */
const SIZE = { width: 1_440, height: 400 } as const;

const sizes = {
  clientWidth: SIZE.width,
  offsetWidth: SIZE.width,
  clientHeight: SIZE.height,
  offsetHeight: SIZE.height,
};
for (const [name, value] of Object.entries(sizes))
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });

// Popups hide when their anchor has no area.
Element.prototype.getBoundingClientRect = () => new DOMRect(10, 10, 200, 30);

/** Reports the size once. Like a browser's observer, it reports nothing after it is disconnected. */
class FixedResizeObserver implements ResizeObserver {
  readonly #report: ResizeObserverCallback;
  readonly #waiting = new Map<Element, ReturnType<typeof setTimeout>>();

  constructor(report: ResizeObserverCallback) {
    this.#report = report;
  }

  observe(target: Element): void {
    const size = { inlineSize: SIZE.width, blockSize: SIZE.height };
    const entry = {
      target,
      contentRect: new DOMRect(0, 0, SIZE.width, SIZE.height),
      borderBoxSize: [size],
      contentBoxSize: [size],
      devicePixelContentBoxSize: [size],
    };
    this.unobserve(target);
    this.#waiting.set(
      target,
      setTimeout(() => this.#report([entry], this)),
    );
  }

  unobserve(target: Element): void {
    clearTimeout(this.#waiting.get(target));
    this.#waiting.delete(target);
  }

  disconnect(): void {
    for (const target of this.#waiting.keys()) this.unobserve(target);
  }
}
window.ResizeObserver = FixedResizeObserver;
window.requestIdleCallback = (run) =>
  Number(setTimeout(() => run({ didTimeout: false, timeRemaining: () => 50 })));
window.cancelIdleCallback = (handle) => clearTimeout(handle);
// Fields that grow with their text measure it again once fonts are loaded.
Object.defineProperty(document, "fonts", { configurable: true, value: new EventTarget() });

configure({
  // Checking whether each element is hidden takes most of a test's time; a test that needs it calls
  // toBeVisible.
  defaultHidden: true,
  // Two cores run two files at a time, and other programs as well.
  asyncUtilTimeout: 20_000,
  // The whole page in an error message would hide the failure.
  getElementError: (message) => new Error(message?.split("\n", 1)[0] ?? "not found"),
});
