import { Group, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import type { Alert } from "../../../../shared/features/alerts/alerts.ts";
import { SmallButton } from "../../../ui/buttons.tsx";
import { INBOX, SNOOZES } from "./messages.ts";
import { SnoozeDialog } from "./snooze-dialog.tsx";
import { SNOOZE_TIMES, snoozeEnd } from "./snooze-times.ts";
import { ACTS_ON, type AlertActions } from "./use-alert-actions.ts";

interface AlertButtonsProps {
  readonly alerts: readonly Alert[];
  readonly actions: AlertActions;
  /** Shown before the other buttons. */
  readonly children?: ReactNode;
}

/** The actions on one or several alerts. Only those that apply to at least one of them. */
export function AlertButtons({ alerts, actions, children }: AlertButtonsProps) {
  return (
    <Group gap={6} role="group" aria-label={INBOX.actions}>
      {children}
      {alerts.some(ACTS_ON.acknowledge) && (
        <SmallButton onClick={() => actions.acknowledge(alerts)}>{INBOX.acknowledge}</SmallButton>
      )}
      {alerts.some(ACTS_ON.snooze) && <SnoozeMenu onPick={(until) => actions.snooze(alerts, until)} />}
      {alerts.some(ACTS_ON.unsnooze) && (
        <SmallButton onClick={() => actions.unsnooze(alerts)}>{INBOX.unsnooze}</SmallButton>
      )}
    </Group>
  );
}

/** Until when. */
function SnoozeMenu({ onPick }: { readonly onPick: (until: string) => void }) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <SmallButton rightSection={<IconChevronDown size={12} aria-hidden />}>{INBOX.snooze}</SmallButton>
        </Menu.Target>
        <Menu.Dropdown>
          {SNOOZE_TIMES.map((time) => (
            <Menu.Item key={time} onClick={() => onPick(snoozeEnd(time, Date.now()))}>
              {SNOOZES[time]}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setAsks(true)}>{SNOOZES.date}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asks && <SnoozeDialog onPick={onPick} onClose={() => setAsks(false)} />}
    </>
  );
}
