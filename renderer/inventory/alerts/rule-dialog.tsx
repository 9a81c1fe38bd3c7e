import { Checkbox, Select, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { MAX_RULE_NAME } from "../../../shared/domain/alert-schema.ts";
import { MAX_AFTER_REFRESHES, WATCH_KINDS } from "../../../shared/domain/alerts.ts";
import { useLocalCopy } from "../../host/host-context.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { succeeds } from "../../ui/notify.tsx";
import { KIND_LABELS, RULE, ruleSaved } from "./messages.ts";
import { draftOf, ruleOf } from "./rule-draft.ts";
import type { RuleRequest } from "./rule-requests.ts";
import { WatchFields } from "./watch-fields.tsx";

interface RuleDialogProps {
  readonly request: RuleRequest;
  readonly onClose: () => void;
}

/** Makes an alert rule, or changes one. */
export function RuleDialog({ request, onClose }: RuleDialogProps) {
  const { host, profileId } = useLocalCopy();
  const [draft, setDraft] = useState(() => draftOf(request));
  const before = "rule" in request ? request.rule : null;
  const rule = ruleOf(draft, before?.paused ?? false);
  const kinds = WATCH_KINDS.filter((kind) => kind !== "record" || draft.record !== null);
  const happensAtOnce = draft.kind === "record" || (draft.kind === "view" && draft.event === "leaves");
  const save = async (): Promise<void> => {
    if (!rule) return;
    const saved = { ...rule, ...(before && { id: before.id }) };
    if (!(await succeeds(host.saveAlertRule({ profileId, rule: saved })))) return;
    notifications.show({ message: ruleSaved(rule.name) });
    onClose();
  };
  return (
    <Dialog title={before ? RULE.editTitle : RULE.newTitle} closeLabel="Cancel" onClose={onClose}>
      <form
        className="sd-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextInput
          label={RULE.name}
          maxLength={MAX_RULE_NAME}
          data-autofocus
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
        <Select
          label={RULE.watch}
          allowDeselect={false}
          value={draft.kind}
          onChange={(kind) => kind && setDraft({ ...draft, kind })}
          data={kinds.map((value) => ({ value, label: KIND_LABELS[value] }))}
        />
        <WatchFields draft={draft} onChange={setDraft} />
        {!happensAtOnce && (
          <NumberField
            label={RULE.after}
            description={RULE.afterHint}
            w={240}
            min={1}
            max={MAX_AFTER_REFRESHES}
            allowDecimal={false}
            value={draft.afterRefreshes}
            onChange={(afterRefreshes) => setDraft({ ...draft, afterRefreshes })}
          />
        )}
        <Checkbox
          label={RULE.notify}
          description={RULE.notifyHint}
          checked={draft.notify}
          onChange={(event) => setDraft({ ...draft, notify: event.currentTarget.checked })}
        />
        <FormButtons>
          <PlainButton onClick={onClose}>{RULE.cancel}</PlainButton>
          <PlainButton type="submit" variant="filled" disabled={rule === null}>
            {RULE.save}
          </PlainButton>
        </FormButtons>
      </form>
    </Dialog>
  );
}
