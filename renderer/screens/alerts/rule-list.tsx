import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { CallOutput } from "../../../shared/contract/contract.ts";
import type { AlertRule } from "../../../shared/domain/alerts.ts";
import { formatCount } from "../../base/format.ts";
import { useLocalCopy } from "../../host/host-context.ts";
import { watchSentence } from "../../inventory/alerts/messages.ts";
import { ruleDialogs } from "../../inventory/alerts/rule-requests.ts";
import { recordQuery } from "../../inventory/query/result-queries.ts";
import { useSavedViews } from "../../inventory/views/use-views.ts";
import { PlainButton, QuietButton } from "../../ui/buttons.tsx";
import { EmptyMessage } from "../../ui/empty-message.tsx";
import { notifyUndo, succeeds } from "../../ui/notify.tsx";
import { deleteRule, editRule, RULE_STATUS_LABELS, ruleDeleted, RULES, switchRule } from "./messages.ts";
import classes from "./alerts.module.css";

type ListedRule = CallOutput<"listAlertRules">[number];

/** The rules: what each watches, how it is doing, and what can be done with it. */
export function RuleList({ rules }: { readonly rules: readonly ListedRule[] }) {
  return (
    <>
      <PlainButton
        size="xs"
        className={classes.add}
        onClick={() => ruleDialogs.emit({ name: "", watch: { kind: "low", typeId: null } })}
      >
        {RULES.add}
      </PlainButton>
      {rules.length === 0 ? (
        <EmptyMessage>
          <h2>{RULES.none}</h2>
          <p>{RULES.noneText}</p>
        </EmptyMessage>
      ) : (
        <table className={classes.rules} aria-label={RULES.table}>
          <thead>
            <tr>
              <th scope="col">{RULES.on}</th>
              <th scope="col">{RULES.name}</th>
              <th scope="col">{RULES.status}</th>
              <th scope="col" data-number>
                {RULES.active}
              </th>
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>
            {rules.map((listed) => (
              <RuleRow key={listed.rule.id} listed={listed} />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function RuleRow({ listed: { rule, status, active } }: { readonly listed: ListedRule }) {
  const { host, profileId } = useLocalCopy();
  const of = { profileId, id: rule.id };
  const remove = async (): Promise<void> => {
    if (await succeeds(host.deleteAlertRule(of)))
      notifyUndo(ruleDeleted(rule.name), () => void succeeds(host.restoreAlertRule(of)));
  };
  return (
    <tr>
      <td>
        <Switch
          size="xs"
          aria-label={switchRule(rule.name)}
          checked={!rule.paused}
          onChange={(event) => {
            const paused = !event.currentTarget.checked;
            void succeeds(host.saveAlertRule({ profileId, rule: { ...rule, paused } }));
          }}
        />
      </td>
      <th scope="row">
        {rule.name}
        <WatchText rule={rule} />
      </th>
      <td>{RULE_STATUS_LABELS[status]}</td>
      <td data-number>{formatCount(active)}</td>
      <td>
        <QuietButton aria-label={editRule(rule.name)} onClick={() => ruleDialogs.emit({ rule })}>
          {RULES.edit}
        </QuietButton>
        <QuietButton aria-label={deleteRule(rule.name)} onClick={() => void remove()}>
          {RULES.delete}
        </QuietButton>
      </td>
    </tr>
  );
}

function WatchText({ rule: { watch } }: { readonly rule: AlertRule }) {
  const copy = useLocalCopy();
  const views = useSavedViews();
  const [resource, id] =
    watch.kind === "record"
      ? [watch.resource, watch.id]
      : (["types", watch.kind === "low" ? watch.typeId : null] as const);
  const { data } = useQuery({ ...recordQuery(copy, resource, id ?? ""), enabled: id !== null });
  const name = data?.row["name"];
  return (
    <span className={classes.reason}>
      {watchSentence(watch, views, (unnamed) => (typeof name === "string" ? name : unnamed))}
    </span>
  );
}
