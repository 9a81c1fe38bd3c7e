import { ActionIcon } from "@mantine/core";
import { IconAppWindow, IconDownload } from "@tabler/icons-react";
import { exportThis, OWN_WINDOW } from "./messages.ts";

/** Exports the one record that is looked at. */
export function ExportRecordButton({
  one,
  disabled,
  onClick,
}: {
  /** What the record is, in a word. */
  readonly one: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
}) {
  const label = exportThis(one);
  return (
    <ActionIcon size="sm" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <IconDownload size={15} aria-hidden />
    </ActionIcon>
  );
}

/** Opens the record that is looked at in a window of its own. */
export function OwnWindowButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <ActionIcon size="sm" aria-label={OWN_WINDOW} title={OWN_WINDOW} onClick={onClick}>
      <IconAppWindow size={15} aria-hidden />
    </ActionIcon>
  );
}
