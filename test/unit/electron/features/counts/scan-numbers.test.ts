import { expect, it } from "vitest";
import {
  NUMBERS_IN_MS,
  scansState,
  teamScanNumber,
} from "../../../../../electron/features/counts/scan-numbers.ts";
import type { CountScan } from "../../../../../shared/features/counts/count-records.ts";

const START = Date.parse("2026-11-02T10:00:00Z");
const scan = (itemId: string, length: number | null = null): CountScan => ({
  text: itemId,
  itemId,
  name: itemId,
  by: "scan",
  at: "2026-11-02T10:00:00.000Z",
  length,
  weight: null,
});

it("scan numbers are in time order, also across workstations", () => {
  expect(teamScanNumber(START, START + 5, 3, 17)).toBe(5 * NUMBERS_IN_MS + 17);
  expect(teamScanNumber(START, START + 5, 3, 18)).toBe(5 * NUMBERS_IN_MS + 18);
  expect(teamScanNumber(START, START + 6, 3, 0)).toBeGreaterThan(teamScanNumber(START, START + 5, 3, 99_999));
});

it("a scan number exceeds the previous scan number, even if the clock was set back", () => {
  const last = 7 * NUMBERS_IN_MS;
  expect(teamScanNumber(START, START + 5, last, 17)).toBe(last + 18);
  expect(teamScanNumber(START, START - 60_000, 0, 0)).toBe(1);
});

it("scan numbers stay safe integers for years", () => {
  const years = teamScanNumber(START, START + 20 * 365 * 86_400_000, 0, 99_999);
  expect(Number.isSafeInteger(years)).toBe(true);
  expect(Number.isSafeInteger(teamScanNumber(START, START, years, 99_999))).toBe(true);
});

it("scansState() changes with each scan and each measurement", () => {
  const [one, more, measured] = [
    scansState(new Map([[1, scan("a")]])),
    scansState(
      new Map([
        [1, scan("a")],
        [2, scan("b")],
      ]),
    ),
    scansState(new Map([[1, scan("a", 3)]])),
  ];
  expect([one.scans, more.scans]).toEqual([1, 2]);
  expect(new Set([one.checksum, more.checksum, measured.checksum]).size).toBe(3);
  expect(scansState(new Map([[1, scan("a")]]))).toEqual(one);
});
