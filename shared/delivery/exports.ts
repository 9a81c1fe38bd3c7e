import { z } from "zod";
import { changeFilterSchema } from "../inventory/changes.ts";
import { appErrorSchema } from "../base/error-schema.ts";
import { savedFileSchema } from "../contract/declarations.ts";
import { CSV_DELIMITERS, DECIMAL_SIGNS, EXPORT_FORMATS } from "./export-formats.ts";
import { ofConnection } from "../inventory/connections.ts";
import { querySchema } from "../query/query.ts";
import { RESOURCES } from "../inventory/resource-names.ts";
import { viewDefinitionSchema } from "../query/views/views.ts";

/** An amount of money, whose cell has the number format of its currency. */
const moneySchema = z.strictObject({ amount: z.number(), currency: z.string().min(1).max(200) });
export type MoneyCell = Readonly<z.infer<typeof moneySchema>>;
const cell = z.union([z.string().max(32_767), z.number(), z.null(), moneySchema]);

/** A small table for one sheet of a workbook. */
const workbookSheetSchema = z.strictObject({
  name: z.string().min(1).max(200),
  columns: z.array(z.string().max(500)).min(1).max(60),
  rows: z.array(z.array(cell).max(60)).max(25_000),
});
export type WorkbookSheet = Readonly<z.infer<typeof workbookSheetSchema>>;

/** The most sheets of one workbook. */
const MAX_SHEETS = 120;

/** Excel's limit for the length of a sheet's name. */
const MAX_NAME = 31;

/** Makes valid, unique names of sheets. The names are short enough and have no characters that Excel refuses. */
export function sheetNames(names: readonly string[]): readonly string[] {
  // Excel reserves this name.
  const taken = new Set(["history"]);
  return names.map((name) => {
    const base = cutName(name.replaceAll(/[[\]:*?/\\]/g, " "), MAX_NAME) || "Sheet";
    let unique = base;
    for (let number = 2; taken.has(unique.toLowerCase()); number += 1) {
      const suffix = ` ${number}`;
      unique = cutName(base, MAX_NAME - suffix.length) + suffix;
    }
    taken.add(unique.toLowerCase());
    return unique;
  });
}

/**
 * Shortens a sheet's name. The result does not begin or end with an apostrophe, and is never cut inside a character.
 */
const cutName = (name: string, length: number): string =>
  name
    .trim()
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, "")
    .replaceAll(/^['\s]+|['\s]+$/g, "");

/** The number of past exports that a connection keeps. */
export const REMEMBERED_EXPORTS = 20;

/** The form of an export: its format, and the dialect of a CSV. */
const how = {
  ...ofConnection,
  format: z.enum(EXPORT_FORMATS),
  dialect: z.strictObject({ delimiter: z.enum(CSV_DELIMITERS), decimal: z.enum(DECIMAL_SIGNS) }),
  /** Whether a manifest is written next to the file. */
  manifest: z.boolean(),
} as const;

export const rowsRequestSchema = z.strictObject({
  ...how,
  resource: z.enum(RESOURCES),
  query: querySchema,
  /** The view on screen with its current definition, even if that definition is not saved. */
  view: z.strictObject({ name: z.string().min(1).max(200), definition: viewDefinitionSchema }).nullable(),
  /** The names of the exported columns in their order: fields, and names of referenced records. */
  columns: z.array(z.string().max(200)).min(1).max(100),
  /**
   * Whether the rows are first verified with the service: up to 50 rows one by one, or everything that changed since
   * the last refresh.
   */
  verifyFirst: z.boolean(),
});
/** The rows of a query, to be exported. */
export type RowsRequest = Readonly<z.infer<typeof rowsRequestSchema>>;

/** A request to export observed changes. */
const exportedChangesSchema = z.strictObject({ of: z.literal("observed"), filter: changeFilterSchema });
export type ExportedChanges = Readonly<z.infer<typeof exportedChangesSchema>>;

const changesRequestSchema = z.strictObject({ ...how, changes: exportedChangesSchema });
/** A list of changes, to be exported. */
export type ChangesRequest = Readonly<z.infer<typeof changesRequestSchema>>;

/** An export that the user requested: rows or changes, and the format of the file. The export can be repeated. */
export const exportRequestSchema = z
  .union([rowsRequestSchema, changesRequestSchema])
  .refine(({ dialect }) => dialect.delimiter !== dialect.decimal, "the comma cannot be both signs");
export type ExportRequest = RowsRequest | ChangesRequest;

/** The states of an export. */
export const EXPORT_STATES = ["waiting", "verifying", "writing", "done", "failed", "cancelled"] as const;

export const exportProgressSchema = z.strictObject({
  id: z.uuid(),
  state: z.enum(EXPORT_STATES),
  request: exportRequestSchema,
  /**
   * The id of the schedule that started the export (shared/features/schedules/schedules.ts); null if the user started
   * it.
   */
  schedule: z.uuid().nullable().default(null),
  /** The time at which the export started, ISO 8601. */
  startedAt: z.string(),
  /** The full path of the file. */
  file: z.string(),
  /** The number of rows or changes written so far. */
  rows: z.int(),
  /** Null until the total is known. */
  total: z.int().nullable(),
  rowsPerSecond: z.number().nullable(),
  msLeft: z.number().nullable(),
  /** The file's SHA-256 in hexadecimal, once the file is written. */
  sha256: z.string().optional(),
  /** The service's time up to which the rows are complete; ISO 8601. Absent until the export has ended. */
  completeAsOf: z.string().nullable().optional(),
  error: appErrorSchema.nullable(),
});
export type ExportProgress = Readonly<z.infer<typeof exportProgressSchema>>;

const exportId = z.strictObject({ id: z.uuid() });
/** The suggested name of a file, without its extension. */
const fileName = z.string().min(1).max(200);

const workbook = z.strictObject({
  name: fileName,
  sheets: z.array(workbookSheetSchema).min(1).max(MAX_SHEETS),
});

/** The calls for exports, and for other files that the page makes. */
export const EXPORT_CALLS = {
  /**
   * Asks the user for a file and starts an export. Returns as soon as the export runs (`exportProgress`); null if the
   * user chose no file.
   */
  startExport: { input: exportRequestSchema, output: z.strictObject({ id: z.uuid().nullable() }) },
  cancelExport: { input: exportId, output: z.undefined() },
  /** A connection's past exports and the running export, the latest first. */
  listExports: { input: z.strictObject(ofConnection), output: z.array(exportProgressSchema) },
  /** Opens the file of an export, or shows it in its folder. */
  openExport: {
    input: z.strictObject({ ...ofConnection, id: z.uuid(), what: z.enum(["file", "folder"]) }),
    output: z.undefined(),
  },
  /**
   * Writes the window's print output as a PDF into a file that the user chooses. In a browser, the browser's own print
   * dialog saves the PDF.
   */
  savePdf: { input: z.strictObject({ name: fileName }), output: savedFileSchema },
  /** Writes small tables into a workbook that the user chooses, one sheet for each table. */
  saveWorkbook: { input: workbook, output: savedFileSchema },
  /** Makes a workbook and a name for its file. A page in a browser downloads the workbook. */
  makeWorkbook: { input: workbook, output: z.strictObject({ name: z.string(), base64: z.string() }) },
} as const;

export const EXPORT_PUSHES = {
  /** The progress and outcome of an export. */
  exportProgress: exportProgressSchema,
} as const;
