import { Group, SegmentedControl } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useAlertRules } from "../alert-queries.ts";
import { ruleDialog } from "../table-extension.tsx";
import { PlainButton } from "../../../ui/buttons.tsx";
import { PARTS, readAlertsSearch, searchOf } from "./alerts-search.ts";
import { Inbox } from "./inbox.tsx";
import { PART_LABELS, RULES, SCREEN } from "./messages.ts";
import { RuleList } from "./rule-list.tsx";
import classes from "./alerts.module.css";
import { IconAlertTriangle } from "@tabler/icons-react";
import { formatAge } from "../../../base/format.ts";
import { useLive } from "../../../host/host-context.ts";
import { useNow } from "../../../host/use-now.ts";

const route = getRouteApi("/alerts");

/** The screen with the alert inbox and the rules. */
export function AlertsScreen() {
  const navigate = route.useNavigate();
  // The router also passes parameters that `readAlertsSearch()` ignored.
  const { part = "active" } = readAlertsSearch({ ...route.useSearch() });
  const { rules, isReady } = useAlertRules();
  return (
    <div className={`sd-page ${classes.page}`}>
      <Group justify="space-between" wrap="nowrap">
        <h1 className="sd-title" tabIndex={-1}>
          {SCREEN.title}
        </h1>
        <PlainButton onClick={() => ruleDialog.open({ rule: null, watch: {} })}>{RULES.add}</PlainButton>
      </Group>
      <StateNote />
      <SegmentedControl
        className={classes.parts}
        aria-label={SCREEN.parts}
        value={part}
        data={PARTS.map((value) => ({ value, label: PART_LABELS[value] }))}
        onChange={(wanted) => void navigate({ search: searchOf(wanted), replace: true })}
      />
      {part === "rules" ? (
        isReady && <RuleList rules={rules} />
      ) : (
        <Inbox key={part} filter={part} hasRules={!isReady || rules.length > 0} />
      )}
    </div>
  );
}

/** The reason why no rule is evaluated now; empty while rules are evaluated. */
function StateNote() {
  const { staleAt, lastPassAt, firstPullComplete, state } = useLive(({ status }) => status);
  const now = useNow(10_000);
  const isStale = staleAt !== null && lastPassAt !== null && Date.parse(staleAt) <= now;
  const text = !firstPullComplete
    ? SCREEN.firstPull
    : isStale
      ? SCREEN.suspended({ age: formatAge(lastPassAt, now) })
      : state === "offline"
        ? SCREEN.offline
        : null;
  if (text === null) return null;
  return (
    <p className={classes.state} role="status">
      <IconAlertTriangle size={15} aria-hidden /> {text}
    </p>
  );
}
