import { describe, expect, it } from "vitest";
import {
  outcomeMessage,
  pastExport,
  progressMessage,
} from "../../../../../renderer/features/exports/messages.ts";
import type { ExportProgress } from "../../../../../shared/delivery/exports.ts";

const at = (part: Partial<ExportProgress>): ExportProgress =>
  ({
    request: { resource: "items" },
    state: "writing",
    rows: 0,
    total: null,
    rowsPerSecond: null,
    msLeft: null,
    error: null,
    ...part,
  }) as ExportProgress;

describe("export messages", () => {
  it.each([
    [{ state: "verifying" }, "Verifying the rows with the service…"],
    [{}, "Sorting the rows…"],
    [
      { rows: 120_000, total: 1_000_000, rowsPerSecond: 300_000.4, msLeft: 2_933 },
      "120,000 of 1,000,000 rows · 300,000 rows a second · 3 s left",
    ],
    [
      { rows: 2_000, total: 1_000_000, rowsPerSecond: 5_000, msLeft: 199_600 },
      "2,000 of 1,000,000 rows · 5,000 rows a second · 4 min left",
    ],
  ] as const)("the export dialog shows progress as %j", (part, words) => {
    expect(progressMessage(at(part))).toBe(words);
  });

  it("messages about an export of changes count changes", () => {
    const request = { changes: { of: "observed", filter: {} } } as unknown as ExportProgress["request"];
    expect(progressMessage(at({ request }))).toBe("Counting the changes…");
    expect(progressMessage(at({ request, rows: 500, total: 1_204 }))).toBe("500 of 1,204 changes");
    expect(outcomeMessage(at({ request, state: "done", rows: 1 }))).toBe("Exported 1 change.");
  });

  it("the export dialog describes an export's outcome", () => {
    expect(outcomeMessage(at({ state: "done", rows: 1 }))).toBe("Exported 1 row.");
    expect(outcomeMessage(at({ state: "cancelled" }))).toBe("The export was cancelled. No file was changed.");
    const error = { kind: "store", message: "The disk is full." } as const;
    expect(outcomeMessage(at({ state: "failed", error }))).toBe("The disk is full.");
  });

  it("the export list shows each export's table and view, or the activity", () => {
    const done = { state: "done", rows: 2_455 } as const;
    const items = { resource: "items", view: { name: "Checked out" }, format: "csv" };
    const changes = { changes: { of: "observed", filter: {} }, format: "xlsx" };
    const of = (request: object): Partial<ExportProgress> =>
      ({ ...done, request }) as unknown as Partial<ExportProgress>;
    expect(pastExport(at(of(items)))).toBe("Items, Checked out: 2,455 rows as CSV,");
    expect(pastExport(at(of(changes)))).toBe("Activity: 2,455 changes as XLSX,");
  });
});
