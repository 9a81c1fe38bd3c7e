import { useEffect, useEffectEvent } from "react";
import { printedColumns } from "../print/printed-columns.ts";
import { onPrintRequest, openPrintPreview } from "../print/print-requests.ts";
import { ExportAction } from "./export-action.tsx";
import { openExportDialog, type TableSource } from "./export-requests.ts";

interface ExportButtonProps {
  readonly source: TableSource;
  readonly onBefore: () => void;
}

/**
 * The button that exports a table; it also handles the print command.
 * @param onBefore called first, to apply a pending order, because the export has the new one.
 */
export function ExportButton({ source, onBefore }: ExportButtonProps) {
  const print = useEffectEvent(() => {
    onBefore();
    openPrintPreview({
      resource: source.resource,
      query: source.selected ?? source.shown,
      columns: printedColumns(source.resource, source.columns),
      title: source.view.name,
    });
  });
  useEffect(() => onPrintRequest(() => print()), []);
  const open = (): void => {
    onBefore();
    openExportDialog(source);
  };
  return <ExportAction onOpen={open} />;
}
