import {
  IconArrowsDiagonal,
  IconChevronDown,
  IconChevronUp,
  IconDownload,
  IconLayoutSidebarRight,
} from "@tabler/icons-react";
import { Group } from "@mantine/core";
import { COMMANDS } from "../../../shared/contract/commands.ts";
import { useHostServices } from "../../host/host-context.ts";
import { IconButton } from "../../ui/buttons.tsx";
import { shortcutLabel } from "../../commands/shortcuts.ts";
import { exportThis, FULL_WIDTH, RECORD_STEPS, placeOf, withShortcut } from "./messages.ts";
import type { Neighbours } from "./use-previous-next.ts";

interface ExportRecordButtonProps {
  readonly one: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

/** Exports the open record. */
export function ExportRecordButton({ one, ...props }: ExportRecordButtonProps) {
  const label = exportThis(one);
  return <IconButton icon={IconDownload} size="sm" label={label} title={label} {...props} />;
}

interface FullWidthButtonProps {
  readonly isFullWidth: boolean;
  readonly onClick: () => void;
}

/** Shows the details in place of the table, or next to it again. */
export function FullWidthButton({ isFullWidth, onClick }: FullWidthButtonProps) {
  const { boot } = useHostServices();
  const label = isFullWidth ? FULL_WIDTH.end : FULL_WIDTH.begin;
  const shortcut = shortcutLabel(COMMANDS.fullWidth.keyThere, boot.platform);
  return (
    <IconButton
      icon={isFullWidth ? IconLayoutSidebarRight : IconArrowsDiagonal}
      size="sm"
      label={label}
      title={withShortcut(label, shortcut)}
      onClick={onClick}
    />
  );
}

/** On to the record before or after this one, in the order of the table. */
export function NeighbourButtons({ neighbours }: { readonly neighbours: Neighbours }) {
  const { place, total, before, after, step } = neighbours;
  return (
    <Group gap={2} wrap="nowrap" flex="none" fz={12}>
      {place !== null && <span className="sd-num sd-dimmed">{placeOf(place + 1, total)}</span>}
      <IconButton
        icon={IconChevronUp}
        iconSize={16}
        label={RECORD_STEPS.previous}
        title={RECORD_STEPS.previousByKey}
        data-disabled={before === null}
        aria-disabled={before === null}
        onClick={() => step("before")}
      />
      <IconButton
        icon={IconChevronDown}
        iconSize={16}
        label={RECORD_STEPS.next}
        title={RECORD_STEPS.nextByKey}
        data-disabled={after === null}
        aria-disabled={after === null}
        onClick={() => step("after")}
      />
    </Group>
  );
}
