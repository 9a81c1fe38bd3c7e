import { Group, Menu, Button, TextInput } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import type { Alert } from "../../../../shared/features/alerts/alerts.ts";
import { SmallButton, FormButtons, PlainButton } from "../../../ui/buttons.tsx";
import { INBOX, SNOOZES, SNOOZE_DIALOG } from "./messages.ts";
import { ACTS_ON, type AlertActions } from "./use-alert-actions.ts";
import { useNow } from "../../../host/use-now.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { ACTIONS } from "../../../ui/messages.ts";

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

interface SnoozeDialogProps {
  readonly onPick: (until: string) => void;
  readonly onClose: () => void;
}

/** Asks until which day alerts are snoozed. */
function SnoozeDialog({ onPick, onClose }: SnoozeDialogProps) {
  const [day, setDay] = useState("");
  const until = morningOf(day, useNow(60_000));
  return (
    <Dialog title={SNOOZE_DIALOG.title} closeAs="cancel" onClose={onClose}>
      <form
        className="sd-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (until === null) return;
          onPick(until);
          onClose();
        }}
      >
        <TextInput
          label={SNOOZE_DIALOG.date}
          type="date"
          w={180}
          value={day}
          error={day !== "" && until === null ? SNOOZE_DIALOG.past : undefined}
          data-autofocus
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <FormButtons>
          <PlainButton onClick={onClose}>{ACTIONS.cancel}</PlainButton>
          <Button type="submit" disabled={until === null}>
            {SNOOZE_DIALOG.save}
          </Button>
        </FormButtons>
      </form>
    </Dialog>
  );
}

const HOUR = 3_600_000;
const MORNING = 8;

/** The moments until which alerts can be snoozed without a date of their own. */
const SNOOZE_TIMES = ["hour", "tomorrow", "week"] as const;
type SnoozeTime = (typeof SNOOZE_TIMES)[number];

/** Until when a snooze lasts, as an instant. @param now ms since the epoch. */
export function snoozeEnd(time: SnoozeTime, now: number): string {
  if (time === "hour") return new Date(now + HOUR).toISOString();
  const end = new Date(now);
  if (time === "week") end.setDate(end.getDate() + 7);
  else {
    end.setDate(end.getDate() + 1);
    end.setHours(MORNING, 0, 0, 0);
  }
  return end.toISOString();
}

/** The morning of a day ("2026-06-01"), by local time; null for one that has begun, or that is none. */
export function morningOf(day: string, now: number): string | null {
  // A day without a time would be read as UTC.
  const morning = Date.parse(`${day}T08:00:00`);
  return Number.isNaN(morning) || morning <= now ? null : new Date(morning).toISOString();
}
