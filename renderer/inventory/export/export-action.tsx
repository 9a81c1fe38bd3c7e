import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useEffect, useEffectEvent } from "react";
import { onExportRequest } from "./export-requests.ts";

/** The button that exports what a screen shows; the export command does the same. */
export function ExportAction({ onOpen }: { readonly onOpen: () => void }) {
  const onRequest = useEffectEvent(onOpen);
  useEffect(() => onExportRequest(() => onRequest()), []);
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} aria-hidden />}
      title="Export (Ctrl+E)"
      data-shrinks
      onClick={onOpen}
    >
      Export
    </Button>
  );
}
