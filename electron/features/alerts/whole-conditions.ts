import type { AlertRule } from "../../../shared/features/alerts/alerts.ts";
import type { WholeCondition } from "./evaluate/alert-writer.ts";
import { copyCondition, type CopyState } from "./evaluate/kinds.ts";

interface Known {
  readonly holds: boolean;
  /** The details that the alert shows, as JSON. */
  readonly detail: string;
  /** The end of the snooze; ms since the epoch. */
  readonly until: number | null;
}

/**
 * The conditions that do not depend on rows, with their last states. A condition that did not change is not written
 * again.
 */
export class WholeConditions {
  readonly #known = new Map<string, Known>();

  /** Forgets the known states, so that the next call checks every condition. */
  forget(): void {
    this.#known.clear();
  }

  /** The conditions that begin, change or end now, or whose snooze has ended. */
  changed(rules: readonly AlertRule[], whole: CopyState, now: number): readonly WholeCondition[] {
    return rules.flatMap((rule): WholeCondition[] => {
      const { id: ruleId, name: ruleName, watch, paused } = rule;
      const found = paused ? null : copyCondition(watch, whole, now);
      const known = this.#known.get(keyOf(whole.connectionId, ruleId));
      if (!found) return [];
      const isWoken = found.holds && known?.until != null && known.until <= now;
      const isSame =
        known?.holds === found.holds && (!found.holds || known.detail === JSON.stringify(found.detail));
      return isSame && !isWoken ? [] : [{ ruleId, ruleName, kind: watch.kind, ...found }];
    });
  }

  /** Remembers the written conditions. @param snoozed the end of each rule's snooze; ms since the epoch. */
  learn(
    connectionId: string,
    conditions: readonly WholeCondition[],
    snoozed: Readonly<Record<string, number>>,
  ): void {
    for (const { ruleId, holds, detail } of conditions) {
      const until = snoozed[ruleId] ?? null;
      this.#known.set(keyOf(connectionId, ruleId), { holds, detail: JSON.stringify(detail), until });
    }
  }
}

const keyOf = (connectionId: string, ruleId: string): string => `${connectionId} ${ruleId}`;
