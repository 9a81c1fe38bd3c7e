import { currentLocale } from "../../../shared/base/text/locale.ts";
import { z } from "zod";
import { EXPORT_FORMATS, type CsvDialect } from "../../../shared/features/exports/export-formats.ts";
import { FIELDS } from "../../../shared/inventory/fields.ts";
import { namedColumns } from "../../../shared/query/views/shown-columns.ts";
import type { TableSource } from "../../table/exports/export-requests.ts";

/** Which columns an export has; independent of how the table changes. */
export const COLUMN_CHOICES = ["shown", "all", "named"] as const;

const choiceSchema = z.object({
  columns: z.enum(COLUMN_CHOICES),
  format: z.enum(EXPORT_FORMATS),
  separators: z.enum(["comma", "semicolon", "tab"]),
  manifest: z.boolean(),
  verifyFirst: z.boolean(),
});

/** How exports of a view are written; remembered for each view. */
export type ExportChoice = Readonly<z.infer<typeof choiceSchema>>;

const remembered = z.record(z.string(), choiceSchema.nullable().catch(null));
/** With more views than this, the oldest are forgotten. */
const MOST = 200;

/** How a CSV is separated, by the words of the choice. */
export const DIALECTS: Readonly<Record<ExportChoice["separators"], CsvDialect>> = {
  comma: { delimiter: ",", decimal: "." },
  semicolon: { delimiter: ";", decimal: "," },
  tab: { delimiter: "\t", decimal: "." },
};

/** The first suggestion: the shown columns, as a CSV that a spreadsheet in this language reads. */
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

/** The choice for a view, from a text of `rememberChoice`; the first suggestion if it cannot be read. */
export function readChoice(text: string | null, viewId: string): ExportChoice {
  return readAll(text)[viewId] ?? firstChoice();
}

/** The text with one view's choice in it. */
export function rememberChoice(text: string | null, viewId: string, choice: ExportChoice): string {
  const { [viewId]: _former, ...others } = readAll(text);
  return JSON.stringify(Object.fromEntries([...Object.entries(others), [viewId, choice]].slice(-MOST)));
}

function readAll(text: string | null): z.infer<typeof remembered> {
  try {
    return remembered.parse(JSON.parse(text ?? "{}"));
  } catch {
    return {};
  }
}

/** The names of the columns that are chosen; `shown` are those of the source, in their order. */
export function chosenColumns(
  { resource, columns, hasNames }: Pick<TableSource, "resource" | "columns" | "hasNames">,
  choice: Pick<ExportChoice, "columns">,
): readonly string[] {
  if (choice.columns === "shown") return columns;
  return choice.columns === "named"
    ? namedColumns(resource, hasNames)
    : FIELDS[resource].map(({ name }) => name);
}
