import { useEffect, useEffectEvent } from "react";
import { printedColumns, printedGroups, printPreview, printRequests } from "../print/print-requests.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import { useExtensions } from "../extensions.ts";
import { exportRequests, type TableSource } from "../../inventory/exports/export-requests.ts";
import { IconDownload } from "@tabler/icons-react";
import { PlainButton } from "../../ui/buttons.tsx";
import { EXPORT } from "../../inventory/exports/messages.ts";

/**
 * The button that exports a table, which also handles the print command. @param onBefore applies a pending order
 * first.
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

/** The export button of a screen; the export command does the same. */
export function ExportAction({ onOpen }: { readonly onOpen: () => void }) {
  const onRequest = useEffectEvent(onOpen);
  useEffect(() => exportRequests.subscribe(() => onRequest()), []);
  return (
    <PlainButton
      leftSection={<IconDownload size={16} aria-hidden />}
      title={EXPORT.byKey}
      data-shrinks
      onClick={onOpen}
    >
      {EXPORT.label}
    </PlainButton>
  );
}
