import { TextInput } from "@mantine/core";
import { useState } from "react";
import { MAX_MUTE_REASON } from "../../../shared/domain/problem-mutes.ts";
import type { ProblemRule } from "../../../shared/domain/problems.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { useLocalCopy } from "../../host/host-context.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { succeeds } from "../../ui/notify.tsx";
import { MUTE, muteFor, muteHint, muteRule } from "./messages.ts";

/** What is to be muted: a rule, or a rule for one record. */
export interface MuteRequest {
  readonly resource: Resource;
  readonly rule: ProblemRule;
  readonly record: { readonly id: string; readonly name: string } | null;
}

interface MuteDialogProps {
  readonly request: MuteRequest;
  readonly onClose: () => void;
}

/** Asks why a rule is to be muted. */
export function MuteDialog({ request: { resource, rule, record }, onClose }: MuteDialogProps) {
  const { host, profileId } = useLocalCopy();
  const [reason, setReason] = useState("");
  const given = reason.trim();
  const save = async (): Promise<void> => {
    const muted = { profileId, resource, rule, id: record?.id ?? null, reason: given };
    if (given !== "" && (await succeeds(host.muteProblem(muted)))) onClose();
  };
  return (
    <Dialog
      title={record ? muteFor(rule, record.name) : muteRule(rule)}
      closeLabel="Cancel"
      onClose={onClose}
    >
      <form
        className="sd-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p className="sd-note">{muteHint(record === null)}</p>
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
