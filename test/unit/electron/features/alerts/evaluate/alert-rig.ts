import { isAboutRows } from "../../../../../../electron/features/alerts/evaluate/kinds.ts";
import { randomUUID } from "node:crypto";
import type { Alert, AlertRule, Watch } from "../../../../../../shared/features/alerts/alerts.ts";
import { NO_LIMITS, type OutLimits } from "../../../../../../shared/features/custody/out-limits.ts";
import type { Thresholds } from "../../../../../../shared/inventory/stock.ts";
import {
  type EvaluatedRule,
  type RuleOutcome,
  type WatchedView,
} from "../../../../../../electron/features/alerts/evaluate/alert-rules.ts";
import {
  CHANGE_ALERTS,
  EVALUATE_RULE,
  FINISH_EVALUATION,
  READ_ALERTS,
  SAVE_ALERTS,
} from "../../../../../../electron/features/alerts/evaluate/alert-tasks.ts";
import type { AlertAction } from "../../../../../../electron/features/alerts/evaluate/alert-writer.ts";
import { compute, openStore, type TestStore } from "../../../store/support.ts";

export const NOW = Date.parse("2026-06-15T12:00:00Z");
// The rig's pages are dated 1970.
const RETENTION = { days: 100_000, changes: 200_000 };

/** A rule. By default, its view is of items. */
export function rule(
  watch: Watch,
  view: Partial<WatchedView> | null = null,
  own: Partial<AlertRule> = {},
): EvaluatedRule {
  const whole = { name: "A view", resource: "items", query: { version: 1 }, ...view } as const;
  return {
    rule: { id: randomUUID(), name: "A rule", paused: false, watch, afterRefreshes: 1, notify: true, ...own },
    view: view && whole,
    signature: JSON.stringify([watch, view]),
  };
}

type Outcomes = readonly RuleOutcome[];

export interface AlertRig {
  readonly store: TestStore;
  readonly rules: EvaluatedRule[];
  limits: OutLimits;
  thresholds: Thresholds;
  now: number;
  missed: boolean;
  /** Stores items as a finished pass, counts the stock, and evaluates the rules. */
  pass(items: readonly unknown[], mode?: "full" | "incremental", retention?: typeof RETENTION): Outcomes;
  evaluate(): Outcomes;
  act(action: AlertAction, ids?: readonly number[]): void;
  /** Each active alert as "subject state"; an alert that counts rows is "= n". */
  active(): string[];
  alerts(filter?: "active" | "all"): readonly Alert[];
  /** The subjects that fired. */
  fired(outcomes: Outcomes): string[];
}

export async function alertRig(...rules: EvaluatedRule[]): Promise<AlertRig> {
  const store = await openStore();
  const finish = { everything: false, facts: { firstPullComplete: true, mark: "2026-06-01T00:00:00Z" } };
  const ids = (): string[] => rig.rules.map(({ rule: { id } }) => id);
  let pass = 0;
  const rig: AlertRig = {
    store,
    rules: [...rules],
    limits: NO_LIMITS,
    thresholds: {},
    now: NOW,
    missed: false,
    pass: (items, mode = "incremental", retention = RETENTION) => {
      pass = store.writer.beginPass().pass;
      store.writer.beginListing("items", pass);
      store.page("items", items, { finish });
      const log = { number: pass, mode, startedAt: rig.now, endedAt: rig.now, error: null, message: null };
      const sizes = { requests: 1, restarts: 0, seen: 0, written: 0, quarantined: 0, changes: 0 };
      store.writer.logPass({ ...log, ...sizes, requestId: null, mark: null }, true, rig.now);
      while (store.writer.prune(retention, rig.now));
      // This reads the index of a long table at once.
      store.reader.count("items", { version: 1 }, rig.now);
      compute(store, "stock", rig.now, { "low-stock": new Map(Object.entries(rig.thresholds)) });
      return rig.evaluate();
    },
    evaluate: () => {
      const { limits, now, missed } = rig;
      const outcomes = rig.rules.filter(isAboutRows).flatMap((evaluated) => {
        const outcome = store.read(EVALUATE_RULE, {
          rule: evaluated,
          moment: { limits, now, at: now, missed },
        });
        if (outcome) store.write(SAVE_ALERTS, outcome);
        return outcome ?? [];
      });
      const watching = rig.rules.flatMap(({ rule: { id, paused } }) => (paused ? [] : [id]));
      store.write(FINISH_EVALUATION, { rules: ids(), own: ids(), watching, now });
      return outcomes;
    },
    act: (action, which) =>
      void store.write(CHANGE_ALERTS, { ids: which ?? null, action, rules: ids(), now: rig.now }),
    alerts: (filter = "active") =>
      store.read(READ_ALERTS, { filter, offset: 0, limit: 500, rules: ids() }).alerts,
    active: () =>
      rig
        .alerts()
        .map(({ detail, subjectId, state }) =>
          detail.kind === "count" ? `= ${detail.count}` : `${subjectId} ${state}`,
        )
        .toSorted(),
    fired: (outcomes) => outcomes.flatMap(({ fired }) => fired.map(({ id }) => id)).toSorted(),
  };
  return rig;
}
