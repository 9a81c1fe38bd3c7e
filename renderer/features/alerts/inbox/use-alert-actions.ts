import type { Alert } from "../../../../shared/features/alerts/alerts.ts";
import { useConnectionApi } from "../../../host/host-context.ts";
import { useAnnounce } from "../../../ui/announcer.tsx";
import { succeeds } from "../../../ui/notify.tsx";
import { snoozed, INBOX } from "./messages.ts";

/** Actions on alerts. The core's pushes update the list; a failure shows a notice. */
export interface AlertActions {
  readonly read: (alerts: readonly Alert[]) => void;
  readonly readAll: () => void;
  readonly acknowledge: (alerts: readonly Alert[]) => void;
  readonly snooze: (alerts: readonly Alert[], until: string) => void;
  readonly unsnooze: (alerts: readonly Alert[]) => void;
}

/** Whether an action applies to an alert. */
export const ACTS_ON = {
  acknowledge: ({ state }: Alert): boolean => state === "firing" || state === "snoozed",
  snooze: ({ state }: Alert): boolean => state !== "resolved" && state !== "pending",
  unsnooze: ({ state }: Alert): boolean => state === "snoozed",
} as const;

/** Whether an alert still lasts and the user has not seen it. */
export const isUnread = ({ readAt, state }: Alert): boolean => readAt === null && state !== "resolved";

const idsOf = (alerts: readonly Alert[]): number[] => alerts.map(({ id }) => id);

/** The actions on alerts of the open connection. */
export function useAlertActions(): AlertActions {
  const { host, connectionId } = useConnectionApi();
  const announce = useAnnounce();
  const act = async (call: ReturnType<typeof host.markAlertsRead>, sentence: string): Promise<void> => {
    if ((await succeeds(call)) && sentence !== "") announce(sentence);
  };
  return {
    read: (alerts) => {
      const unread = alerts.filter(isUnread);
      if (unread.length > 0) void act(host.markAlertsRead({ connectionId, ids: idsOf(unread) }), "");
    },
    readAll: () => void act(host.markAlertsRead({ connectionId, ids: "all" }), INBOX.allRead),
    acknowledge: (alerts) => {
      const ids = idsOf(alerts.filter(ACTS_ON.acknowledge));
      void act(host.acknowledgeAlerts({ connectionId, ids }), INBOX.acknowledged({ count: ids.length }));
    },
    snooze: (alerts, until) => {
      const ids = idsOf(alerts.filter(ACTS_ON.snooze));
      void act(host.snoozeAlerts({ connectionId, ids, until }), snoozed(ids.length, until));
    },
    unsnooze: (alerts) => {
      const ids = idsOf(alerts.filter(ACTS_ON.unsnooze));
      void act(host.unsnoozeAlerts({ connectionId, ids }), INBOX.unsnoozed({ count: ids.length }));
    },
  };
}
