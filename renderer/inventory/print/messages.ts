import type { SyncStatus } from "../../../shared/domain/status.ts";
import { formatFullDateTime } from "../../base/format-date.ts";

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "long" });

/** How much of the service's data the rows were complete with, with the date: paper is read on another day. */
export function completenessLine({ completeAsOf }: SyncStatus): string {
  return completeAsOf === null
    ? "Not complete yet: the first pull has not ended"
    : `Complete as of ${moment.format(Date.parse(completeAsOf))}`;
}

/** The facts about the rows that the first page states. @param at when they were read; ms since the epoch. */
export function factLines(status: SyncStatus, at: number): readonly string[] {
  const { lastFullCheckAt } = status;
  return [
    completenessLine(status),
    lastFullCheckAt === null ? "No full check yet" : `Last full check ${formatFullDateTime(lastFullCheckAt)}`,
    `Printed ${moment.format(at)}`,
    "Numbers are as the service gives them, without a unit",
  ];
}
