import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { SyncStatus } from "../../../shared/inventory/status.ts";
import { texts } from "../../../shared/base/text/texts.ts";
import { formatFullDateTime } from "../../base/format.ts";
import { completenessLine, printedLine } from "../../inventory/paper/messages.ts";
import { joinFacts } from "../../ui/messages.ts";

export const PRINT = texts("table.print", {
  noFullCheck: "No full check yet",
  lastFullCheck: "Last full check {time}",
  inUnits: "Numbers are in the units of their headings",
  withoutUnits: "Numbers are shown as the service sends them, without units",
  rowsKeepChanging: "The rows keep changing. Print them again in a moment.",
  tooManyRows:
    "At most {most, number} of these {total, number} rows can be printed. Filter or select fewer, or export them to a file.",
  reading: "Reading the rows…",
  rowsRead: "{done, number} of {total, plural, one {# row} other {# rows}} read…",
  rows: "{rows, plural, one {# row} other {# rows}}",
  group: "{level}: {group}",
  title: "{resource, select, items {Items} types {Material types} other {Locations}}: {view}",
});

/**
 * The lines about the data on the first page. @param at the time when the rows were read, in ms since the epoch. @param
 * hasUnits whether the user confirmed any unit.
 */
export function factLines(status: SyncStatus, at: number, hasUnits: boolean): readonly string[] {
  const { lastFullCheckAt } = status;
  return [
    completenessLine(status),
    lastFullCheckAt === null
      ? PRINT.noFullCheck
      : PRINT.lastFullCheck({ time: formatFullDateTime(lastFullCheckAt) }),
    printedLine(at),
    hasUnits ? PRINT.inUnits : PRINT.withoutUnits,
  ];
}

/** The progress of reading the rows. @param total null while they are being counted. */
export const readingProgress = (done: number, total: number | null): string =>
  total === null ? PRINT.reading : PRINT.rowsRead({ done, total });

export const rowsOf = (connection: string | undefined, rows: number): string =>
  joinFacts(connection ?? null, PRINT.rows({ rows }));
/** The heading of a group on paper: "Location: Rack 4 · 12 items". */
export const groupHeading = (level: string, group: string, rows: string): string =>
  joinFacts(PRINT.group({ level, group }), rows);
export const sheetFooter = (resource: Resource, view: string, completeness: string): string =>
  joinFacts(PRINT.title({ resource, view }), completeness);
