import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useLocalCopy } from "../../host/host-context.ts";
import { alertRulesQuery } from "../../inventory/alerts/alert-queries.ts";
import { readAlertsSearch } from "./alerts-search.ts";
import { Inbox } from "./inbox.tsx";
import { INTRO, PARTS, SUSPENDED, TITLE } from "./messages.ts";
import { RuleList } from "./rule-list.tsx";
import classes from "./alerts.module.css";

const route = getRouteApi("/alerts");

/** The inbox of alerts, and their rules. */
export function AlertsScreen() {
  const navigate = route.useNavigate();
  // The router also passes parameters that the reader ignored.
  const { part = "inbox" } = readAlertsSearch({ ...route.useSearch() });
  const { data: rules } = useQuery(alertRulesQuery(useLocalCopy()));
  const isSuspended = rules?.some(({ status }) => status === "suspended") ?? false;
  return (
    <div className={`sd-page ${classes.page}`}>
      <h1 className="sd-title" tabIndex={-1}>
        {TITLE}
      </h1>
      <p className="sd-note">{INTRO}</p>
      {isSuspended && (
        <p className={classes.suspended} role="status">
          {SUSPENDED}
        </p>
      )}
      <SegmentedControl
        size="xs"
        aria-label={PARTS.label}
        className={classes.parts}
        value={part}
        onChange={(wanted) =>
          void navigate({ search: wanted === "rules" ? { part: "rules" } : {}, replace: true })
        }
        data={[
          { value: "inbox", label: PARTS.inbox },
          { value: "rules", label: PARTS.rules },
        ]}
      />
      {part === "inbox" ? <Inbox /> : rules && <RuleList rules={rules} />}
    </div>
  );
}
