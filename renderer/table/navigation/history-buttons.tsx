import { COMMAND_LABELS } from "../../../shared/contract/messages.ts";
import { ActionIcon } from "@mantine/core";
import { IconArrowLeft, IconArrowRight } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { memo, useSyncExternalStore } from "react";
import { COMMANDS } from "../../../shared/contract/commands.ts";
import { useHostServices } from "../../host/host-context.ts";
import { useInventory } from "../inventory-context.ts";
import { shortcutLabel } from "../../commands/shortcuts.ts";

const ICONS = { back: IconArrowLeft, forward: IconArrowRight } as const;

/** Buttons for Back and Forward through screens, records and filters. */
export const HistoryButtons = memo(function HistoryButtons() {
  const { boot } = useHostServices();
  const { history } = useInventory();
  const reach = useSyncExternalStore(history.subscribe, history.reach);
  const router = useRouter();
  return (
    <ActionIcon.Group>
      {(["back", "forward"] as const).map((command) => {
        const Icon = ICONS[command];
        const label = COMMAND_LABELS[command];
        return (
          <ActionIcon
            key={command}
            variant="default"
            size={30}
            aria-label={label}
            title={`${label} (${shortcutLabel(COMMANDS[command].keys[0], boot.platform)})`}
            // At the end of the history the button is not disabled, because a disabled button would lose the focus.
            data-disabled={!reach[command]}
            aria-disabled={!reach[command]}
            onClick={() => reach[command] && router.history[command]()}
          >
            <Icon size={16} aria-hidden />
          </ActionIcon>
        );
      })}
    </ActionIcon.Group>
  );
});
