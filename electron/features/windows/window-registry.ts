import { AsyncLocalStorage } from "node:async_hooks";
import { invalidInput } from "../../../shared/base/errors.ts";
import { MAX_WINDOWS } from "../../../shared/features/windows/window-names.ts";

/** The numbers of the open windows, in the order in which they were last used. */
export class WindowRegistry {
  readonly #windows = new Set<number>();

  get numbers(): readonly number[] {
    return [...this.#windows];
  }

  /** Gives a new window the lowest free number. @throws AppFailure `invalid_input` if there are too many. */
  open(): number {
    for (let number = 1; number <= MAX_WINDOWS; number += 1) {
      if (this.#windows.has(number)) continue;
      this.#windows.add(number);
      return number;
    }
    const message = `${MAX_WINDOWS} windows are open, which is as many as Stockdeck opens. Close one first.`;
    throw invalidInput(message);
  }

  /** Registers a window that already has its number. */
  reopen(window: number): void {
    this.#windows.delete(window);
    this.#windows.add(window);
  }

  /** Notes that the user is working in a window. */
  use(window: number): void {
    if (this.#windows.has(window)) this.reopen(window);
  }

  close(window: number): void {
    this.#windows.delete(window);
  }

  /** The caller's window while it is open, else the last used one; null if no window is open. */
  current(caller: number | undefined): number | null {
    return caller !== undefined && this.#windows.has(caller) ? caller : (this.numbers.at(-1) ?? null);
  }
}

const caller = new AsyncLocalStorage<number | undefined>();

/** Runs a call for a window. Code that runs within it can find the window's number. */
export function runForCaller<T>(window: number | undefined, work: () => T): T {
  return caller.run(window, work);
}

/** The number of the window whose page called; undefined if no page did. */
export function callerWindow(): number | undefined {
  return caller.getStore();
}
