// The exports of alerts that other features use.
export { AlertMonitor, type WatchedConnection } from "./alert-monitor.ts";
export { digestOf } from "./digest/digest-text.ts";
export { readActiveAlerts } from "./digest/read-active.ts";
export { MERGE_TEAM_ALERTS, READ_ALERTS, READ_TEAM_ALERTS } from "./evaluate/alert-tasks.ts";
export { readTeamRules, valuesOf } from "./team-alert-records.ts";
