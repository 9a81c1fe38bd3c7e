import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Alert } from "../../../shared/domain/alerts.ts";
import { useLocalCopy } from "../../host/host-context.ts";
import { alertRulesQuery } from "../../inventory/alerts/alert-queries.ts";
import { useShowRows } from "../../inventory/navigation/use-show-items.ts";
import { useChooseView } from "../../inventory/views/use-choose-view.ts";
import { asNamedView, useSavedViews } from "../../inventory/views/use-views.ts";
import { lateFilter } from "../../inventory/custody/late-filter.ts";
import { useUsualLimits } from "../../inventory/custody/custody-queries.ts";
import { CHECKED_OUT } from "../../inventory/figures/ages.ts";
import { valueFilter } from "../../inventory/navigation/use-show-items.ts";

/** Opens the rows of an alert and marks it as read; null where it has none. */
export function useOpenAlert(alert: Alert): (() => void) | null {
  const { id, resource, subjectId, ruleId, kind } = alert;
  const copy = useLocalCopy();
  const navigate = useNavigate();
  const show = useShowRows();
  const choose = useChooseView();
  const views = useSavedViews();
  const { limits } = useUsualLimits();
  const { data: rules } = useQuery(alertRulesQuery(copy));
  const watch = rules?.find(({ rule }) => rule.id === ruleId)?.rule.watch;
  const view = watch && "viewId" in watch ? views.find((saved) => saved.id === watch.viewId) : undefined;
  const openRows = (): (() => void) | null => {
    if (resource !== null && subjectId !== "")
      return () =>
        void navigate({ to: `/${resource}`, search: { record: subjectId, profile: copy.profileId } });
    if (view)
      return () => {
        choose(view.resource, asNamedView(view));
        void navigate({ to: `/${view.resource}`, search: {} });
      };
    const late = lateFilter(limits);
    if (kind === "outLonger" && late) return () => show("items", [CHECKED_OUT, late]);
    if (kind === "low") return () => show("types", [valueFilter("stockLevel", "low")]);
    if (kind === "key" || kind === "stale") return () => void navigate({ to: "/diagnostics" });
    return null;
  };
  const open = openRows();
  return (
    open
    && (() => {
      void copy.host.markAlertsRead({ profileId: copy.profileId, ids: [id] });
      open();
    })
  );
}
