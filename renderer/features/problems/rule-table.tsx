import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { PROBLEM_RULES, type ProblemRule } from "../../../shared/features/problems/problems.ts";
import type { ProblemMute } from "../../../shared/features/problems/problem-mutes.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { isUnitless } from "../../../shared/inventory/units.ts";
import { EVERYTHING } from "../../../shared/query/query.ts";
import { compileFilter } from "../../../shared/query/views/compile-view.ts";
import { formatCount, formatDay } from "../../base/format.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { breakdownQuery } from "../../table/figures/figure-queries.ts";
import { RESOURCE_LABELS } from "../../table/labels/messages.ts";
import { useUnits } from "../../table/units/unit-queries.ts";
import { QuietButton } from "../../ui/buttons.tsx";
import { DataTable, ExpandButton } from "../../ui/data-table.tsx";
import {
  CONFIRM_UNITS,
  HEADINGS,
  MUTE,
  mutedBecause,
  muteRule,
  RULE_TEXTS,
  ruleTitle,
  showRows,
  tableLabel,
  UNITS_FIRST,
  unmuteRule,
} from "./messages.ts";
import type { MuteRequest } from "./mute-dialog.tsx";
import { ProblemRows } from "./problem-rows.tsx";
import { ruleFilter } from "./rules.ts";
import classes from "./data-problems.module.css";

interface RuleTableProps {
  readonly resource: Resource;
  readonly mutes: readonly ProblemMute[];
  readonly onMute: (request: MuteRequest) => void;
  readonly onUnmute: (mute: ProblemMute) => void;
}

/** The rules of a resource, with how many rows break each; each opens to the first of them. */
export function RuleTable({ resource, mutes, onMute, onUnmute }: RuleTableProps) {
  const rules: readonly ProblemRule[] = PROBLEM_RULES[resource];
  const parts = rules.map((rule) => compileFilter(ruleFilter(rule)));
  const copy = useConnectionApi();
  const { data, error } = useQuery(
    breakdownQuery(copy, resource, EVERYTHING, { by: null, parts, fields: [] }),
  );
  const counts = data?.groups[0]?.parts.map(({ rows }) => rows);
  const hasUnits = !isUnitless(useUnits());
  const rows = rules.map((rule, at): RuleRow => ({
    rule,
    count: counts?.[at] ?? null,
    mute: mutes.find((mute) => mute.rule === rule && mute.id === null) ?? null,
  }));
  return (
    <section>
      <h2 className={classes.heading}>{RESOURCE_LABELS[resource].title}</h2>
      {error && <p role="alert">{error.message}</p>}
      <DataTable
        label={tableLabel(resource)}
        rows={rows}
        keyOf={({ rule }) => rule}
        isInset
        renderExpanded={(row) =>
          hasRows(row)
            ? {
                label: showRows(row.rule, row.count),
                content: (
                  <ProblemRows resource={resource} rule={row.rule} count={row.count} onMute={onMute} />
                ),
              }
            : null
        }
        columns={[
          {
            key: "rule",
            heading: HEADINGS.rule,
            renderCell: (row, expander) => (
              <>
                {hasRows(row) ? (
                  <ExpandButton expander={expander}>
                    <span className={classes.found}>{ruleTitle(row.rule)}</span>
                  </ExpandButton>
                ) : (
                  <span className={classes.title}>{ruleTitle(row.rule)}</span>
                )}
                <span className={classes.text}>
                  {row.mute
                    ? mutedBecause(row.mute.reason, formatDay(row.mute.mutedAt))
                    : RULE_TEXTS[row.rule]}
                </span>
              </>
            ),
          },
          {
            key: "count",
            heading: HEADINGS.count,
            isNumber: true,
            width: 260,
            renderCell: (row) => {
              if (row.mute) return MUTE.muted;
              if (row.rule === "weight disagrees with length" && !hasUnits) return <UnitsFirst />;
              const count = row.count === null ? "" : formatCount(row.count);
              return hasRows(row) ? <span className={classes.found}>{count}</span> : count;
            },
          },
          {
            key: "actions",
            heading: HEADINGS.actions,
            isNumber: true,
            width: 100,
            renderCell: ({ rule, mute }) =>
              mute ? (
                <QuietButton aria-label={unmuteRule(rule)} onClick={() => onUnmute(mute)}>
                  {MUTE.unmute}
                </QuietButton>
              ) : (
                <QuietButton
                  aria-label={muteRule(rule)}
                  onClick={() => onMute({ resource, rule, record: null })}
                >
                  {MUTE.action}
                </QuietButton>
              ),
          },
        ]}
      />
    </section>
  );
}

interface RuleRow {
  readonly rule: ProblemRule;
  /** Null while it is being counted. */
  readonly count: number | null;
  /** The mute of the rule for all records; null if it is not muted. */
  readonly mute: ProblemMute | null;
}

function hasRows(row: RuleRow): row is RuleRow & { readonly count: number } {
  return row.count !== null && row.count > 0 && row.mute === null;
}

function UnitsFirst() {
  return (
    <>
      <span className="sd-note">{UNITS_FIRST}</span>{" "}
      <Anchor inherit renderRoot={(props) => <Link {...props} to="/units" />}>
        {CONFIRM_UNITS}
      </Anchor>
    </>
  );
}
