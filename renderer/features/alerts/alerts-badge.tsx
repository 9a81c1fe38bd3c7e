import { useEffect, useRef } from "react";
import { useAnnounce } from "../../ui/announcer.tsx";
import { CountBadge } from "../../ui/count-badge.tsx";
import { useUnreadAlerts } from "./alert-queries.ts";
import { unreadAlerts } from "./messages.ts";

/** The number of unread alerts next to the screen's name. Screen readers announce it when it grows. */
export function AlertsBadge() {
  const unread = useUnreadAlerts();
  const announce = useAnnounce();
  const last = useRef(unread);
  useEffect(() => {
    if (unread !== null && last.current !== null && unread > last.current) announce(unreadAlerts(unread));
    last.current = unread;
  }, [announce, unread]);
  if (unread === null || unread === 0) return null;
  return <CountBadge count={unread} description={`, ${unreadAlerts(unread)}`} testId="unread-alerts" />;
}
