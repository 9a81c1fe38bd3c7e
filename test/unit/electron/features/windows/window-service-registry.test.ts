import { expect, it } from "vitest";
import { WindowRegistry } from "../../../../../electron/features/windows/window-service.ts";
import { MAX_WINDOWS } from "../../../../../shared/features/windows/window-names.ts";

it("the window registry assigns the lowest free number up to sixteen", () => {
  const book = new WindowRegistry();
  for (let number = 1; number <= MAX_WINDOWS; number += 1) expect(book.open()).toBe(number);
  expect(() => book.open()).toThrow(/^16 windows are open/);
  book.close(5);
  expect(book.open()).toBe(5);
});

it("the window registry keeps windows in order of use", () => {
  const book = new WindowRegistry();
  book.reopen(4);
  book.reopen(2);
  expect(book.numbers).toEqual([4, 2]);
  book.use(4);
  expect(book.numbers).toEqual([2, 4]);
  book.use(9);
  expect(book.numbers).toEqual([2, 4]);
});

it("the window registry finds the caller's window or the last used window", () => {
  const book = new WindowRegistry();
  book.reopen(1);
  book.reopen(2);
  expect([1, 2, 3, undefined].map((caller) => book.current(caller))).toEqual([1, 2, 2, 2]);
  book.close(2);
  expect(book.current(2)).toBe(1);
  book.close(1);
  expect([1, undefined].map((caller) => book.current(caller))).toEqual([null, null]);
});
