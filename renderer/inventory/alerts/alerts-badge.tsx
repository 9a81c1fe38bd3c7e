import { VisuallyHidden } from "@mantine/core";
import { useEffect, useRef } from "react";
import { formatCount } from "../../base/format.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { useUnreadAlerts } from "./alert-queries.ts";
import { unreadAlerts } from "./messages.ts";
import classes from "./alerts.module.css";

const MOST = 999;

/** How many alerts are unread, beside the screen's name; announced where more come in. */
export function AlertsBadge() {
  const unread = useUnreadAlerts();
  const announce = useAnnounce();
  const last = useRef(unread);
  useEffect(() => {
    if (unread !== null && last.current !== null && unread > last.current) announce(unreadAlerts(unread));
    last.current = unread;
  }, [announce, unread]);
  if (unread === null || unread === 0) return null;
  return (
    <span className={classes.badge} data-testid="unread-alerts">
      <span aria-hidden>{unread > MOST ? `${formatCount(MOST)}+` : formatCount(unread)}</span>
      <VisuallyHidden component="span">{unreadAlerts(unread)}</VisuallyHidden>
    </span>
  );
}
