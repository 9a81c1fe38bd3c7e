import { useNavigate } from "@tanstack/react-router";
import { assertNever } from "../../../../shared/base/errors.ts";
import { kindOf } from "../../../../shared/features/alerts/alert-words.ts";
import type { Alert } from "../../../../shared/features/alerts/alerts.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import { BUILT_IN_VIEWS, type NamedView } from "../../../../shared/query/views/built-in-views.ts";
import { useConnectionId } from "../../../host/host-context.ts";
import { useAlertRules } from "../alert-queries.ts";
import { useUsualLimits } from "../../custody/public.ts";
import { lateFilter } from "../../../../shared/features/custody/late-filter.ts";
import { useShowItems } from "../../../table/navigation/use-show-items.ts";
import { useChooseView, asNamedView, useSavedViews } from "../../../table/views/use-views.ts";
import { INBOX } from "./messages.ts";

/** The link from an alert to its rows: its label and its action. */
export interface RowsOfAlert {
  readonly label: string;
  readonly open: () => void;
}

/** Returns the link to an alert's record, or to the rows of its view; null if the alert has neither. */
export function useOpenRows(): (alert: Alert) => RowsOfAlert | null {
  const navigate = useNavigate();
  const connection = useConnectionId();
  const showItems = useShowItems();
  const choose = useChooseView();
  const views = useSavedViews();
  const { rules } = useAlertRules();
  const { limits } = useUsualLimits();
  const ofView = (resource: Resource, view: NamedView | undefined): RowsOfAlert | null => {
    if (!view) return null;
    const open = (): void => {
      choose(resource, view);
      void navigate({ to: `/${resource}`, search: {} });
    };
    return { label: INBOX.openRows, open };
  };
  return ({ ruleId, kind, resource, subjectId }) => {
    if (resource !== null && subjectId !== "") {
      const search = { record: subjectId, connection };
      return { label: INBOX.openRecord, open: () => void navigate({ to: `/${resource}`, search }) };
    }
    const { opens } = kindOf(kind);
    switch (opens) {
      case "lowTypes":
        return ofView(
          "types",
          BUILT_IN_VIEWS.types.find(({ id }) => id === "low_stock"),
        );
      case "lateItems": {
        const late = lateFilter(limits);
        return late && { label: INBOX.openRows, open: () => showItems([late]) };
      }
      case "view": {
        const watch = rules.find(({ rule }) => rule.id === ruleId)?.rule.watch;
        const saved = watch && "viewId" in watch && views.find(({ id }) => id === watch.viewId);
        return saved ? ofView(saved.resource, asNamedView(saved)) : null;
      }
      case "nothing":
        return null;
      default:
        return assertNever(opens, "unknown rows of a kind of rule");
    }
  };
}
