import { VisuallyHidden } from "@mantine/core";
import { tableColumns, tableRows, type ChartContent } from "./chart-table.ts";
import classes from "./chart.module.css";

/** A chart as a table; its name is seen above it already. */
export function TableForm({ name, content }: { readonly name: string; readonly content: ChartContent }) {
  const [heading, ...columns] = tableColumns(content);
  return (
    <table className={classes.table}>
      <caption>
        <VisuallyHidden>{name}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {tableRows(content).map(({ key, label, cells }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            {cells.map((cell) => (
              <td key={cell.key} data-gap={cell.value === null || undefined}>
                {cell.text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
