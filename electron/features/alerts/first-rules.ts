import type { AlertRule } from "../../../shared/features/alerts/alerts.ts";

const RULE = { paused: false, afterRefreshes: 1, notify: true } as const;

/** The rules that the sample company begins with. */
export const FIRST_RULES: readonly Omit<AlertRule, "id">[] = [
  { ...RULE, name: "A material type is low", watch: { kind: "low", typeId: null } },
  { ...RULE, name: "An item is out longer than usual", watch: { kind: "outLonger" } },
  { ...RULE, name: "The data are stale", watch: { kind: "stale", hours: 4 } },
];
