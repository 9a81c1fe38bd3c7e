import { Anchor, UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { PROBLEM_RULES, type ProblemRule } from "../../../shared/features/problems/problems.ts";
import type { ProblemMute } from "../../../shared/features/problems/problem-mutes.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { isUnitless } from "../../../shared/inventory/units.ts";
import { EVERYTHING } from "../../../shared/query/query.ts";
import { compileFilter } from "../../../shared/query/views/compile-view.ts";
import { formatCount, formatDay } from "../../base/format.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { breakdownQuery } from "../../table/figures/figure-queries.ts";
import { RESOURCE_LABELS } from "../../table/labels/labels.ts";
import { useUnits } from "../../table/units/unit-queries.ts";
import { QuietButton } from "../../ui/buttons.tsx";
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
  return (
    <section>
      <h2 className={classes.heading}>{RESOURCE_LABELS[resource].title}</h2>
      {error && <p role="alert">{error.message}</p>}
      <table className={classes.rules} aria-label={tableLabel(resource)}>
        <thead>
          <tr>
            <th scope="col">{HEADINGS.rule}</th>
            <th scope="col" data-number>
              {HEADINGS.count}
            </th>
            <th scope="col" data-actions>
              {HEADINGS.actions}
            </th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule, at) => (
            <RuleRow
              key={rule}
              resource={resource}
              rule={rule}
              count={counts?.[at] ?? null}
              mute={mutes.find((mute) => mute.rule === rule && mute.id === null) ?? null}
              onMute={onMute}
              onUnmute={onUnmute}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RuleRowProps extends Omit<RuleTableProps, "mutes"> {
  readonly rule: ProblemRule;
  /** Null while it is being counted. */
  readonly count: number | null;
  /** The mute of the rule for all records; null if it is not muted. */
  readonly mute: ProblemMute | null;
}

function RuleRow({ resource, rule, count, mute, onMute, onUnmute }: RuleRowProps) {
  const id = useId();
  const [wantsOpen, setWantsOpen] = useState(false);
  const needsUnits = isUnitless(useUnits()) && rule === "weight disagrees with length";
  const hasRows = count !== null && count > 0 && mute === null;
  const isOpen = wantsOpen && hasRows;
  return (
    <>
      <tr data-open={isOpen || undefined} data-found={hasRows || undefined}>
        <th scope="row">
          {hasRows ? (
            <UnstyledButton
              className={classes.expand}
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setWantsOpen(!isOpen)}
            >
              <IconChevronRight size={14} aria-hidden />
              {ruleTitle(rule)}
            </UnstyledButton>
          ) : (
            <span className={classes.title}>{ruleTitle(rule)}</span>
          )}
          <span className={classes.text}>
            {mute ? mutedBecause(mute.reason, formatDay(mute.mutedAt)) : RULE_TEXTS[rule]}
          </span>
        </th>
        <td data-number>
          {mute ? MUTE.muted : needsUnits ? <UnitsFirst /> : count === null ? "" : formatCount(count)}
        </td>
        <td data-actions>
          {mute ? (
            <QuietButton aria-label={unmuteRule(rule)} onClick={() => onUnmute(mute)}>
              {MUTE.unmute}
            </QuietButton>
          ) : (
            <QuietButton aria-label={muteRule(rule)} onClick={() => onMute({ resource, rule, record: null })}>
              {MUTE.action}
            </QuietButton>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr id={id} className={classes.opened} aria-label={showRows(rule, count)}>
          <td colSpan={3}>
            <ProblemRows resource={resource} rule={rule} count={count} onMute={onMute} />
          </td>
        </tr>
      )}
    </>
  );
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
