// The exports of alerts that other shared features use.
export { sharedRulesSchema } from "./alerts.ts";
