import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { SyncStatus } from "../../../shared/inventory/status.ts";
import { formatCount, formatFullDateTime, plural } from "../../base/format.ts";
import { RESOURCE_LABELS } from "../../inventory/labels/messages.ts";
import { completenessLine, printedLine } from "../../inventory/paper/messages.ts";
import { joinFacts } from "../../ui/messages.ts";

/**
 * The lines about the data on the first page. @param at when the rows were read, in ms since the epoch. @param
 * hasUnits whether the user confirmed any unit.
 */
export function factLines(status: SyncStatus, at: number, hasUnits: boolean): readonly string[] {
  const { lastFullCheckAt } = status;
  return [
    completenessLine(status),
    lastFullCheckAt === null ? "No full check yet" : `Last full check ${formatFullDateTime(lastFullCheckAt)}`,
    printedLine(at),
    hasUnits
      ? "Numbers are in the units of their headings"
      : "Numbers are shown as the service sends them, without units",
  ];
}

export const ROWS_KEEP_CHANGING = "The rows keep changing. Print them again in a moment.";
export const tooManyRows = (total: number, most: number): string =>
  `At most ${formatCount(most)} of these ${formatCount(total)} rows can be printed. Filter or select fewer, or export them to a file.`;

/** The progress of reading the rows. @param total null while they are being counted. */
export const readingProgress = (done: number, total: number | null): string =>
  total === null ? "Reading the rows…" : `${formatCount(done)} of ${plural(total, "row")} read…`;

export const rowsOf = (connection: string | undefined, rows: number): string =>
  joinFacts(connection ?? null, plural(rows, "row"));
/** The heading of a group on paper: "Location: Rack 4 · 12 items". */
export const groupHeading = (level: string, group: string, rows: string): string =>
  joinFacts(`${level}: ${group}`, rows);
export const sheetTitle = (resource: Resource, view: string): string =>
  `${RESOURCE_LABELS[resource].title}: ${view}`;
export const sheetFooter = (resource: Resource, view: string, completeness: string): string =>
  joinFacts(sheetTitle(resource, view), completeness);
