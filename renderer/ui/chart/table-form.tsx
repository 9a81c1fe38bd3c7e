import { DataTable } from "../data-table.tsx";
import { tableColumns, tableRows, type ChartContent, type TableRow } from "./chart-table.ts";
import classes from "./chart.module.css";

/** A chart as a table; its name is seen above it already. */
export function TableForm({ name, content }: { readonly name: string; readonly content: ChartContent }) {
  const [heading, ...columns] = tableColumns(content);
  return (
    <DataTable
      label={name}
      rows={tableRows(content)}
      keyOf={({ key }) => key}
      className={classes.table}
      columns={[
        { key: "label", heading, renderCell: ({ label }) => label },
        ...columns.map((column, at) => ({
          key: column,
          heading: column,
          isNumber: true,
          renderCell: ({ cells }: TableRow) => (
            <span className={cells[at]?.value === null ? "sd-dimmed" : ""}>{cells[at]?.text}</span>
          ),
        })),
      ]}
    />
  );
}
