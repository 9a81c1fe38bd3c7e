import { TextInput } from "@mantine/core";
import { useState } from "react";
import { clock } from "../../base/clock.ts";
import { MAX_MUTE_REASON } from "../../../shared/features/problems/problem-mutes.ts";
import { muteId, type ProblemRule } from "../../../shared/features/problems/problems.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useSaveRecords } from "../../host/documents.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { succeeds } from "../../ui/notify.tsx";
import { MUTE, RULE_TITLES } from "./messages.ts";

/** A request to mute a rule, for all records or for one record. */
export interface MuteRequest {
  readonly resource: Resource;
  readonly rule: ProblemRule;
  readonly record: { readonly id: string; readonly name: string } | null;
}

interface MuteDialogProps {
  readonly request: MuteRequest;
  readonly onClose: () => void;
}

/** The dialog that asks for the reason to mute a rule. */
export function MuteDialog({ request: { resource, rule, record }, onClose }: MuteDialogProps) {
  const saveMutes = useSaveRecords("mutes");
  const [reason, setReason] = useState("");
  const given = reason.trim();
  const title = RULE_TITLES[rule];
  const save = async (): Promise<void> => {
    if (given === "") return;
    const muted = { resource, rule, id: record?.id ?? null };
    const value = { ...muted, reason: given, mutedAt: new Date(clock.now()).toISOString() };
    if (await succeeds(saveMutes([{ id: muteId(muted), value }]))) onClose();
  };
  return (
    <Dialog
      title={record ? MUTE.record({ rule: title, name: record.name }) : MUTE.rule({ rule: title })}
      closeAs="cancel"
      onClose={onClose}
    >
      <form
        className="sd-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p className="sd-note">{record ? MUTE.recordHint : MUTE.ruleHint}</p>
        <TextInput
          label={MUTE.reason}
          placeholder={MUTE.example}
          maxLength={MAX_MUTE_REASON}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <FormButtons>
          <PlainButton onClick={onClose}>{MUTE.cancel}</PlainButton>
          <PlainButton type="submit" variant="filled" disabled={given === ""}>
            {MUTE.save}
          </PlainButton>
        </FormButtons>
      </form>
    </Dialog>
  );
}
