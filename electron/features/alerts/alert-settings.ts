import {
  ALERT_SETTINGS,
  alertSettingsSchema,
  DEFAULT_ALERT_SETTINGS,
  type AlertSettings,
} from "../../../shared/features/alerts/alerts.ts";
import type { UserData } from "../../store/user-data/user-data.ts";

/** Reads the settings of notifications for all connections. If the entry is damaged, notifications are off. */
export const readAlertSettings = async (userData: Pick<UserData, "read">): Promise<AlertSettings> =>
  (await userData.read(ALERT_SETTINGS, alertSettingsSchema)) ?? DEFAULT_ALERT_SETTINGS;

export const saveAlertSettings = (userData: Pick<UserData, "save">, settings: AlertSettings): Promise<void> =>
  userData.save(ALERT_SETTINGS, settings);
