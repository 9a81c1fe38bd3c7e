import type { MailOutcome } from "../../../shared/delivery/mail.ts";
import { DateTime } from "../../ui/date-time.tsx";
import classes from "./mail.module.css";
import { outcomeLabel } from "./messages.ts";

interface OutcomeLineProps {
  readonly outcome: MailOutcome;
  /** The current time, ms since the epoch. */
  readonly now: number;
}

/** The outcome of a message. It is red if the message was not sent, or may not have been sent. */
export function OutcomeLine({ outcome, now }: OutcomeLineProps) {
  const isBad = outcome.state === "failed" || outcome.state === "unknown";
  return (
    <span className={classes.outcome} data-bad={isBad || undefined}>
      <DateTime iso={outcome.at} now={now} />, {outcomeLabel(outcome, now)}
    </span>
  );
}
