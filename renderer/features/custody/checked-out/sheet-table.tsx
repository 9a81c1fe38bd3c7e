import type { Row } from "../../../../shared/query/query-calls.ts";
import type { Units } from "../../../../shared/inventory/units.ts";
import { ageOf } from "../../../../shared/base/time/instant.ts";
import { formatDay } from "../../../base/format.ts";
import { DataTable, type DataColumn } from "../../../ui/data-table.tsx";
import { daysOut } from "../messages.ts";
import { lengthText } from "./lengths.ts";
import { SHEET } from "./messages.ts";
import { holderOf } from "./sheet-texts.ts";
import { hasValue, valueText } from "./values.ts";
import classes from "./sheet.module.css";

interface SheetTableProps {
  readonly rows: readonly Row[];
  readonly units: Units;
  readonly now: number;
  /** Whether the sheet shows the holder of each item, as for a team. */
  readonly hasHolders: boolean;
  /** Whether the sheet has a box to tick for each item. */
  readonly isChecklist: boolean;
}

/** The table with the items of a sheet. */
export function SheetTable({ rows, units, now, hasHolders, isChecklist }: SheetTableProps) {
  const hasValues = rows.some(hasValue);
  const columns: readonly (DataColumn<Row> | false)[] = [
    isChecklist && {
      key: "returned",
      heading: SHEET.returned,
      renderCell: (row) => (
        <input
          type="checkbox"
          className={classes.box}
          aria-label={SHEET.returnedLabel({ item: String(row["name"]) })}
        />
      ),
    },
    {
      key: "item",
      heading: SHEET.item,
      renderCell: (row) => (
        <>
          {row["name"]} <span className="sd-mono sd-dimmed">{row["id"]}</span>
        </>
      ),
    },
    hasHolders && { key: "holder", heading: SHEET.holder, renderCell: holderOf },
    {
      key: "type",
      heading: SHEET.type,
      renderCell: (row) => row["materialTypeName"] ?? row["materialTypeId"] ?? "–",
    },
    {
      key: "from",
      heading: SHEET.from,
      renderCell: (row) => row["locationName"] ?? row["locationId"] ?? "–",
    },
    { key: "length", heading: SHEET.length, isNumber: true, renderCell: (row) => lengthText(row, units) },
    hasValues && { key: "value", heading: SHEET.value, isNumber: true, renderCell: valueText },
    {
      key: "since",
      heading: SHEET.since,
      renderCell: ({ checkedOutAt: since }) =>
        typeof since === "string" ? <time dateTime={since}>{formatDay(since)}</time> : "–",
    },
    {
      key: "out",
      heading: SHEET.out,
      isNumber: true,
      renderCell: (row) => daysOut(ageOf(row["checkedOutAt"], now)),
    },
  ];
  return (
    <DataTable
      label={SHEET.items}
      columns={columns.filter((column) => column !== false)}
      rows={rows}
      keyOf={(row) => String(row["id"])}
      rowHeader="item"
      className={classes.table}
    />
  );
}
