import { useEffect, useRef } from "react";
import { useAnnounce } from "../../ui/announcer.tsx";
import { CountBadge } from "../../ui/count-badge.tsx";
import { useUnreadAlerts } from "./alert-queries.ts";
import { BADGE } from "./messages.ts";

/** The number of unread alerts next to the name of the screen. Screen readers announce the number when it grows. */
export function AlertsBadge() {
  const unread = useUnreadAlerts();
  const announce = useAnnounce();
  const last = useRef(unread);
  useEffect(() => {
    if (unread !== null && last.current !== null && unread > last.current)
      announce(BADGE.unread({ count: unread }));
    last.current = unread;
  }, [announce, unread]);
  if (unread === null || unread === 0) return null;
  return (
    <CountBadge count={unread} description={`, ${BADGE.unread({ count: unread })}`} testId="unread-alerts" />
  );
}
