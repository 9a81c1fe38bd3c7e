import { Checkbox } from "@mantine/core";
import { type Watch, MAX_SHARED_RULES } from "../../../shared/features/alerts/alerts.ts";
import type { SharedView } from "../../../shared/features/views/view-share.ts";
import type { ConnectionApi } from "../../host/host-context.ts";
import type { ViewPartsChoiceProps } from "../../table/extensions.ts";
import classes from "../../table/view-menu/view-menu.module.css";
import { succeeds } from "../../ui/notify.tsx";
import { watchSentence } from "../../../shared/features/alerts/alert-words.ts";
import { SHARED_RULES } from "./messages.ts";

/** An alert rule that is shared with a view. */
type SharedRule = NonNullable<SharedView["rules"]>[number];

/** Adds the alert rules that watch a view to the shared view. */
export async function attachRules(
  { host, connectionId }: ConnectionApi,
  viewId: string,
  view: SharedView,
): Promise<SharedView> {
  const listed = await host.listAlertRules({ connectionId });
  if (!listed.ok) return view;
  const rules = listed.value
    .flatMap(({ rule: { name, afterRefreshes, notify, watch } }) => {
      if (!("viewId" in watch) || watch.viewId !== viewId) return [];
      const { viewId: _id, ...shared } = watch;
      return [{ name, afterRefreshes, notify, watch: shared }];
    })
    .slice(0, MAX_SHARED_RULES);
  return rules.length === 0 ? view : { ...view, rules };
}

/** Saves the rules of an imported view under the view's new id. */
export async function addRules(
  { host, connectionId }: ConnectionApi,
  viewId: string,
  { rules = [] }: SharedView,
): Promise<void> {
  for (const { watch, ...rule } of rules)
    await succeeds(
      host.saveAlertRule({ connectionId, rule: { ...rule, paused: false, watch: watchOf(watch, viewId) } }),
    );
}

/** Asks the user whether to add the alert rules of an imported view. */
export function RulesChoice({ view, isChosen, onChange }: ViewPartsChoiceProps) {
  const { rules = [] } = view;
  if (rules.length === 0) return null;
  const saved = { ...view, id: "" };
  return (
    <div>
      <Checkbox
        label={SHARED_RULES.add({ rules: rules.length })}
        checked={isChosen}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <ul className={classes.summary} aria-label={SHARED_RULES.label}>
        {rules.map(({ name, watch }) => (
          <li key={name}>
            {SHARED_RULES.line({
              name,
              condition: watchSentence(watchOf(watch, ""), { views: [saved], record: (_resource, id) => id }),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The condition of a shared rule, with the new id of its view. */
const watchOf = (watch: SharedRule["watch"], viewId: string): Watch => ({ ...watch, viewId });
