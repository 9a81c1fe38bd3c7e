import { useEffect, useEffectEvent } from "react";
import { printedColumns, printedGroups } from "../print/printed-table.ts";
import { printPreview } from "../print/open-preview.ts";
import { printRequests } from "../../inventory/paper/print-requests.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import { useExtensions } from "../extensions.ts";
import type { TableSource } from "../../inventory/exports/export-requests.ts";
import { ExportAction } from "../../inventory/exports/export-action.tsx";

/**
 * The button that exports a table. It also handles the print command. @param onBefore called first; it applies a
 * pending order.
 */
export function ExportButton({ source, onBefore }: Readonly<{ source: TableSource; onBefore: () => void }>) {
  const units = useUnits();
  const [openExport] = useExtensions("openExport");
  const print = useEffectEvent(() => {
    onBefore();
    const query = source.selected ?? source.shown;
    printPreview.open({
      resource: source.resource,
      query,
      groups: printedGroups(source, query),
      columns: printedColumns(source.resource, source.columns, units),
      title: source.view.name,
    });
  });
  useEffect(() => printRequests.subscribe(() => print()), []);
  const open = (): void => {
    onBefore();
    openExport?.(source);
  };
  return <ExportAction onOpen={open} />;
}
