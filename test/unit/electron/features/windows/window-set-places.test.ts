import { describe, expect, it } from "vitest";
import { placeBeside, restoredPlace } from "../../../../../electron/features/windows/window-set.ts";

const SCREEN = { x: 0, y: 24, width: 1_920, height: 1_056 };
/** A second screen, to the left of the first. */
const LEFT = { x: -1_280, y: 0, width: 1_280, height: 1_024 };

describe("a restored window", () => {
  it("a restored window returns to its position if its title bar is reachable there", () => {
    const there = { x: 1_800, y: 30, width: 900, height: 600 };
    expect(restoredPlace(there, SCREEN)).toEqual(there);
    expect(restoredPlace({ ...there, x: -1_300 }, LEFT)).toEqual({ ...there, x: -1_300 });
  });
  it("a restored window fits the smaller screen after its larger screen was removed", () => {
    const there = { x: 100, y: 100, width: 3_000, height: 600 };
    expect(restoredPlace(there, SCREEN)).toEqual({ ...there, x: 0, width: 1_920 });
    expect(restoredPlace({ ...there, height: 2_000 }, SCREEN)).toEqual(SCREEN);
  });
  it.each([{ x: 1_920 }, { x: -900 }, { y: 0 }, { y: 1_080 }, { x: 1_915 }, { x: -890 }, { y: 1_070 }])(
    "a restored window keeps only its size if its title bar would be hidden: %j",
    (gone) => {
      const there = { x: 10, y: 30, width: 900, height: 600, ...gone };
      expect(restoredPlace(there, SCREEN)).toEqual({ width: 900, height: 600 });
    },
  );
});

describe("a new window", () => {
  const size = { width: 900, height: 600 };
  it("a new window opens slightly below and to the right of the window that opened it", () => {
    expect(placeBeside({ x: 100, y: 100, ...size }, SCREEN)).toEqual({ x: 128, y: 128, ...size });
    expect(placeBeside({ x: -1_000, y: 100, ...size }, LEFT)).toEqual({ x: -972, y: 128, ...size });
  });
  it("a new window starts at the corner if it would leave the screen", () => {
    expect(placeBeside({ x: 1_015, y: 100, ...size }, SCREEN)).toEqual({ x: 28, y: 128, ...size });
    expect(placeBeside({ x: 100, y: 470, ...size }, SCREEN)).toEqual({ x: 128, y: 52, ...size });
  });
  it("a new window always fits inside the screen", () => {
    const large = { width: 4_000, height: 3_000 };
    expect(placeBeside({ x: -50, y: -50, ...large }, SCREEN)).toEqual(SCREEN);
    expect(placeBeside({ x: -500, y: -500, ...size }, SCREEN)).toEqual({ x: 0, y: 24, ...size });
  });
});
