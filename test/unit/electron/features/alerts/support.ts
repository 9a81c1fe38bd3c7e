import { openInProcess } from "../../../../helpers/in-process-store.ts";
import { item } from "../../store/support.ts";
import type { InventoryStore } from "../../../../../electron/index/inventory-store.ts";
import type { TeamAlert } from "../../../../../shared/features/alerts/team-alerts.ts";

let stamp = 0;

/** An item's id and weight. */
export type Weighed = readonly [id: string, weight: number];

/** Items with the given weights; each item is newer than all previous items. */
export const pageOf = (items: readonly Weighed[]): Record<string, unknown>[] =>
  items.map(([id, weight]) =>
    item(id, { weight, updatedAt: new Date(Date.parse("2026-06-01") + ++stamp * 1_000).toISOString() }),
  );

/** A copy that passes are written to, without threads. */
export async function openInventoryStoreFor(file: string): Promise<{
  readonly store: InventoryStore;
  refresh(items: readonly unknown[]): Promise<void>;
}> {
  const store = openInProcess(file);
  let sequence = 0;
  const finish = { everything: false, facts: { firstPullComplete: true, mark: "2026-06-01T00:00:00Z" } };
  return {
    store,
    refresh: async (records) => {
      const { writer } = store;
      const { pass } = await writer.beginPass();
      await writer.beginListing("items", pass);
      sequence += 1;
      const fetched = { sequence, at: sequence, servedBy: 1_000_000 + sequence, verified: false };
      await writer.storePages("items", [{ records, requestId: null, fetched }], finish);
      const log = { number: pass, mode: "incremental", startedAt: 0, endedAt: 0, error: null } as const;
      const sizes = { requests: 1, restarts: 0, seen: 0, written: 0, quarantined: 0, changes: 0 };
      const texts = { message: null, requestId: null, mark: null };
      await writer.logPass({ ...log, ...sizes, ...texts }, true, Date.now());
    },
  };
}

export const TEAM_RULE = "6c0e7f0a-6c6e-4f4e-9a53-8f4f0ad0b8f1";

/** A firing alert of a team's rule. */
export const teamAlert = (subject: string, more: Partial<TeamAlert> = {}): TeamAlert => ({
  ruleId: TEAM_RULE,
  subject,
  since: 5,
  firedAt: 5,
  ruleName: "Lost",
  kind: "view",
  resource: "items",
  subjectName: `Item ${subject}`,
  isEvent: false,
  state: "firing",
  snoozedUntil: null,
  resolvedAt: null,
  isRead: false,
  detail: { kind: "changed", fields: {}, presence: null },
  ...more,
});
