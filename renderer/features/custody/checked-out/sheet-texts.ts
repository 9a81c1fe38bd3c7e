import type { Row } from "../../../../shared/query/query-calls.ts";
import { unitOf, type Units } from "../../../../shared/inventory/units.ts";
import type { WorkbookSheet } from "../../../../shared/delivery/exports.ts";
import { ageOf } from "../../../../shared/base/time/instant.ts";
import { formatDay } from "../../../base/format.ts";
import { daysOut } from "../messages.ts";
import { lengthText } from "./lengths.ts";
import { REMINDER, SHEET } from "./messages.ts";
import type { SheetItems } from "./sheet-items.ts";
import { hasValue } from "./values.ts";

const text = (value: Row[string] | undefined): string => ((value ?? null) === null ? "" : String(value));

/** The holder of an item: the name if there is one, else the id. */
export const holderOf = (row: Row): string => text(row["checkedOutToUserName"] ?? row["checkedOutToUserId"]);

/** A friendly text that lists the items of one holder. @param now ms since the epoch by the service's clock. */
export function reminderText(name: string, { rows, total }: SheetItems, units: Units, now: number): string {
  const lines = rows.map((row) => {
    const since = row["checkedOutAt"];
    const age = ageOf(row["checkedOutAt"], now);
    return [
      `- ${text(row["name"])} (${text(row["id"])})`,
      ...(typeof since === "string" ? [REMINDER.since({ day: formatDay(since), age: daysOut(age) })] : []),
      ...(row["locationName"] ? [REMINDER.from({ place: text(row["locationName"]) })] : []),
      ...(typeof row["remainingLength"] === "number" ? [lengthText(row, units)] : []),
    ].join(", ");
  });
  return [
    REMINDER.hello({ name }),
    "",
    REMINDER.intro({ items: total, day: formatDay(new Date(now).toISOString()) }),
    "",
    ...lines,
    ...(total > rows.length ? [REMINDER.more({ items: total - rows.length })] : []),
    "",
    REMINDER.please,
  ].join("\n");
}

function moneyOf({ value, valueCurrency }: Row): WorkbookSheet["rows"][number][number] {
  if (typeof value !== "number") return null;
  return typeof valueCurrency === "string" ? { amount: value, currency: valueCurrency } : value;
}

/** A sheet as a table for a workbook. It has names and ids, the service's own numbers, and empty columns to fill in. */
export function sheetTable(name: string, { rows }: SheetItems, units: Units, now: number): WorkbookSheet {
  const age = (row: Row): number | null => {
    const milliseconds = ageOf(row["checkedOutAt"], now);
    return milliseconds === null ? null : Math.max(0, Math.floor(milliseconds / 86_400_000));
  };
  const hasValues = rows.some(hasValue);
  return {
    name,
    columns: [
      SHEET.item,
      SHEET.id,
      SHEET.type,
      SHEET.typeId,
      SHEET.from,
      SHEET.fromId,
      SHEET.length,
      SHEET.unit,
      ...(hasValues ? [SHEET.value, SHEET.currency] : []),
      SHEET.sinceUtc,
      SHEET.days,
      SHEET.holder,
      SHEET.holderId,
      SHEET.returned,
      SHEET.signature,
    ],
    rows: rows.map((row) => [
      text(row["name"]),
      text(row["id"]),
      text(row["materialTypeName"]),
      text(row["materialTypeId"]),
      text(row["locationName"]),
      text(row["locationId"]),
      row["remainingLength"] ?? null,
      unitOf(units, "length", typeof row["materialTypeId"] === "string" ? row["materialTypeId"] : null),
      ...(hasValues ? [moneyOf(row), text(row["valueCurrency"])] : []),
      text(row["checkedOutAt"]),
      age(row),
      text(row["checkedOutToUserName"]),
      text(row["checkedOutToUserId"]),
      null,
      null,
    ]),
  };
}
