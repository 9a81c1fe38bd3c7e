import { useEffect, useEffectEvent } from "react";
import { printedColumns } from "../print/printed-columns.ts";
import { onPrintRequest, openPrintPreview } from "../print/print-requests.ts";
import { ExportAction } from "./export-action.tsx";
import { openExportDialog, type TableSource } from "./export-requests.ts";

/**
 * The button of a table's toolbar that exports it; it answers the command to print as well.
 * @param onAsked called first: an export has the order of the data as they are, and so the table takes it too.
 */
export function ExportButton({
  source,
  onAsked,
}: {
  readonly source: TableSource;
  readonly onAsked: () => void;
}) {
  const print = useEffectEvent(() => {
    onAsked();
    openPrintPreview({
      resource: source.resource,
      query: source.selected ?? source.shown,
      columns: printedColumns(source.resource, source.columns),
      title: source.view.name,
    });
  });
  useEffect(() => onPrintRequest(() => print()), []);
  const open = (): void => {
    onAsked();
    openExportDialog(source);
  };
  return <ExportAction onOpen={open} />;
}
