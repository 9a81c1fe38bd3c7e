import { today as localToday } from "../../base/clock.ts";
import { currentLocale } from "../../../shared/base/text/locale.ts";
import { hashKey } from "@tanstack/react-query";
import { z } from "zod";
import { localDay } from "../../../shared/base/time/local-day.ts";
import type { ExportRequest } from "../../../shared/delivery/exports.ts";
import { EXPORT_FORMATS, type CsvDialect } from "../../../shared/delivery/export-formats.ts";
import { FIELDS } from "../../../shared/inventory/fields.ts";
import type { Query } from "../../../shared/query/query.ts";
import { compileView } from "../../../shared/query/views/compile-view.ts";
import { namedColumns } from "../../../shared/query/views/shown-columns.ts";
import type { TableSource } from "../../inventory/exports/export-requests.ts";

/** The choices for the columns of an export. */
export const COLUMN_CHOICES = ["shown", "all", "named"] as const;

const choiceSchema = z.object({
  columns: z.enum(COLUMN_CHOICES),
  format: z.enum(EXPORT_FORMATS),
  separators: z.enum(["comma", "semicolon", "tab"]),
  manifest: z.boolean(),
  verifyFirst: z.boolean(),
});

/** The user's choices for an export, remembered for each view. */
export type ExportChoice = Readonly<z.infer<typeof choiceSchema>>;

const remembered = z.record(z.string(), choiceSchema.nullable().catch(null));
/** The most views whose choices are remembered. Beyond this number, the oldest are dropped. */
const MAX_VIEWS = 200;

/** The CSV dialect of each choice of separators. */
export const DIALECTS: Readonly<Record<ExportChoice["separators"], CsvDialect>> = {
  comma: { delimiter: ",", decimal: "." },
  semicolon: { delimiter: ";", decimal: "," },
  tab: { delimiter: "\t", decimal: "." },
};

/** The first suggestion: the shown columns, as a CSV for spreadsheets of this locale. */
export function firstChoice(): ExportChoice {
  const comma = new Intl.NumberFormat(currentLocale()).format(1.5).includes(",");
  return {
    columns: "shown",
    format: "csv",
    separators: comma ? "semicolon" : "comma",
    manifest: false,
    verifyFirst: false,
  };
}

/**
 * Reads the choice for a view from a text that `rememberChoice` wrote. If the text is unreadable, the result is the
 * first suggestion.
 */
export function readChoice(text: string | null, viewId: string): ExportChoice {
  return readAll(text)[viewId] ?? firstChoice();
}

/** Adds the choice for a view to the text of remembered choices. */
export function rememberChoice(text: string | null, viewId: string, choice: ExportChoice): string {
  const { [viewId]: _former, ...others } = readAll(text);
  return JSON.stringify(Object.fromEntries([...Object.entries(others), [viewId, choice]].slice(-MAX_VIEWS)));
}

/** The remembered choices; an empty list if the text is damaged. */
function readAll(text: string | null): z.infer<typeof remembered> {
  try {
    return remembered.parse(JSON.parse(text ?? "{}"));
  } catch {
    // After damage, the user chooses again.
    return {};
  }
}

/** The names of the chosen columns. @param shown the columns of the source, in order. */
export function chosenColumns(
  { resource, columns, hasNames }: Pick<TableSource, "resource" | "columns" | "hasNames">,
  choice: Pick<ExportChoice, "columns">,
): readonly string[] {
  if (choice.columns === "shown") return columns;
  return choice.columns === "named"
    ? namedColumns(resource, hasNames)
    : FIELDS[resource].map(({ name }) => name);
}

/**
 * The request that repeats an export. If the export had all rows of its view, "today" in a filter is the present day.
 * @param startedAt the time of the first run, ISO 8601.
 */
export function requestAgain(
  request: ExportRequest,
  startedAt: string,
  today: string = localToday(),
): ExportRequest {
  if (!("query" in request) || request.view === null) return request;
  const { resource, view } = request;
  const { search, filters, sort, grouping } = view.definition;
  const queryOf = (day: string): Query =>
    compileView(resource, { search, chips: filters, sort, grouping }, day);
  const hadRowsOfView = hashKey([request.query]) === hashKey([queryOf(localDay(new Date(startedAt)))]);
  return hadRowsOfView ? { ...request, query: queryOf(today) } : request;
}
