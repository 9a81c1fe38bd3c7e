import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { sameName } from "../../../shared/base/text/fold.ts";
import { MAX_VIEW_NAME } from "../../../shared/query/views/views.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { NAME_TAKEN, NAME_DIALOG } from "./messages.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { ACTIONS } from "../../ui/messages.ts";

interface NameDialogProps {
  readonly title: string;
  readonly action: string;
  readonly initial: string;
  readonly taken: readonly string[];
  /** @returns whether the name was accepted; the dialog then closes. */
  readonly onName: (name: string) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Asks for a view's name. */
export function NameDialog({ title, action, initial, taken, onName, onClose }: NameDialogProps) {
  const [name, setName] = useState(initial);
  const [busy, setBusy] = useState(false);
  const problem = taken.some((other) => sameName(other, name.trim())) ? NAME_TAKEN : null;
  const submit = async (): Promise<void> => {
    setBusy(true);
    const accepted = await onName(name.trim());
    setBusy(false);
    if (accepted) onClose();
  };
  return (
    <Dialog onClose={onClose} title={title} closeAs="cancel">
      <form
        className="sd-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "" && problem === null) void submit();
        }}
      >
        <TextInput
          label={NAME_DIALOG.name}
          value={name}
          maxLength={MAX_VIEW_NAME}
          error={problem}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <FormButtons>
          <PlainButton onClick={onClose}>{ACTIONS.cancel}</PlainButton>
          <Button type="submit" loading={busy} disabled={name.trim() === "" || problem !== null}>
            {action}
          </Button>
        </FormButtons>
      </form>
    </Dialog>
  );
}
