import { AsyncLocalStorage } from "node:async_hooks";

const asking = new AsyncLocalStorage<number | undefined>();

/** Does something for the window of that number: all that is awaited in it knows for whom. */
export function askedBy<T>(window: number | undefined, work: () => T): T {
  return asking.run(window, work);
}

/** The number of the window whose page asked for what is being done; undefined where none did. */
export function askingNumber(): number | undefined {
  return asking.getStore();
}
