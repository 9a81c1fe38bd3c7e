import { IconAppWindow, IconChevronDown, IconChevronUp, IconDownload } from "@tabler/icons-react";
import { Group } from "@mantine/core";
import { formatCount } from "../../base/format.ts";
import { IconButton } from "../../ui/buttons.tsx";
import { exportThis, OWN_WINDOW } from "./messages.ts";
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

/** Opens the record in its own window. */
export function OwnWindowButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <IconButton icon={IconAppWindow} size="sm" label={OWN_WINDOW} title={OWN_WINDOW} onClick={onClick} />
  );
}

/** On to the record before or after this one, in the order of the table. */
export function NeighbourButtons({ neighbours }: { readonly neighbours: Neighbours }) {
  const { place, total, before, after, step } = neighbours;
  return (
    <Group gap={2} wrap="nowrap" flex="none" fz={12}>
      {place !== null && (
        <span className="sd-num sd-dimmed">
          {formatCount(place + 1)} of {formatCount(total)}
        </span>
      )}
      <IconButton
        icon={IconChevronUp}
        iconSize={16}
        label="Previous record"
        title="Previous record (↑)"
        data-disabled={before === null}
        aria-disabled={before === null}
        onClick={() => step("before")}
      />
      <IconButton
        icon={IconChevronDown}
        iconSize={16}
        label="Next record"
        title="Next record (↓)"
        data-disabled={after === null}
        aria-disabled={after === null}
        onClick={() => step("after")}
      />
    </Group>
  );
}
