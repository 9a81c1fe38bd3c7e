// What other features of this tree use of alerts.
export { sharedRulesSchema } from "./alerts.ts";
