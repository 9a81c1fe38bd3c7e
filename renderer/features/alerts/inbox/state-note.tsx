import { IconAlertTriangle } from "@tabler/icons-react";
import { formatAge } from "../../../base/format.ts";
import { useLive } from "../../../host/host-context.ts";
import { useNow } from "../../../host/use-now.ts";
import { FIRST_PULL, OFFLINE, suspended } from "./messages.ts";
import classes from "./alerts.module.css";

/** The reason why no rule is evaluated now; empty while rules are. */
export function StateNote() {
  const { staleAt, lastPassAt, firstPullComplete, state } = useLive(({ status }) => status);
  const now = useNow(10_000);
  const isStale = staleAt !== null && lastPassAt !== null && Date.parse(staleAt) <= now;
  const text = !firstPullComplete
    ? FIRST_PULL
    : isStale
      ? suspended(formatAge(lastPassAt, now))
      : state === "offline"
        ? OFFLINE
        : null;
  if (text === null) return null;
  return (
    <p className={classes.state} role="status">
      <IconAlertTriangle size={15} aria-hidden /> {text}
    </p>
  );
}
