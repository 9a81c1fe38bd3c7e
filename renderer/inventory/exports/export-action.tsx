import { IconDownload } from "@tabler/icons-react";
import { useEffect, useEffectEvent } from "react";
import { PlainButton } from "../../ui/buttons.tsx";
import { exportRequests } from "./export-requests.ts";
import { EXPORT } from "./messages.ts";

/** The export button of a screen. The export command has the same effect. */
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
