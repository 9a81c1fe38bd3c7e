import { Button, Checkbox, Select, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import {
  MAX_AFTER_REFRESHES,
  MAX_RULE_NAME,
  type AlertRule,
} from "../../../shared/features/alerts/alerts.ts";
import { useHostServices, useConnectionId } from "../../host/host-context.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { Dialog, type DialogProps } from "../../ui/dialog.tsx";
import { NumberField } from "../../ui/fields.tsx";
import { succeeds } from "../../ui/notify.tsx";
import { useAlertSettings } from "./alert-queries.ts";
import { ALERT_KINDS, WATCH_KINDS } from "../../../shared/features/alerts/alert-kinds.ts";
import { watchSentence } from "../../../shared/features/alerts/alert-words.ts";
import { RULE_DIALOG, suggestedName } from "./messages.ts";
import {
  draftOf,
  mayWait,
  newDraft,
  problemsOf,
  watchOf,
  type RuleDraft,
  type WatchDraft,
} from "./rule-draft.ts";
import { useRuleNames } from "./use-rule-names.ts";
import { WatchFields } from "./watch-fields.tsx";
import { ACTIONS } from "../../ui/messages.ts";

/** A rule that the user edits, or the condition of a new rule. */
type RuleRequest =
  { readonly rule: AlertRule } | { readonly rule: null; readonly watch: Partial<WatchDraft> };

export function RuleDialog({ request, onClose }: DialogProps<RuleRequest>) {
  const { rule } = request;
  const [draft, setDraft] = useState(() =>
    request.rule === null ? newDraft(request.watch) : draftOf(request.rule),
  );
  const [isTried, setIsTried] = useState(false);
  const watch = watchOf(draft.watch);
  const names = useRuleNames([watch]);
  const problems = problemsOf(draft, names.views);
  const sentence = watch === null || problems.view !== undefined ? "" : watchSentence(watch, names);
  const name = draft.name ?? suggestedName(sentence);
  const save = useSaveRule(rule?.id, onClose);
  const shown = isTried ? problems : onlyTyped(problems, draft);
  const change = (part: Partial<RuleDraft>): void => setDraft((now) => ({ ...now, ...part }));
  const setWatch = (part: Partial<WatchDraft>): void =>
    setDraft((now) => ({ ...now, watch: { ...now.watch, ...part } }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsTried(true);
    if (Object.keys(problems).length > 0 || watch === null) return;
    const afterRefreshes = mayWait(draft.watch) ? (draft.afterRefreshes ?? 1) : 1;
    save.run({
      name: name.trim(),
      paused: rule?.paused ?? false,
      watch,
      afterRefreshes,
      notify: draft.notify,
    });
  };
  // Users create a rule about a record in the record's details, because the dialog cannot choose a record.
  const kinds = WATCH_KINDS.filter(
    (kind) => draft.watch.record !== null || !ALERT_KINDS[kind].form.parts.some((part) => part === "record"),
  );
  return (
    <Dialog title={rule === null ? RULE_DIALOG.add : RULE_DIALOG.edit} closeAs="cancel" onClose={onClose}>
      <form className="sd-form" noValidate onSubmit={submit}>
        <Select
          label={RULE_DIALOG.kind}
          data={kinds.map((value) => ({ value, label: ALERT_KINDS[value].label }))}
          value={draft.watch.kind}
          data-autofocus
          onChange={(kind) => kind !== null && setWatch({ kind })}
        />
        <WatchFields watch={draft.watch} problems={shown} names={names} onChange={setWatch} />
        {mayWait(draft.watch) && (
          <NumberField
            label={RULE_DIALOG.afterRefreshes}
            description={RULE_DIALOG.afterHint}
            value={draft.afterRefreshes}
            min={1}
            max={MAX_AFTER_REFRESHES}
            size="xs"
            error={shown.afterRefreshes}
            onChange={(afterRefreshes) => change({ afterRefreshes })}
          />
        )}
        <TextInput
          label={RULE_DIALOG.name}
          value={name}
          maxLength={MAX_RULE_NAME}
          error={shown.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <NotifyBox checked={draft.notify} onChange={(notify) => change({ notify })} />
        <FormButtons>
          <PlainButton onClick={onClose}>{ACTIONS.cancel}</PlainButton>
          <Button type="submit" loading={save.busy}>
            {rule === null ? RULE_DIALOG.create : RULE_DIALOG.save}
          </Button>
        </FormButtons>
      </form>
    </Dialog>
  );
}

/** Removes the problems of empty fields until the user first tries to save. */
function onlyTyped(
  { name, clearAt, hours, afterRefreshes }: ReturnType<typeof problemsOf>,
  draft: RuleDraft,
): ReturnType<typeof problemsOf> {
  return {
    ...(name !== undefined && draft.name !== "" && { name }),
    ...(clearAt !== undefined && { clearAt }),
    ...(hours !== undefined && { hours }),
    ...(afterRefreshes !== undefined && { afterRefreshes }),
  };
}

function useSaveRule(id: string | undefined, onSaved: () => void) {
  const { host } = useHostServices();
  const connectionId = useConnectionId();
  const [busy, setBusy] = useState(false);
  const run = async (rule: Omit<Parameters<typeof host.saveAlertRule>[0]["rule"], "id">): Promise<void> => {
    setBusy(true);
    const saved = await succeeds(
      host.saveAlertRule({ connectionId, rule: id === undefined ? rule : { ...rule, id } }),
    );
    setBusy(false);
    if (saved) onSaved();
  };
  return { busy, run: (rule: Parameters<typeof run>[0]) => void run(rule) };
}

interface NotifyBoxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** The checkbox for notifications. If notifications cannot be shown, it gives the reason. */
function NotifyBox({ checked, onChange }: NotifyBoxProps) {
  const known = useAlertSettings();
  const hint = !known
    ? undefined
    : !known.available
      ? RULE_DIALOG.notifyHere
      : known.settings.notifications
        ? undefined
        : RULE_DIALOG.notifyOff;
  return (
    <Checkbox
      size="xs"
      label={RULE_DIALOG.notify}
      description={checked ? hint : undefined}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
