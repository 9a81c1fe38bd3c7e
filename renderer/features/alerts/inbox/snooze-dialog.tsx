import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useNow } from "../../../host/use-now.ts";
import { FormButtons, PlainButton } from "../../../ui/buttons.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SNOOZE_DIALOG } from "./messages.ts";
import { morningOf } from "./snooze-times.ts";
import { ACTIONS } from "../../../ui/messages.ts";

interface SnoozeDialogProps {
  readonly onPick: (until: string) => void;
  readonly onClose: () => void;
}

/** Asks until which day alerts are snoozed. */
export function SnoozeDialog({ onPick, onClose }: SnoozeDialogProps) {
  const [day, setDay] = useState("");
  const until = morningOf(day, useNow(60_000));
  return (
    <Dialog title={SNOOZE_DIALOG.title} closeAs="cancel" onClose={onClose}>
      <form
        className="sd-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (until === null) return;
          onPick(until);
          onClose();
        }}
      >
        <TextInput
          label={SNOOZE_DIALOG.date}
          type="date"
          w={180}
          value={day}
          error={day !== "" && until === null ? SNOOZE_DIALOG.past : undefined}
          data-autofocus
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <FormButtons>
          <PlainButton onClick={onClose}>{ACTIONS.cancel}</PlainButton>
          <Button type="submit" disabled={until === null}>
            {SNOOZE_DIALOG.save}
          </Button>
        </FormButtons>
      </form>
    </Dialog>
  );
}
