import {
  IconAlertTriangle,
  IconCheck,
  IconCircleCheck,
  IconClockPause,
  IconHourglass,
} from "@tabler/icons-react";
import type { Alert, AlertState } from "../../../../shared/features/alerts/alerts.ts";
import { stateText } from "./messages.ts";
import classes from "./alerts.module.css";

const ICONS: Readonly<Record<AlertState, typeof IconCheck>> = {
  pending: IconHourglass,
  firing: IconAlertTriangle,
  acknowledged: IconCheck,
  snoozed: IconClockPause,
  resolved: IconCircleCheck,
};

/** An alert's state as icon and words. */
export function StateMark({ alert }: { readonly alert: Pick<Alert, "state" | "snoozedUntil"> }) {
  const Icon = ICONS[alert.state];
  return (
    <span className={classes.mark} data-state={alert.state}>
      <Icon size={14} aria-hidden />
      <span>{stateText(alert)}</span>
    </span>
  );
}
