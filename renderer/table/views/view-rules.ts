import { type Watch, MAX_SHARED_RULES } from "../../../shared/features/alerts/alerts.ts";
import type { SharedView } from "../../../shared/query/views/views.ts";
import type { ConnectionApi } from "../../host/host-context.ts";
import { succeeds } from "../../ui/notify.tsx";

/** An alert rule that travels with a view. */
export type SharedRule = NonNullable<SharedView["rules"]>[number];

/** The alert rules that watch a view, without its id. */
export async function rulesOfView({ host, profileId }: ConnectionApi, viewId: string): Promise<SharedRule[]> {
  const listed = await host.listAlertRules({ profileId });
  if (!listed.ok) return [];
  return listed.value
    .flatMap(({ rule: { name, afterRefreshes, notify, watch } }) => {
      if (!("viewId" in watch) || watch.viewId !== viewId) return [];
      const { viewId: _id, ...shared } = watch;
      return [{ name, afterRefreshes, notify, watch: shared }];
    })
    .slice(0, MAX_SHARED_RULES);
}

/** Has imported rules watch the view that they came with. */
export async function addRules(
  { host, profileId }: ConnectionApi,
  viewId: string,
  rules: readonly SharedRule[],
): Promise<void> {
  for (const { watch, ...rule } of rules)
    await succeeds(
      host.saveAlertRule({ profileId, rule: { ...rule, paused: false, watch: watchOf(watch, viewId) } }),
    );
}

/** The condition of a shared rule, with the id of its new view. */
export const watchOf = (watch: SharedRule["watch"], viewId: string): Watch => ({ ...watch, viewId });
