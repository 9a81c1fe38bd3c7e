import { IconClockExclamation } from "@tabler/icons-react";
import type { Row } from "../../../../shared/query/query-calls.ts";
import { limitFor } from "../../../../shared/features/custody/out-limits.ts";
import { ageOf } from "../../../../shared/base/time/instant.ts";
import { assertNever } from "../../../../shared/base/errors.ts";
import { formatDay, formatFullDateTime } from "../../../base/format.ts";
import { useServiceNow } from "../../../host/use-now.ts";
import { useUsualLimits } from "../custody-queries.ts";
import { useOpenNotes } from "../note-queries.ts";
import { daysOut, lateReason, noteText } from "../messages.ts";
import { RecordLink } from "../../../inventory/records/record-link.tsx";
import { useUnits } from "../../../inventory/units/unit-queries.ts";
import { DataTable, type DataColumn } from "../../../ui/data-table.tsx";
import type { Grouping } from "./checked-out-search.ts";
import { ItemActions } from "../item-actions.tsx";
import { lengthText } from "./lengths.ts";
import { COLUMNS } from "./messages.ts";
import classes from "./checked-out.module.css";

/** The columns of items. Each column has the field by which it sorts, and the grouping in which it is redundant. */
const ITEM_COLUMNS = [
  { key: "item", field: "name", width: "21%" },
  { key: "holder", field: "checkedOutToUserId", saidBy: "holder" },
  { key: "type", field: "materialTypeId", saidBy: "type" },
  { key: "location", field: "locationId", saidBy: "location" },
  { key: "length", field: "remainingLength", isNumber: true, width: 110 },
  { key: "since", field: "checkedOutAt", width: 120 },
  // The reason for a mark must stay readable in a narrow window.
  { key: "out", width: "31%", className: classes.out },
  { key: "actions", width: 76, hidesHeading: true },
] as const satisfies readonly (Partial<DataColumn<Row>> & {
  key: keyof typeof COLUMNS;
  field?: string;
  saidBy?: Grouping;
})[];
type ItemColumn = (typeof ITEM_COLUMNS)[number]["key"];

export interface ItemSorting {
  readonly field: string;
  readonly direction: "asc" | "desc";
}

interface ItemTableProps {
  readonly label: string;
  readonly by: Grouping;
  readonly rows: readonly Row[];
  /** The present sorting; absent if the user cannot sort the items. */
  readonly sorting?: ItemSorting;
  readonly onSort?: (sorting: ItemSorting) => void;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/** A table of checked-out items with one item per row. Each row links to its record. */
export function ItemTable({ label, by, rows, sorting, onSort }: ItemTableProps) {
  const columns = ITEM_COLUMNS.filter((column) => !("saidBy" in column) || column.saidBy !== by).map(
    ({ key, ...column }): DataColumn<Row> => {
      const field = "field" in column ? column.field : null;
      const direction = sorting && sorting.field === field ? sorting.direction : null;
      return {
        ...column,
        key,
        heading: COLUMNS[key],
        renderCell: (row) => <ItemCell row={row} column={key} />,
        ...(onSort
          && field !== null && {
            sort: {
              direction,
              onSort: () => onSort({ field, direction: direction === "asc" ? "desc" : "asc" }),
            },
          }),
      };
    },
  );
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      keyOf={(row) => String(row["id"])}
      isFixed
      className={classes.itemTable}
    />
  );
}

function ItemName({ row }: { readonly row: Row }) {
  const note = useOpenNotes().get(String(row["id"]));
  return (
    <>
      <RecordLink id={row["id"]} name={row["name"]} title={String(row["name"])} />
      {note && (
        <span className={classes.noted} title={noteText(note)}>
          {noteText(note)}
        </span>
      )}
    </>
  );
}

function ItemCell({ row, column }: { readonly row: Row; readonly column: ItemColumn }) {
  const units = useUnits();
  const since = typeof row["checkedOutAt"] === "string" ? row["checkedOutAt"] : null;
  switch (column) {
    case "item":
      return <ItemName row={row} />;
    case "holder":
      return <NameOrId name={row["checkedOutToUserName"]} id={row["checkedOutToUserId"]} />;
    case "type":
      return <NameOrId name={row["materialTypeName"]} id={row["materialTypeId"]} />;
    case "location":
      return <NameOrId name={row["locationName"]} id={row["locationId"]} />;
    case "length":
      return lengthText(row, units);
    case "since":
      return since === null ? (
        "–"
      ) : (
        <time dateTime={since} title={formatFullDateTime(since)}>
          {formatDay(since)}
        </time>
      );
    case "out":
      return <TimeOut row={row} since={since} />;
    case "actions":
      return (
        <span className={classes.actions}>
          <ItemActions id={String(row["id"])} name={String(row["name"])} />
        </span>
      );
    default:
      return assertNever(column, "unknown column");
  }
}

/** The time for which an item has been out, and why it is unusually long. */
function TimeOut({ row, since }: { readonly row: Row; readonly since: string | null }) {
  const now = useServiceNow(MINUTE);
  const { limits } = useUsualLimits();
  const age = ageOf(since, now);
  if (age === null) return "–";
  const limit = limitFor(limits, row["materialTypeId"]);
  if (!limit || limit.days === null || age <= limit.days * DAY) return daysOut(age);
  const reason = lateReason(age, limit.days, limit.why);
  return (
    <span className={classes.late} title={reason}>
      <IconClockExclamation size={14} aria-hidden /> {reason}
    </span>
  );
}

/** The name of an id, with the id as its tooltip. An id without a name is shown itself. */
function NameOrId({
  name,
  id,
}: {
  readonly name: Row[string] | undefined;
  readonly id: Row[string] | undefined;
}) {
  if (typeof id !== "string") return "–";
  return <span title={name ? `${name} (${id})` : id}>{name ?? id}</span>;
}
