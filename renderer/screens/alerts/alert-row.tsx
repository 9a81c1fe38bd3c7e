import { Menu, UnstyledButton, VisuallyHidden } from "@mantine/core";
import {
  IconBell,
  IconBellCheck,
  IconBellZ,
  IconCheck,
  IconChevronDown,
  IconClockPause,
} from "@tabler/icons-react";
import type { Alert, AlertState } from "../../../shared/domain/alerts.ts";
import { useLocalCopy } from "../../host/host-context.ts";
import type { NameOf } from "../../inventory/changes/messages.ts";
import { QuietButton } from "../../ui/buttons.tsx";
import { succeeds } from "../../ui/notify.tsx";
import {
  acknowledgeThis,
  INBOX,
  reason,
  since,
  snoozedUntil,
  snoozeThis,
  STATE_LABELS,
  subjectOf,
  unsnoozeThis,
} from "./messages.ts";
import { snoozeEnds } from "./snooze-ends.ts";
import { useOpenAlert } from "./use-open-alert.ts";
import classes from "./alerts.module.css";

const ICONS: Readonly<Record<AlertState, typeof IconBell>> = {
  pending: IconClockPause,
  firing: IconBell,
  acknowledged: IconBellCheck,
  snoozed: IconBellZ,
  resolved: IconCheck,
};

interface AlertRowProps {
  readonly alert: Alert;
  readonly nameOf: NameOf;
}

/** One alert: what it is about, why it fired, and what can be done about it. */
export function AlertRow({ alert, nameOf }: AlertRowProps) {
  const { state, snoozedUntil: until } = alert;
  const open = useOpenAlert(alert);
  const subject = subjectOf(alert);
  const Icon = ICONS[state];
  const isUnread = alert.readAt === null && state !== "resolved";
  const why = [reason(alert, nameOf), alert.missed ? INBOX.missed : ""].filter((part) => part !== "");
  return (
    <li className={classes.alert} data-unread={isUnread || undefined} data-state={state}>
      <span className={classes.state}>
        <Icon size={16} aria-hidden />
        {state === "snoozed" && until ? snoozedUntil(until) : STATE_LABELS[state]}
        {isUnread && <VisuallyHidden component="span">, {INBOX.unread}</VisuallyHidden>}
      </span>
      <span className={classes.what}>
        {open ? (
          <UnstyledButton className={classes.subject} title={INBOX.open} onClick={open}>
            {subject}
          </UnstyledButton>
        ) : (
          <span className={classes.subject}>{subject}</span>
        )}
        {why.length > 0 && <span className={classes.reason}>{why.join(" · ")}</span>}
      </span>
      <span className={classes.rule}>
        {subject !== alert.ruleName && <span>{alert.ruleName}</span>}
        <time dateTime={alert.since}>{since(alert.since)}</time>
      </span>
      <AlertActions alert={alert} subject={subject} />
    </li>
  );
}

function AlertActions({
  alert: { id, state },
  subject,
}: {
  readonly alert: Alert;
  readonly subject: string;
}) {
  const { host, profileId } = useLocalCopy();
  const of = { profileId, ids: [id] };
  const canAcknowledge = state === "firing" || state === "snoozed";
  return (
    <span className={classes.actions}>
      {canAcknowledge && (
        <QuietButton
          aria-label={acknowledgeThis(subject)}
          onClick={() => void succeeds(host.acknowledgeAlerts(of))}
        >
          {INBOX.acknowledge}
        </QuietButton>
      )}
      {state === "firing" && (
        <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
          <Menu.Target>
            <QuietButton
              aria-label={snoozeThis(subject)}
              rightSection={<IconChevronDown size={12} aria-hidden />}
            >
              {INBOX.snooze}
            </QuietButton>
          </Menu.Target>
          <Menu.Dropdown aria-label={INBOX.snooze}>
            {snoozeEnds().map(({ label, end }) => (
              <Menu.Item
                key={label}
                onClick={() =>
                  void succeeds(host.snoozeAlerts({ ...of, until: end(new Date()).toISOString() }))
                }
              >
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {state === "snoozed" && (
        <QuietButton
          aria-label={unsnoozeThis(subject)}
          onClick={() => void succeeds(host.unsnoozeAlerts(of))}
        >
          {INBOX.unsnooze}
        </QuietButton>
      )}
    </span>
  );
}
