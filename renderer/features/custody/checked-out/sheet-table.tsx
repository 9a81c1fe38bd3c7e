import type { Row } from "../../../../shared/query/query-calls.ts";
import type { Units } from "../../../../shared/inventory/units.ts";
import { ageOf } from "../../../../shared/base/time/possible-instant.ts";
import { formatDay } from "../../../base/format.ts";
import { daysOut } from "../messages.ts";
import { lengthText } from "./lengths.ts";
import { returnedLabel, SHEET } from "./messages.ts";
import { holderOf } from "./sheet-texts.ts";
import classes from "./sheet.module.css";

interface SheetTableProps {
  readonly rows: readonly Row[];
  readonly units: Units;
  readonly now: number;
  /** With the holder of each item: the sheet of a team. */
  readonly hasHolders: boolean;
  /** With a box to tick for each item. */
  readonly isChecklist: boolean;
}

/** The items of a sheet. */
export function SheetTable({ rows, units, now, hasHolders, isChecklist }: SheetTableProps) {
  return (
    <table className={classes.table} aria-label={SHEET.items}>
      <thead>
        <tr>
          {isChecklist && <th scope="col">{SHEET.returned}</th>}
          <th scope="col">{SHEET.item}</th>
          {hasHolders && <th scope="col">{SHEET.holder}</th>}
          <th scope="col">{SHEET.type}</th>
          <th scope="col">{SHEET.from}</th>
          <th scope="col" data-number>
            {SHEET.length}
          </th>
          <th scope="col">{SHEET.since}</th>
          <th scope="col" data-number>
            {SHEET.out}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const since = row["checkedOutAt"];
          return (
            <tr key={String(row["id"])}>
              {isChecklist && (
                <td>
                  <input
                    type="checkbox"
                    className={classes.box}
                    aria-label={returnedLabel(String(row["name"]))}
                  />
                </td>
              )}
              <th scope="row">
                {row["name"]} <span className="sd-mono sd-dimmed">{row["id"]}</span>
              </th>
              {hasHolders && <td>{holderOf(row)}</td>}
              <td>{row["materialTypeName"] ?? row["materialTypeId"] ?? "–"}</td>
              <td>{row["locationName"] ?? row["locationId"] ?? "–"}</td>
              <td data-number>{lengthText(row, units)}</td>
              <td>{typeof since === "string" ? <time dateTime={since}>{formatDay(since)}</time> : "–"}</td>
              <td data-number>{daysOut(ageOf(since, now))}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
