import type { ALERT_CALLS } from "../../../shared/contract/alert-calls.ts";
import type { Handlers } from "../../../shared/contract/contract.ts";
import { AppFailure } from "../../../shared/domain/errors.ts";

const notYet = (): never => {
  throw new AppFailure({ kind: "internal", message: "Alerts are not there yet." });
};

/** The rules of alerts, and the alerts. */
export function alertHandlers(): Pick<Handlers, keyof typeof ALERT_CALLS> {
  return {
    listAlertRules: notYet,
    saveAlertRule: notYet,
    deleteAlertRule: notYet,
    restoreAlertRule: notYet,
    listAlerts: notYet,
    markAlertsRead: notYet,
    acknowledgeAlerts: notYet,
    snoozeAlerts: notYet,
    unsnoozeAlerts: notYet,
    getAlertSettings: notYet,
    saveAlertSettings: notYet,
    testNotification: notYet,
  };
}
