import { AsyncLocalStorage } from "node:async_hooks";

const caller = new AsyncLocalStorage<number | undefined>();

/** Runs a call for a window. All that is awaited in it can look the window's number up. */
export function runForCaller<T>(window: number | undefined, work: () => T): T {
  return caller.run(window, work);
}

/** The number of the window whose page called; undefined if no page did. */
export function callerWindow(): number | undefined {
  return caller.getStore();
}
