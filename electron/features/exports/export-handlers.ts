import { EXPORT_ERRORS } from "./messages.ts";
import path from "node:path";
import type { CellStyle } from "hucre/xlsx";
import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import { EXPORT_FORMATS } from "../../../shared/delivery/export-formats.ts";
import { sheetNames, type EXPORT_CALLS, type WorkbookSheet } from "../../../shared/delivery/exports.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import { localDay } from "../../../shared/base/time/local-day.ts";
import { exportFileName } from "../../delivery/files/file-name.ts";
import type { SaveFile } from "../../base/files.ts";
import type { Clock } from "../../base/clock.ts";
import type { ExportService } from "./export-service.ts";
import { fittingText, moneyFormat } from "../../delivery/files/xlsx-cells.ts";

interface ExportHandlerParts {
  readonly exports: ExportService;
  readonly startup: { readonly opened: Promise<void> };
  readonly saveFile: SaveFile;
  readonly options: {
    readonly clock: Clock;
    openFile(file: string, what: "file" | "folder"): Promise<void>;
    /** Prints the page as a PDF; absent if a browser prints by itself. */
    printPdf?(): Promise<Uint8Array>;
  };
}

/** The handlers of the user's exports, and of the page as a PDF. */
export function exportHandlers({ options, exports, startup, saveFile }: ExportHandlerParts) {
  const suggest = (name: string, extension: string): string =>
    exportFileName(name, localDay(new Date(options.clock.now())), extension);
  return {
    startExport: async (request) => {
      await startup.opened;
      return { id: await exports.start(request) };
    },
    cancelExport: ({ id }) => exports.cancel(id),
    listExports: ({ connectionId }) => exports.list(connectionId),
    openExport: async ({ connectionId, id, what }) => {
      const file = await exports.fileOf(connectionId, id);
      return options.openFile(what === "file" ? openableFile(file) : file, what);
    },
    savePdf: async ({ name }) => {
      const print = options.printPdf?.bind(options);
      if (!print) throw invalidInput(EXPORT_ERRORS.noPdf);
      return saveFile(suggest(name, "pdf"), print);
    },
    saveWorkbook: ({ name, sheets }) => saveFile(suggest(name, "xlsx"), () => smallWorkbook(sheets)),
    makeWorkbook: async ({ name, sheets }) => {
      const base64 = Buffer.from(await smallWorkbook(sheets)).toString("base64");
      return { name: suggest(name, "xlsx"), base64 };
    },
  } satisfies HandlersOf<typeof EXPORT_CALLS>;
}

const ENDINGS: ReadonlySet<string> = new Set(EXPORT_FORMATS.map((format) => `.${format}`));

/**
 * Returns the file if its format is a format that Stockdeck exports.
 * @security opening another kind of file, for example a program or a .desktop file, would run it. The user may have
 * given an export the extension of a program, and its contents come from the service.
 * @throws AppFailure `invalid_input` for any other file.
 */
function openableFile(file: string): string {
  if (ENDINGS.has(path.extname(file).toLowerCase())) return file;
  throw invalidInput(EXPORT_ERRORS.notOpened);
}

type StyledCell = readonly [place: string, { readonly style: CellStyle }];
type SmallCell = WorkbookSheet["rows"][number][number];

function plainCell(value: SmallCell): string | number | null {
  if (typeof value === "string") return fittingText(value);
  return typeof value === "object" && value !== null ? value.amount : value;
}

/** The number formats of amounts, by row and column; row 0 is the heading. */
function moneyCells(rows: WorkbookSheet["rows"]): readonly StyledCell[] {
  return rows.flatMap((row, at) =>
    row.flatMap((value, column) => {
      if (typeof value !== "object" || value === null) return [];
      return [[`${at + 1},${column}`, { style: { numFmt: moneyFormat(value.currency) } }] as const];
    }),
  );
}

const [LABEL_WIDTH, VALUE_WIDTH] = [36, 16];

/** Makes a workbook of small tables with one sheet each. Texts never become formulas; numbers are numbers. */
export async function smallWorkbook(sheets: readonly WorkbookSheet[]): Promise<Uint8Array> {
  // The library for workbooks is loaded on demand, so that it does not slow down the start.
  const { writeXlsx } = await import("hucre/xlsx");
  const names = sheetNames(sheets.map(({ name }) => name));
  return writeXlsx({
    sheets: sheets.map(({ columns, rows }, at) => ({
      name: names[at] ?? "Sheet",
      columns: columns.map((_, column) => ({ width: column === 0 ? LABEL_WIDTH : VALUE_WIDTH })),
      rows: [columns, ...rows].map((row) => row.map(plainCell)),
      cells: new Map([
        ...columns.map((_, column): StyledCell => [`0,${column}`, { style: { font: { bold: true } } }]),
        ...moneyCells(rows),
      ]),
      freezePane: { rows: 1 },
    })),
  });
}
