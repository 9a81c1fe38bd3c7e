import { useEffect, useRef } from "react";
import { useAnnounce } from "../../ui/announcer.tsx";
import { CountBadge } from "../../ui/count-badge.tsx";
import { useUnreadAlerts } from "./alert-queries.ts";
import { unreadAlerts } from "./messages.ts";

/** How many alerts are unread, beside the screen's name; announced if more come in. */
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
