import { Group, Switch } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconEye, IconPlayerPause, IconUsers } from "@tabler/icons-react";
import { useConnectionApi } from "../../../host/host-context.ts";
import { useTeam } from "../../../host/team.ts";
import type { ListedRule } from "../alert-queries.ts";
import type { RuleNames } from "../../../../shared/features/alerts/alert-kind.ts";
import { watchSentence } from "../../../../shared/features/alerts/alert-words.ts";
import { ruleDialog } from "../table-extension.tsx";
import { useRuleNames } from "../use-rule-names.ts";
import { PlainButton } from "../../../ui/buttons.tsx";
import { EmptyMessage } from "../../../ui/empty-message.tsx";
import { notifyUndo, succeeds } from "../../../ui/notify.tsx";
import { actionLabel, activeCount, copyName, EMPTY, RULE_STATUS, RULES } from "./messages.ts";
import classes from "./alerts.module.css";

/** The list of rules, the oldest first. */
export function RuleList({ rules }: { readonly rules: readonly ListedRule[] }) {
  const names = useRuleNames(rules.map(({ rule }) => rule.watch));
  if (rules.length === 0)
    return (
      <div className={classes.list}>
        <EmptyMessage>
          <h2>{EMPTY.noRules.title}</h2>
          <p>{EMPTY.noRules.text}</p>
        </EmptyMessage>
      </div>
    );
  return (
    <ul className="sd-list" aria-label={RULES.label}>
      {rules.map((listed) => (
        <RuleEntry key={listed.rule.id} listed={listed} names={names} />
      ))}
    </ul>
  );
}

const ICONS: Readonly<Record<ListedRule["status"], typeof IconEye>> = {
  active: IconEye,
  paused: IconPlayerPause,
  suspended: IconAlertTriangle,
  noView: IconAlertTriangle,
};

interface RuleEntryProps {
  readonly listed: ListedRule;
  readonly names: RuleNames;
}

/** One rule: its condition, its state and its actions. */
function RuleEntry({ listed, names }: RuleEntryProps) {
  const { rule, status, active, isTeams } = listed;
  const { name, watch, afterRefreshes, notify } = rule;
  const sentence = watchSentence(watch, names);
  const Icon = ICONS[status];
  const details = [
    ...(sentence === name ? [] : [sentence]),
    ...(afterRefreshes > 1 ? [RULES.after({ refreshes: afterRefreshes })] : []),
    ...(notify ? [] : [RULES.noNotification]),
  ];
  return (
    <li className={classes.ruleEntry} aria-label={name}>
      <div className="sd-wrap">
        <strong>{name}</strong>
        {details.length > 0 && <p className="sd-note">{details.join(", ")}</p>}
        <p className={classes.ruleState}>
          {isTeams && (
            <span className={classes.mark}>
              <IconUsers size={14} aria-hidden />
              <span>{RULES.team}</span>
            </span>
          )}
          <span className={classes.mark} data-status={status}>
            <Icon size={14} aria-hidden />
            <span>{RULE_STATUS[status]}</span>
          </span>
          <span className="sd-num">{activeCount(active)}</span>
        </p>
      </div>
      {isTeams ? <TeamActions rule={rule} /> : <OwnActions rule={rule} />}
    </li>
  );
}

interface RuleActionsProps {
  readonly rule: ListedRule["rule"];
}

function OwnActions({ rule }: RuleActionsProps) {
  const { host, connectionId } = useConnectionApi();
  const mayShare = useTeam()?.state?.right === "annotate";
  const { id, name, paused } = rule;
  const remove = async (): Promise<void> => {
    if (!(await succeeds(host.deleteAlertRule({ connectionId, id })))) return;
    notifyUndo(RULES.deleted({ name }), () => void succeeds(host.restoreAlertRule({ connectionId, id })));
  };
  const share = async (): Promise<void> => {
    if (await succeeds(host.shareAlertRule({ connectionId, id })))
      notifications.show({ message: RULES.shared({ name }) });
  };
  return (
    <Group gap={8} wrap="nowrap">
      <Switch
        size="xs"
        label={RULES.pause}
        aria-label={RULES.pauseLabel({ name })}
        checked={paused}
        onChange={(event) =>
          void succeeds(
            host.saveAlertRule({ connectionId, rule: { ...rule, paused: event.currentTarget.checked } }),
          )
        }
      />
      {mayShare && (
        <PlainButton aria-label={actionLabel(RULES.share, name)} onClick={() => void share()}>
          {RULES.share}
        </PlainButton>
      )}
      <PlainButton aria-label={actionLabel(RULES.edit, name)} onClick={() => ruleDialog.open({ rule })}>
        {RULES.edit}
      </PlainButton>
      <PlainButton aria-label={actionLabel(RULES.delete, name)} onClick={() => void remove()}>
        {RULES.delete}
      </PlainButton>
    </Group>
  );
}

/**
 * The actions for a rule of the team, which is locked: users change a copy, or delete the rule for all workstations.
 */
function TeamActions({ rule: { id, ...rule } }: RuleActionsProps) {
  const { host, connectionId } = useConnectionApi();
  const mayDelete = useTeam()?.state?.right === "annotate";
  const { name } = rule;
  const duplicate = (): void =>
    void succeeds(host.saveAlertRule({ connectionId, rule: { ...rule, name: copyName(name) } }));
  const remove = async (): Promise<void> => {
    if (await succeeds(host.deleteTeamRule({ connectionId, id })))
      notifications.show({ message: RULES.deletedForAll({ name }) });
  };
  return (
    <Group gap={8} wrap="nowrap">
      <PlainButton aria-label={actionLabel(RULES.duplicate, name)} onClick={duplicate}>
        {RULES.duplicate}
      </PlainButton>
      {mayDelete && (
        <PlainButton aria-label={actionLabel(RULES.deleteForAll, name)} onClick={() => void remove()}>
          {RULES.deleteForAll}
        </PlainButton>
      )}
    </Group>
  );
}
