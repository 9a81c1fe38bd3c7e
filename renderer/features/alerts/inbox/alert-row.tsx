import { Checkbox, UnstyledButton, VisuallyHidden } from "@mantine/core";
import {
  IconChevronRight,
  IconMoon,
  IconAlertTriangle,
  IconCheck,
  IconCircleCheck,
  IconClockPause,
  IconHourglass,
} from "@tabler/icons-react";
import type { Alert, AlertState } from "../../../../shared/features/alerts/alerts.ts";
import { titleOf } from "../../../../shared/features/alerts/alert-words.ts";
import { formatFullDateTime } from "../../../base/format.ts";
import { DateTime } from "../../../ui/date-time.tsx";
import { SmallButton } from "../../../ui/buttons.tsx";
import { AlertButtons } from "./alert-buttons.tsx";
import {
  FACTS,
  INBOX,
  sinceText,
  stateText,
  fieldChange,
  fieldChanges,
  reasonText,
  type ReasonNames,
} from "./messages.ts";
import { isUnread, type AlertActions } from "./use-alert-actions.ts";
import type { RowsOfAlert } from "./use-open-rows.ts";
import classes from "./alerts.module.css";

interface AlertRowProps {
  readonly alert: Alert;
  readonly context: ReasonNames;
  /** The current time, ms since the epoch. */
  readonly now: number;
  readonly selected: boolean;
  readonly opened: boolean;
  readonly actions: AlertActions;
  readonly rows: RowsOfAlert | null;
  readonly onSelect: (selected: boolean) => void;
  readonly onToggle: () => void;
}

/** One alert of the inbox. Its button opens the details. */
export function AlertRow(props: AlertRowProps) {
  const { alert, context, now, selected, opened, onSelect, onToggle } = props;
  const title = titleOf(alert);
  const unread = isUnread(alert);
  return (
    <li className={classes.alert} data-unread={unread || undefined}>
      <div className={classes.row}>
        <Checkbox
          size="xs"
          aria-label={INBOX.select({ name: title })}
          checked={selected}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
        <UnstyledButton
          className={classes.open}
          data-alert={alert.id}
          aria-expanded={opened}
          onClick={onToggle}
        >
          <IconChevronRight size={14} className={classes.chevron} aria-hidden />
          <span className={classes.dot} aria-hidden />
          <span className={classes.words}>
            {unread && <VisuallyHidden component="span">{INBOX.unread} </VisuallyHidden>}
            <span className={classes.name}>{title}</span>
            <span className={classes.reason}>{reasonText(alert, context)}</span>
          </span>
          <span className={classes.rule}>{alert.ruleName}</span>
          <StateMark alert={alert} />
          <time className={classes.since} dateTime={alert.since} title={formatFullDateTime(alert.since)}>
            {sinceText(alert.since, now)}
          </time>
        </UnstyledButton>
      </div>
      {opened && <AlertFacts {...props} />}
    </li>
  );
}

/** The details of an alert: reason, times and actions. */
function AlertFacts({ alert, context, now, actions, rows }: AlertRowProps) {
  const changes = fieldChanges(alert, context.nameOf);
  return (
    <div className={classes.facts}>
      {alert.missed && (
        <p className={classes.missed}>
          <IconMoon size={14} aria-hidden /> {FACTS.missed}
        </p>
      )}
      <dl className="sd-facts">
        {changes.length > 1 ? (
          <>
            <dt>{FACTS.changes}</dt>
            <dd>
              <ul className="sd-list">
                {changes.map(({ label, old, now: fresh }) => (
                  <li key={label}>{fieldChange(label, old, fresh)}</li>
                ))}
              </ul>
            </dd>
          </>
        ) : (
          <>
            <dt>{FACTS.why}</dt>
            <dd>{reasonText(alert, context)}</dd>
          </>
        )}
        <dt>{FACTS.rule}</dt>
        <dd>{alert.ruleName}</dd>
        <Moment label={FACTS.since} iso={alert.since} now={now} />
        {alert.firedAt !== alert.since && <Moment label={FACTS.fired} iso={alert.firedAt} now={now} />}
        <Moment label={FACTS.ended} iso={alert.resolvedAt} now={now} />
      </dl>
      <AlertButtons alerts={[alert]} actions={actions}>
        {rows && <SmallButton onClick={rows.open}>{rows.label}</SmallButton>}
      </AlertButtons>
    </div>
  );
}

interface MomentProps {
  readonly label: string;
  readonly iso: string | null;
  readonly now: number;
}

function Moment({ label, iso, now }: MomentProps) {
  if (iso === null) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <DateTime iso={iso} now={now} />
      </dd>
    </>
  );
}

const ICONS: Readonly<Record<AlertState, typeof IconCheck>> = {
  pending: IconHourglass,
  firing: IconAlertTriangle,
  acknowledged: IconCheck,
  snoozed: IconClockPause,
  resolved: IconCircleCheck,
};

/** An alert's state as icon and text. */
function StateMark({ alert }: { readonly alert: Pick<Alert, "state" | "snoozedUntil"> }) {
  const Icon = ICONS[alert.state];
  return (
    <span className={classes.mark} data-state={alert.state}>
      <Icon size={14} aria-hidden />
      <span>{stateText(alert)}</span>
    </span>
  );
}
