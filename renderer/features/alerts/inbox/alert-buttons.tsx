import { Group, Menu, Button, TextInput } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { clock } from "../../../base/clock.ts";
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
  /** Buttons that are shown before the other buttons. */
  readonly children?: ReactNode;
}

/** Buttons for one or several alerts. A button is shown if its action applies to at least one of these alerts. */
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
            <Menu.Item key={time} onClick={() => onPick(snoozeEnd(time, clock.now()))}>
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

/** Asks for the day on which a snooze ends. */
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

/** The choices for the end of a snooze that need no date. */
const SNOOZE_TIMES = ["hour", "tomorrow", "week"] as const;
type SnoozeTime = (typeof SNOOZE_TIMES)[number];

/** The end of a snooze, as an ISO 8601 instant. @param now ms since the epoch. */
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

/** The morning of a day ("2026-06-01") in local time; null if the morning is past, or the text is not a date. */
export function morningOf(day: string, now: number): string | null {
  // Without a time, JavaScript would read the day as midnight UTC.
  const morning = Date.parse(`${day}T08:00:00`);
  return Number.isNaN(morning) || morning <= now ? null : new Date(morning).toISOString();
}
