import type { AlertRule } from "../../../shared/features/alerts/alerts.ts";
import type { ErrorKind } from "../../../shared/base/error-kinds.ts";
import type { SyncStatus } from "../../../shared/inventory/status.ts";
import type { WholeCondition } from "./evaluate/alert-writer.ts";

/** The state that decides the conditions. */
interface Whole {
  readonly profileId: string;
  readonly status: Pick<SyncStatus, "lastPassAt" | "collector" | "clockSkewMs" | "pass" | "state">;
  readonly keyError: ErrorKind | null;
  readonly unsent: number | null;
}

interface Known {
  readonly holds: boolean;
  /** The details that the alert shows, as JSON. */
  readonly detail: string;
  /** The end of a snooze; ms since the epoch. */
  readonly until: number | null;
}

const HOUR = 3_600_000;

/** The conditions that depend on no row, with their last state. An unchanged condition is not written again. */
export class WholeConditions {
  readonly #known = new Map<string, Known>();

  /** Forgets the known states, so that the next call checks every condition. */
  forget(): void {
    this.#known.clear();
  }

  /** The conditions that begin, change or end now, or whose snooze has ended. */
  changed(rules: readonly AlertRule[], whole: Whole, now: number): readonly WholeCondition[] {
    return rules.flatMap((rule): WholeCondition[] => {
      const found = rule.paused ? null : conditionOf(rule, whole, now);
      const known = this.#known.get(keyOf(whole.profileId, rule.id));
      if (!found) return [];
      const isWoken = found.holds && known?.until != null && known.until <= now;
      const isSame =
        known?.holds === found.holds && (!found.holds || known.detail === JSON.stringify(found.detail));
      return isSame && !isWoken ? [] : [found];
    });
  }

  /** Remembers the written conditions. @param snoozed the end of each rule's snooze; ms since the epoch. */
  learn(
    profileId: string,
    conditions: readonly WholeCondition[],
    snoozed: Readonly<Record<string, number>>,
  ): void {
    for (const { ruleId, holds, detail } of conditions) {
      const until = snoozed[ruleId] ?? null;
      this.#known.set(keyOf(profileId, ruleId), { holds, detail: JSON.stringify(detail), until });
    }
  }
}

/** The condition of a rule; null for a rule about rows, and while the condition is unknown. */
function conditionOf(
  rule: AlertRule,
  { status, keyError, unsent }: Whole,
  now: number,
): WholeCondition | null {
  const { id: ruleId, name: ruleName, watch } = rule;
  if (watch.kind === "key") {
    const detail = { kind: "key", error: keyError ?? "unauthorized" } as const;
    return { ruleId, ruleName, kind: "key", holds: keyError !== null, detail };
  }
  if (watch.kind === "mail") {
    if (unsent === null) return null;
    return { ruleId, ruleName, kind: "mail", holds: unsent > 0, detail: { kind: "mail", unsent } };
  }
  // A running refresh may be about to end the condition.
  if (watch.kind !== "stale" || status.pass !== null || status.state === "asleep") return null;
  const fresh = freshAt(status);
  const holds = fresh !== null && now - fresh.at > watch.hours * HOUR;
  return { ruleId, ruleName, kind: "stale", holds, detail: { kind: "stale", since: fresh?.since ?? null } };
}

/**
 * When the copy was last like the service: as shown, and in ms since the epoch by the local clock. A collector may be in
 * reach, and have lost the service itself.
 */
function freshAt({ lastPassAt, collector, clockSkewMs }: Whole["status"]): Fresh | null {
  if (lastPassAt === null) return null;
  const passed = { since: lastPassAt, at: Date.parse(lastPassAt) };
  const since = collector?.completeAsOf ?? null;
  if (since === null) return passed;
  // This time is the service's. Only the collector's clock is known here, so the rule needs both readings to be old.
  const complete = Date.parse(since);
  const at = Math.max(complete, complete - (clockSkewMs ?? 0));
  return at < passed.at ? { since, at } : passed;
}

interface Fresh {
  readonly since: string;
  readonly at: number;
}

const keyOf = (profileId: string, ruleId: string): string => `${profileId} ${ruleId}`;
