import type { HandlersOf } from "../../../shared/contract/calls.ts";
import type { ALERT_CALLS } from "../../../shared/features/alerts/alert-calls.ts";
import type { PushBus } from "../../base/push-bus.ts";
import type { UserData } from "../../store/user-data/user-data.ts";
import type { AlertService } from "./alert-service.ts";
import type { SystemNotification } from "./system-notification.ts";

const TEST = {
  title: "Notifications work",
  body: "Stockdeck will notify you here when a rule fires.",
};
const NOT_HERE = "A browser shows no notifications of Stockdeck. They need the installed app.";
const NOT_SHOWN =
  "The system did not show the notification. Check that it allows notifications from Stockdeck.";

interface AlertHandlerParts {
  readonly alerts: AlertService;
  readonly events: PushBus;
  readonly userData: UserData;
  readonly startup: { readonly opened: Promise<void> };
  readonly options: {
    /** Absent if the host shows no notifications. */
    showNotification?(notification: SystemNotification, onClick: () => void): Promise<boolean>;
  };
}

/** The rules of alerts, the alerts, and when they are notified of. */
export function alertHandlers({ options, alerts, events, userData, startup: { opened } }: AlertHandlerParts) {
  return {
    listAlertRules: ({ profileId }) => alerts.list(profileId),
    saveAlertRule: (input) => opened.then(() => alerts.save(input)),
    deleteAlertRule: (input) => opened.then(() => alerts.delete(input)),
    restoreAlertRule: (input) => opened.then(() => alerts.restore(input)),
    listAlerts: (input) => opened.then(() => alerts.alerts(input)),
    markAlertsRead: ({ profileId, ids }) =>
      alerts.act(profileId, ids === "all" ? null : ids, { type: "read" }),
    acknowledgeAlerts: ({ profileId, ids }) => alerts.act(profileId, ids, { type: "acknowledge" }),
    snoozeAlerts: ({ profileId, ids, until }) =>
      alerts.act(profileId, ids, { type: "snooze", until: Date.parse(until) }),
    unsnoozeAlerts: ({ profileId, ids }) => alerts.act(profileId, ids, { type: "unsnooze" }),
    getAlertSettings: async () => ({
      settings: await userData.alertSettings(),
      available: options.showNotification !== undefined,
    }),
    saveAlertSettings: async (settings) => {
      await userData.saveAlertSettings(settings);
      events.emit("alertSettings", settings);
    },
    testNotification: async () => {
      if (!options.showNotification) return { problem: NOT_HERE };
      return { problem: (await options.showNotification(TEST, () => {})) ? null : NOT_SHOWN };
    },
  } satisfies HandlersOf<typeof ALERT_CALLS>;
}
