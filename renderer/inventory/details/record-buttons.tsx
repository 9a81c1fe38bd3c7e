import { ActionIcon } from "@mantine/core";
import { IconAppWindow, IconDownload } from "@tabler/icons-react";
import { exportThis, OWN_WINDOW } from "./messages.ts";

interface ExportRecordButtonProps {
  /** What the record is, in a word. */
  readonly one: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

/** Exports the open record. */
export function ExportRecordButton({ one, disabled, onClick }: ExportRecordButtonProps) {
  const label = exportThis(one);
  return (
    <ActionIcon size="sm" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <IconDownload size={15} aria-hidden />
    </ActionIcon>
  );
}

/** Opens the record in its own window. */
export function OwnWindowButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <ActionIcon size="sm" aria-label={OWN_WINDOW} title={OWN_WINDOW} onClick={onClick}>
      <IconAppWindow size={15} aria-hidden />
    </ActionIcon>
  );
}
