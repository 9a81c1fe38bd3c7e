import { Button, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState, type FormEvent } from "react";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { NOT_RESERVED, planSaved, SAVED, suggestedName } from "./messages.ts";
import type { PlanDraft } from "./plan-draft.ts";
import { useSavePlan } from "./saved-plan-queries.ts";
import { ACTIONS } from "../../ui/messages.ts";

interface SaveDialogProps {
  readonly plan: PlanDraft;
  readonly onClose: () => void;
}

/** Asks for the name under which a plan is kept. */
export function SaveDialog({ plan, onClose }: SaveDialogProps) {
  const [name, setName] = useState(() => suggestedName(plan.typeName, plan.cuts));
  const [busy, setBusy] = useState(false);
  const savePlan = useSavePlan();
  const save = async (): Promise<void> => {
    setBusy(true);
    const id = crypto.randomUUID();
    const saved = await savePlan({ ...plan, id, name: name.trim(), madeAt: new Date().toISOString() });
    setBusy(false);
    if (!saved) return;
    notifications.show({ message: planSaved(name.trim()) });
    onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save();
  };
  return (
    <Dialog title={SAVED.dialog} closeAs="cancel" onClose={onClose}>
      <form className="sd-form" onSubmit={submit}>
        <TextInput
          label={SAVED.name}
          value={name}
          maxLength={120}
          data-autofocus
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <p className="sd-note">{NOT_RESERVED}</p>
        <FormButtons>
          <PlainButton onClick={onClose}>{ACTIONS.cancel}</PlainButton>
          <Button type="submit" loading={busy} disabled={name.trim() === ""}>
            {ACTIONS.save}
          </Button>
        </FormButtons>
      </form>
    </Dialog>
  );
}
