import { CountBadge } from "../../ui/count-badge.tsx";
import { useUnreadAlerts } from "./alert-queries.ts";
import { unreadAlerts } from "./messages.ts";

/** How many alerts are unread, beside the screen's name. */
export function AlertsBadge() {
  const unread = useUnreadAlerts();
  if (unread === 0) return null;
  return <CountBadge count={unread} description={unreadAlerts(unread)} testId="unread-alerts" />;
}
