import { useEffect, useEffectEvent } from "react";
import { printedColumns } from "../print/printed-columns.ts";
import { onPrintAsked, openPrintPreview } from "../print/print-request.ts";
import { ExportAction } from "./export-action.tsx";
import { openExportDialog, type TableSource } from "./export-asked.ts";

/** The button of a table's toolbar that exports it; it answers the command to print as well. */
export function ExportButton({ source }: { readonly source: TableSource }) {
  const print = useEffectEvent(() =>
    openPrintPreview({
      resource: source.resource,
      query: source.selected ?? source.shown,
      columns: printedColumns(source.resource, source.columns),
      title: source.view.name,
    }),
  );
  useEffect(() => onPrintAsked(() => print()), []);
  return <ExportAction onOpen={() => openExportDialog(source)} />;
}
