import { SegmentedControl } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { ActivityCounts, ActivityStep } from "../../../shared/features/history/history.ts";
import type { ChangeType } from "../../../shared/inventory/change-types.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { useEarlyQuery } from "../../host/use-early-query.ts";
import { changeLabel } from "../../inventory/changes/messages.ts";
import { activityQuery } from "../../inventory/figures/figure-queries.ts";
import { counted } from "../../inventory/figures/measures.ts";
import type { Column, Series } from "../../ui/chart/chart-data.ts";
import { chartTable } from "../../ui/chart/chart-table.ts";
import { ColumnChart } from "../../ui/chart/column-chart.tsx";
import { Card } from "../../inventory/report/card.tsx";
import { useCardTable } from "../../inventory/report/card-tables.ts";
import { ACTIVITY_SERIES, activityDescription, CARD_TITLES, STEP } from "./messages.ts";
import { formatClock, formatDayOfYear } from "../../base/format-calendar.ts";

/** The number of hours or days that the chart shows. */
const SPANS: Readonly<Record<ActivityStep, number>> = { hour: 24, day: 30 };

const KINDS: readonly (Series & { readonly types: readonly ChangeType[] })[] = [
  {
    key: "checkedOut",
    label: ACTIVITY_SERIES.checkedOut,
    tone: "warn",
    types: ["inventory.item.checked_out"],
  },
  { key: "returned", label: ACTIVITY_SERIES.returned, tone: "good", types: ["inventory.item.returned"] },
  {
    key: "transferred",
    label: ACTIVITY_SERIES.transferred,
    tone: "accent",
    types: ["inventory.item.transferred"],
  },
  {
    key: "edited",
    label: ACTIVITY_SERIES.edited,
    tone: "quiet",
    types: [
      "inventory.item.updated",
      "inventory.item.created",
      "inventory.item.archived",
      "stockdeck.item.no_longer_returned",
      "stockdeck.item.returned_again",
    ],
  },
];

const TIMES: Readonly<Record<ActivityStep, (at: Date) => string>> = {
  hour: formatClock,
  day: formatDayOfYear,
};

/**
 * The card of observed changes by hour or day. A click on a column opens its changes in Activity; a span without an
 * observation is a gap.
 */
export function ActivityCard() {
  const [step, setStep] = useState<ActivityStep>("day");
  const navigate = useNavigate();
  const { data, error } = useEarlyQuery(activityQuery(useConnectionApi(), step, SPANS[step]));
  const columns = useMemo(() => data && activityColumns(data, step), [data, step]);
  const table = useMemo(
    () => (columns ? chartTable({ heading: STEP[step], series: KINDS, columns }) : null),
    [columns, step],
  );
  useCardTable("activity", table);
  const open = (from: string, series: string | null): void => {
    const span = data?.find((other) => other.from === from);
    const kinds = KINDS.filter(({ key }) => series === null || key === series);
    const labels = [...new Set(kinds.flatMap(({ types }) => types.map(changeLabel)))];
    if (span)
      void navigate({ to: "/activity", search: { from, until: span.until, kinds: labels.join(",") } });
  };
  return (
    <Card
      title={CARD_TITLES.activity}
      error={error}
      controls={
        <SegmentedControl
          size="xs"
          aria-label={STEP.label}
          value={step}
          onChange={setStep}
          data={(["hour", "day"] as const).map((value) => ({ value, label: STEP[value] }))}
        />
      }
    >
      <ColumnChart
        name={CARD_TITLES.activity}
        heading={STEP[step]}
        description={describe(data ?? [])}
        series={KINDS}
        columns={columns ?? null}
        onOpen={open}
      />
    </Card>
  );
}

/** Makes a column for each span; a span without an observation becomes a gap. */
export function activityColumns(counts: ActivityCounts, step: ActivityStep): readonly Column[] {
  return counts.map(({ from, observed, counts: byType }) => {
    const parts = KINDS.map(({ key, types }) => ({
      series: key,
      ...counted(types.reduce((sum, type) => sum + (byType[type] ?? 0), 0)),
    }));
    const total = counted(parts.reduce((sum, { value }) => sum + value, 0)).text;
    return {
      key: from,
      label: TIMES[step](new Date(from)),
      parts: observed ? parts : null,
      total: observed ? total : "",
    };
  });
}

function describe(counts: ActivityCounts): string {
  const changes = counts.flatMap(({ counts: byType }) => Object.values(byType));
  return activityDescription(
    changes.reduce((sum, count) => sum + count, 0),
    counts.filter(({ observed }) => !observed).length,
  );
}
